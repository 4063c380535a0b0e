import { createHash, hash, randomUUID } from 'node:crypto';
import type { Draft, Entry, EntryBody } from './entry.ts';
import { LedgerError } from './error.ts';

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
export function unsealed(stored: Omit<Entry, 'body'>): Entry {
  let body: EntryBody | undefined;
  return {
    ...stored,
    get body() {
      body ??= readBody(stored);
      return body;
    },
  };
}

function readBody({ text, conversation, sequence }: Omit<Entry, 'body'>): EntryBody {
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

/**
 * SHA-256 over 0x00, the hash before, the sequence (8 bytes), the body's length (8 bytes) and text, the arrival time
 * in milliseconds (8 bytes) and the principal; numbers are big-endian.
 */
export function hashOf(entry: Place & { readonly principal: string; readonly text: string }): string {
  const previous = Buffer.from(entry.previous, 'hex');
  const length = Buffer.byteLength(entry.text, 'utf8');
  // one piece of memory and one call: a ledger hashes each entry when it is written, and again when it is verified
  const bytes = Buffer.alloc(1 + previous.length + 24 + length + Buffer.byteLength(entry.principal, 'utf8'));
  let at = 1 + previous.copy(bytes, 1);
  at = bytes.writeBigInt64BE(BigInt(entry.sequence), at);
  at = bytes.writeBigInt64BE(BigInt(length), at);
  at += bytes.write(entry.text, at, 'utf8');
  at = bytes.writeBigInt64BE(BigInt(entry.at), at);
  bytes.write(entry.principal, at, 'utf8');
  return hash('sha256', bytes);
}
