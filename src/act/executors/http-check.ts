import { UsageError } from '../../diagnostic/usage-error.ts';
import type { HttpOptions } from './http-options.ts';
import { isSafeAddress } from './loopback.ts';

/** Throws UsageError `usage/http` for options under which an act could go wrong: told before anything is sent. */
export function assertHttp(options: HttpOptions): void {
  const { url, lookUp, reverse, insecure = false, can = {} } = options;
  for (const [what, address] of Object.entries({ url, reverse })) {
    if (address !== undefined) assertAddress(what, address, insecure);
    if (address !== undefined && placesIn(address).length > 0) wrong(`${what} has no {…} in it`);
  }
  if (lookUp !== undefined) assertLookUp(options, lookUp);
  const kind = can.lookup?.kind ?? 'none';
  if (kind === 'none' && lookUp !== undefined) wrong('lookUp is never asked: declare can.lookup too');
  if (kind !== 'none' && lookUp === undefined) wrong(`a look-up ${kind} needs lookUp, the address to ask`);
  for (const name of Object.keys(options.headers ?? {})) {
    if (isOurs(name)) wrong(`${name} is not yours to set: it says how the request is sent`);
    if (carriesSecrets(name))
      wrong(`${name} is a secret: name it among credentials, and do not write it down`);
  }
  for (const { status } of options.refusals ?? []) {
    if (!isRefusal(status)) wrong(`${status} is no refusal: 400 to 499 may be, but for 408`);
  }
  for (const status of options.notFound ?? []) {
    if (!isRefusal(status)) wrong(`notFound: ${status} does not say that there is no such act`);
  }
}

/** Names in braces that an address is filled with. */
export function placesIn(address: string): readonly string[] {
  return [...address.matchAll(/\{([^{}]*)\}/g)].map(({ 1: name = '' }) => name);
}

const fillers = ['key', 'reference', 'known'];

function assertLookUp({ can = {}, insecure = false }: HttpOptions, lookUp: string): void {
  const places = placesIn(lookUp);
  const stranger = places.find((place) => !fillers.includes(place));
  if (stranger !== undefined) wrong(`lookUp: {${stranger}} is none of {key}, {reference} and {known}`);
  const needs = can.lookup?.kind === 'by-reference' ? ['reference', 'known'] : ['key'];
  if (!places.some((place) => needs.includes(place)))
    wrong(`lookUp: a look-up ${can.lookup?.kind ?? 'by-key'} needs {${needs.join('} or {')}} in its address`);
  const filled = lookUp.replaceAll(/\{[^{}]*\}/g, 'x');
  assertAddress('lookUp', filled, insecure);
  if (placesIn(lookUp.slice(0, lookUp.indexOf('/', 'https://'.length))).length > 0)
    wrong('lookUp: its host is not filled in');
}

function assertAddress(what: string, address: string, insecure: boolean): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return wrong(`${what} is an address that begins with https:// or http://`);
  if (url.username !== '' || url.password !== '')
    wrong(`${what} holds a name or a password: name it among credentials, and do not write it down`);
  if (url.hash !== '') wrong(`${what} has a part behind # that no server sees`);
  if (!insecure && !isSafeAddress(url))
    wrong(`${what} is http to another machine: use https, or say insecure: true`);
}

/** Headers of the connection and of the body: another value could make one request into two. */
function isOurs(header: string): boolean {
  const ours = ['content-length', 'content-type', 'transfer-encoding', 'connection', 'keep-alive', 'host'];
  return [...ours, 'expect', 'upgrade', 'te', 'trailer'].includes(header.toLowerCase());
}

function carriesSecrets(header: string): boolean {
  return /^(?:authorization|proxy-authorization|cookie|x-api-key)$/i.test(header);
}

function isRefusal(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 499 && status !== 408;
}

function wrong(what: string): never {
  throw new UsageError('usage/http', what);
}
