import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signature says: when it was made, in seconds since 1970. */
export type Signed = { readonly holds: true; readonly at: number } | { readonly holds: false };

/**
 * Signs a callback: HMAC-SHA256 over the time and the exact bytes of the body, as `t=<seconds since 1970>,v1=<hex>`.
 * This is what an executor does, or a test of one.
 *
 * @example
 * signCallback({ secret: 'a secret of 16 bytes', body: '{}', at: 1_790_949_600 }).slice(0, 16); // => 't=1790949600,v1='
 */
export function signCallback(input: {
  readonly secret: string;
  readonly body: string | Uint8Array;
  /** Seconds since 1970. */
  readonly at: number;
}): string {
  const time = String(Math.floor(input.at));
  return `t=${time},v1=${macOf(input.secret, input.body, time).toString('hex')}`;
}

/** Whether a signature is that of these bytes; compared in constant time. */
export function verifyCallback(secret: string, body: string | Uint8Array, signature: string): Signed {
  const [, time, mac] = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (time === undefined || mac === undefined) return { holds: false };
  const holds = timingSafeEqual(macOf(secret, body, time), Buffer.from(mac, 'hex'));
  return holds ? { holds, at: Number(time) } : { holds };
}

function macOf(secret: string, body: string | Uint8Array, time: string): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest();
}
