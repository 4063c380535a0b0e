import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Capabilities } from '../capabilities.ts';
import type { Attempt, Executor } from '../executor.ts';
import { executorAsking } from './asking.ts';
import { notSent, requestOf, undecided, type Verb } from './exchange.ts';
import { assertHttp, placesIn } from './http-check.ts';
import type { HttpOptions } from './http-options.ts';
import { meaningOf } from './http-reply.ts';
import { type HttpRequest, sendHttp } from './http-send.ts';
import { Secret, type SecretsAt, withSecrets } from './secret.ts';

/**
 * An executor that is a server: the attempt is posted as one JSON object with its key in a header, and the answer is one
 * JSON object, both as `commandExecutor` has them. Redirects are not followed, proxies not used, and nothing is sent
 * twice. Throws UsageError `usage/http` for options under which an act could go wrong.
 */
export function httpExecutor(
  options: HttpOptions,
  at: SecretsAt = {},
): Executor & { readonly can: Capabilities } {
  assertHttp(options);
  const { url, name = new URL(url).host, timeout = usualTime } = options;
  const credentials = Object.entries(options.credentials ?? {}).map(
    ([header, { prefix = '', ...place }]): Credential => [header, prefix, new Secret(place, at)],
  );
  const secrets = credentials.map(([, , secret]) => secret);
  const ask = async (verb: Verb, attempt: Attempt): Promise<unknown> => {
    const address = addressOf(verb, attempt, options);
    if (address === null) return undecided('it has given no name of its own that can be looked up');
    const own = withSecrets(() => headersOf(credentials));
    if (own instanceof UsageError) return notSent(verb, own.message);
    const request = requestFor(verb, attempt, new URL(address), options, own);
    return meaningOf(verb, await sendHttp(request), options, secrets);
  };
  return executorAsking({ ...options, name, timeout, secrets, ask }, at);
}

const usualTime = 30_000;
const mostAnswer = 64 * 1024;

type Credential = readonly [header: string, prefix: string, secret: Secret];

/** Headers with the secrets in them. Throws UsageError for a secret that is not there. */
function headersOf(credentials: readonly Credential[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    credentials.map(([header, prefix, secret]) => [header, `${prefix}${secret.value()}`]),
  );
}

function requestFor(
  verb: Verb,
  attempt: Attempt,
  url: URL,
  options: HttpOptions,
  credentials: Readonly<Record<string, string>>,
): HttpRequest {
  const { keyHeader = 'idempotency-key', validUntilHeader = 'valid-until', callback } = options;
  const { headers = {}, timeout = usualTime, maximumAnswer = mostAnswer } = options;
  const { key, validUntil, startWithin = Number.POSITIVE_INFINITY } = attempt;
  const called = callback?.url === undefined ? {} : { callback: callback.url };
  const isRead = verb === 'look-up';
  const body = isRead ? null : JSON.stringify({ ...requestOf(verb, attempt), ...called });
  return {
    method: isRead ? 'GET' : 'POST',
    url,
    headers: {
      ...headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(body === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      [keyHeader]: key,
      ...(validUntil === null ? {} : { [validUntilHeader]: validUntil }),
      ...credentials,
    },
    body,
    timeout,
    startWithin,
    maximumAnswer,
  };
}

/** Where a question goes; null where it needs a name of the act that was never given, or that would lead elsewhere. */
function addressOf(
  verb: Verb,
  attempt: Attempt,
  { url, reverse = url, lookUp = url }: HttpOptions,
): string | null {
  if (verb !== 'look-up') return verb === 'reverse' ? reverse : url;
  const { key, reference, known } = attempt;
  const fillers: Readonly<Record<string, string | null>> = { key, reference, known };
  // . and .. are steps of a path, also when they are encoded
  const isName = (place: string): boolean => !/^\.{0,2}$/.test(fillers[place] ?? '');
  if (!placesIn(lookUp).every(isName)) return null;
  return lookUp.replaceAll(/\{([^{}]*)\}/g, (_, place: string) => encodeURIComponent(fillers[place] ?? ''));
}
