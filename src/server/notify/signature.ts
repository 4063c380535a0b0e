import { createHmac } from 'node:crypto';

/**
 * The headers of a signed message, as Standard Webhooks has them: the receiver computes HMAC-SHA256 over
 * `id.timestamp.body`, compares, refuses an old timestamp, and drops an id that it has seen. `at` in seconds since 1970.
 */
export function signedHeaders(input: {
  readonly secret: string;
  readonly id: string;
  readonly at: number;
  readonly body: string;
}): Readonly<Record<string, string>> {
  const { secret, id, at, body } = input;
  const mac = createHmac('sha256', secret).update(`${id}.${at}.${body}`, 'utf8').digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${mac}` };
}
