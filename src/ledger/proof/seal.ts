import { createHash, hash, randomUUID } from 'node:crypto';
import type { Draft, Entry, EntryBody } from '../entry.ts';
import { LedgerError } from '../error.ts';

/** Where an entry stands in its chain. */
export interface Place {
  readonly conversation: string;
  readonly sequence: number;
  readonly at: number;
  readonly previous: string;
}

/** Gives a draft its place in the chain. */
export function seal(draft: Draft, place: Place): Entry {
  const { principal } = draft;
  const body = { ...draft.body, salt: randomUUID() };
  const text = JSON.stringify(body);
  return { ...place, principal, body, text, hash: hashOf({ ...place, principal, text }) };
}

/** An entry as it was stored; its body is what its text says, read when somebody looks. Throws LedgerError then for text that is damaged. */
export function unsealed(stored: Sealed): Entry {
  let body: EntryBody | undefined;
  return {
    ...stored,
    get body() {
      body ??= readBody(stored);
      return body;
    },
  };
}

function readBody({ text, conversation, sequence }: Sealed): EntryBody {
  try {
    return JSON.parse(text) as EntryBody;
  } catch (cause) {
    const message = `LEDGER NOT TRUSTED at entry ${sequence} of ${conversation}: its text is no entry`;
    throw new LedgerError('ledger/damaged', message, { cause });
  }
}

/** What the first entry of a conversation follows: an entry cannot be moved to another conversation. */
export function genesis(conversation: string): string {
  return createHash('sha256').update(`hearback ledger 1\n${conversation}`, 'utf8').digest('hex');
}

/** An entry as it is stored, its text unread. */
export type Sealed = Omit<Entry, 'body'>;

/** What the hash of an entry is over. */
type Hashed = Omit<Sealed, 'hash' | 'conversation'>;

/**
 * SHA-256 over 0x01, the hash before, the sequence (8 bytes), SHA-256 of the text, the arrival time in milliseconds (8
 * bytes) and the principal; numbers are big-endian. With the hash of its text alone it holds when the text was dropped.
 */
export function hashOf(entry: Hashed, textHash: string = textHashOf(entry.text)): string {
  return hashWith(1, entry, Buffer.from(textHash, 'hex'));
}

/** SHA-256 of a text. */
export function textHashOf(text: string): string {
  return hash('sha256', text);
}

/** Where else an entry might have been sealed. */
export type Elsewhere = Partial<Pick<Place, 'sequence' | 'previous'>>;

/**
 * Whether the hash of an entry is that of what it holds, in its place or another one. `dropped` is the hash of its text when
 * that was dropped. Entries that version 1 of the schema wrote are hashed in its way.
 */
export function isSealed(entry: Sealed, dropped: string | null = null, elsewhere: Elsewhere = {}): boolean {
  const { sequence, at, previous, principal, text } = entry;
  const hashed = { sequence, at, previous, principal, text, ...elsewhere };
  if (dropped !== null) return hashOf(hashed, dropped) === entry.hash;
  return hashOf(hashed) === entry.hash || version1HashOf(hashed) === entry.hash;
}

/** In the place of the text's hash its length (8 bytes) and its bytes, and 0x00 before it all. */
function version1HashOf(entry: Hashed): string {
  const text = Buffer.from(entry.text, 'utf8');
  const length = Buffer.alloc(8);
  length.writeBigInt64BE(BigInt(text.length));
  return hashWith(0, entry, Buffer.concat([length, text]));
}

/** One piece of memory and one call: a ledger hashes each entry when it is written, and again when it is verified. */
function hashWith(kind: number, entry: Hashed, said: Buffer): string {
  const previous = Buffer.from(entry.previous, 'hex');
  const principal = Buffer.byteLength(entry.principal, 'utf8');
  const bytes = Buffer.alloc(1 + previous.length + 16 + said.length + principal);
  let at = bytes.writeUInt8(kind);
  at += previous.copy(bytes, at);
  at = bytes.writeBigInt64BE(BigInt(entry.sequence), at);
  at += said.copy(bytes, at);
  at = bytes.writeBigInt64BE(BigInt(entry.at), at);
  bytes.write(entry.principal, at, 'utf8');
  return hash('sha256', bytes);
}
