import { notSent, readWritten, undecided, type Verb } from './exchange.ts';
import type { HttpOptions, HttpRefusal } from './http-options.ts';
import type { HttpAnswer, HttpReply } from './http-send.ts';
import type { Secret } from './secret.ts';

/**
 * What a reply means. 2xx with a JSON answer is that answer; a status that the user declared is a no, or says that a
 * look-up found nothing; a connection that never stood has done nothing. All else is unknown.
 */
export function meaningOf(
  verb: Verb,
  reply: HttpReply,
  options: HttpOptions,
  secrets: readonly Secret[],
): unknown {
  if (reply.came === 'answer') return said(verb, reply, options, secrets);
  return reply.came === 'unsent' ? notSent(verb, reply.reason) : undecided(reply.reason);
}

function said(verb: Verb, reply: HttpAnswer, options: HttpOptions, secrets: readonly Secret[]): unknown {
  const { refusals = [], notFound = [], can = {} } = options;
  const { status, body, retryAfter } = reply;
  const written = readWritten(body, secrets);
  if (status >= 200 && status <= 299) {
    if (body.length === 0 && status === 202 && can.settlesLater === true) return { outcome: 'pending' };
    return 'fault' in written ? undecided(`HTTP ${status}: ${written.fault}`) : written.value;
  }
  const value = 'fault' in written ? null : written.value;
  const reason = `HTTP ${status}${reasonIn(value)}`;
  if (verb === 'look-up') return notFound.includes(status) ? { outcome: 'not-found' } : undecided(reason);
  const refusal = refusals.find((one) => fits(one, status, value));
  if (refusal === undefined) return { ...undecided(reason), ...afterIn(retryAfter) };
  const { final = false, retry = false, mismatch = false } = refusal;
  return { outcome: 'declined', final, retry, mismatch, reason };
}

function fits({ status: declared, where }: HttpRefusal, status: number, answer: unknown): boolean {
  if (declared !== status) return false;
  if (where === undefined) return true;
  const value = where.member.split('.').reduce<unknown>(memberOf, answer);
  return value === where.is;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function reasonIn(answer: unknown): string {
  const reason = memberOf(answer, 'reason');
  return typeof reason === 'string' ? `: ${reason}` : '';
}

const longest = 366 * 24 * 60 * 60;

/** Retry-After, in seconds or as a date (RFC 9110 10.2.3); what is neither says nothing. */
function afterIn(retryAfter: string | null): { readonly after?: number } {
  if (retryAfter === null) return {};
  const seconds = /^[0-9]{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1_000);
  return seconds > 0 ? { after: Math.min(seconds, longest) } : {};
}
