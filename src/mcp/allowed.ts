/** Names by which this machine calls itself. */
const loopback = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** Whom an HTTP server takes for itself, and whose pages it answers; each exactly, with its port. */
export interface Allowed {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

/** The hosts and origins of a port of this machine, and those of a proxy before it. */
export function allowedAt(
  port: number,
  {
    hosts = [],
    origins = [],
  }: { readonly hosts?: readonly string[]; readonly origins?: readonly string[] } = {},
): Allowed {
  const own = loopback.map((name) => `${name}:${port}`);
  return {
    hosts: new Set([...own, ...hosts.map((one) => one.toLowerCase())]),
    origins: new Set([...own.map((one) => `http://${one}`), ...origins.map((one) => one.toLowerCase())]),
  };
}

/** Why a request is turned away: it was sent to another name than ours, or by a page of somebody else (T13); null for neither. */
export function strayOf(headers: Headers, { hosts, origins }: Allowed): string | null {
  const host = headers.get('host');
  if (host === null || !hosts.has(host.toLowerCase()))
    return 'the Host of the request is none of this server’s';
  const origin = headers.get('origin');
  if (origin !== null && !origins.has(origin.toLowerCase()))
    return 'the Origin of the request is not allowed here';
  return null;
}
