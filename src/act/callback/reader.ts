import { readJson } from '../../text/json.ts';
import { foundIn } from '../commit/answer.ts';
import type { Delivery, Executor, Told } from '../executor.ts';
import { Secret, type SecretPlace, type SecretsAt, withoutSecrets } from '../executors/secret.ts';
import { verifyCallback } from './signature.ts';

/** How the callbacks of an executor are known as its own. */
export interface CallbackOptions {
  /** The secret that both sides sign with, by name; 16 bytes or more. */
  readonly secret: SecretPlace;
  /** Seconds by which the time of a signature may differ from the ledger's clock; 300 unless set. */
  readonly within?: number;
}

const shortest = 16;

/**
 * Reads callbacks in the form that this package documents: a JSON object with `key`, `token`, `outcome` and what an
 * answer has besides. Nothing is read before the signature over it holds and is of this time.
 */
export function callbackReader(
  { secret: place, within = 300 }: CallbackOptions,
  at: SecretsAt = {},
): NonNullable<Executor['callback']> {
  const secret = new Secret(place, at);
  return async ({ body, signature, now }: Delivery): Promise<Told> => {
    const value = secret.value();
    if (Buffer.byteLength(value) < shortest) return { outcome: 'refused', reason: 'unsigned' };
    const signed = verifyCallback(value, body, signature);
    if (!signed.holds) return { outcome: 'refused', reason: 'unsigned' };
    const said = signed.at * 1_000;
    if (Math.abs(now - said) > within * 1_000) return { outcome: 'refused', reason: 'stale' };
    const shape = objectIn(withoutSecrets(textOf(body), [secret]));
    const { key, token } = shape ?? {};
    if (shape === null || typeof key !== 'string') return { outcome: 'refused', reason: 'unreadable' };
    const answer = foundIn(shape);
    return { outcome: 'told', key, token: typeof token === 'string' ? token : null, at: said, answer };
  };
}

/** An object that says each thing once; null for anything else. */
function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  const { value, faults } = readJson(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return faults.length === 0 && isObject ? (value as Readonly<Record<string, unknown>>) : null;
}

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
}
