import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { count, exactly, hasForm, hex, text } from '../form.ts';
import { program } from '../program.ts';

/** The last entry of a conversation: whoever knows its hash knows whether anything before it was changed. */
export interface Head {
  readonly conversation: string;
  readonly sequence: number;
  readonly hash: string;
}

/** Where every conversation of a ledger stood at one moment. */
export interface Heads {
  readonly format: 'hearback heads';
  readonly version: 1;
  readonly tenant: string;
  readonly epoch: string;
  /** Milliseconds, by the ledger's clock. */
  readonly at: number;
  readonly program: string;
  /** By conversation, in the order of code points. */
  readonly heads: readonly Head[];
}

/** Heads under a signature: kept off the machine, they show what was cut off or written anew behind it. */
export interface SignedHeads {
  readonly signed: Heads;
  /** SHA-256 of the public key's SPKI form, 64 hex digits: which key to take, and no proof. */
  readonly key: string;
  /** Ed25519, 128 hex digits. */
  readonly signature: string;
}

/** What a signed document says, or why it says nothing. */
export type VerifiedHeads =
  | { readonly holds: true; readonly heads: Heads }
  | { readonly holds: false; readonly why: string };

/** The heads as the document that is signed. */
export function headsDocument(facts: Pick<Heads, 'tenant' | 'epoch' | 'at' | 'heads'>): Heads {
  return { format: 'hearback heads', version: 1, program, ...facts };
}

/** Signs heads with an Ed25519 key (PKCS #8, PEM). Throws UsageError for another key. */
export function signHeads(heads: Heads, privateKey: string): SignedHeads {
  const key = keyOf(privateKey, createPrivateKey);
  const signature = sign(null, bytesOf(heads), key).toString('hex');
  return { signed: heads, key: keyName(createPublicKey(key)), signature };
}

/** Whether a document, or its text, was signed with the private half of an Ed25519 key (SPKI, PEM). Throws UsageError for another key. */
export function verifyHeads(document: SignedHeads | string, publicKey: string): VerifiedHeads {
  const key = keyOf(publicKey, createPublicKey);
  const read = typeof document === 'string' ? document : headsText(document);
  const signed = readHeads(read);
  if (signed === null)
    return { holds: false, why: isBare(read) ? unsigned : 'it is no document of signed heads' };
  if (signed.key !== keyName(key))
    return { holds: false, why: `it was signed with another key, ${signed.key}` };
  const holds = verify(null, bytesOf(signed.signed), key, Buffer.from(signed.signature, 'hex'));
  return holds ? { holds, heads: signed.signed } : { holds, why: 'the signature is not of this document' };
}

/** The text of a document as it is kept: canonical JSON and a line end. */
export function headsText(document: SignedHeads): string {
  return `${canonicalJson(document)}\n`;
}

/** The document that a text is, unverified; null for any other text. A document has exactly one text. */
export function readHeads(written: string): SignedHeads | null {
  try {
    const value: unknown = JSON.parse(written);
    return hasForm<SignedHeads>(documentForm, value) && headsText(value) === written ? value : null;
  } catch {
    return null;
  }
}

const unsigned =
  'nobody signed it, and whoever changed the ledger could have written it: sign heads with a key';

/** Whether a text is heads without a signature. */
function isBare(written: string): boolean {
  try {
    return hasForm<Heads>(headsForm, JSON.parse(written));
  } catch {
    return false;
  }
}

/** The public half of an Ed25519 key in PEM, in PEM. Throws UsageError for another key. */
export function publicHalf(privateKey: string): string {
  const key = createPublicKey(keyOf(privateKey, createPrivateKey));
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** The name of the public half of an Ed25519 key in PEM. */
export function nameOf(pem: string): string {
  return keyName(keyOf(pem, createPublicKey));
}

/** The name of a public key: SHA-256 of its SPKI form. */
export function keyName(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

const headForm = exactly({ conversation: text, sequence: count, hash: hex(64) });
const headsForm = exactly({
  format: { is: 'choice', kind: 'format', names: ['hearback heads'] },
  version: { is: 'integer', least: 1, most: 1 },
  tenant: text,
  epoch: text,
  at: count,
  program: text,
  heads: { is: 'list', of: headForm },
});
const documentForm = exactly({ signed: headsForm, key: hex(64), signature: hex(128) });

/** What is signed: a name of its own, so that the signature says nothing else, and the canonical JSON. */
function bytesOf(heads: Heads): Buffer {
  return Buffer.from(`hearback heads 1\n${canonicalJson(heads)}`, 'utf8');
}

function keyOf(pem: string, read: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read(pem);
  } catch {
    throw new UsageError('usage/key', 'this is no key in PEM form'); // the cause may quote it
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new UsageError(
    'usage/key',
    `heads are signed with Ed25519, and this key is ${key.asymmetricKeyType}`,
  );
}
