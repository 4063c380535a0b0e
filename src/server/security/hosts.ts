import { UsageError } from '../../diagnostic/usage-error.ts';

/** The hosts and origins that a server answers to: exact texts, port included. */
export interface Allowed {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'] as const;

/**
 * What a server on `port` answers to: the three names of this machine, and the host of the origin that people open. Throws
 * UsageError for an origin that is none.
 */
export function allowedHosts({
  origin,
  port,
  isLoopback,
}: {
  readonly origin: string;
  readonly port: number;
  readonly isLoopback: boolean;
}): readonly string[] {
  const own = isLoopback ? loopback.map((name) => hostOf(name, port, 'http:')) : [];
  return [...new Set([...own, new URL(checkedOrigin(origin)).host])];
}

/** An origin as browsers write it: `http://localhost:8417`, `https://console.example`. Throws UsageError for any other text. */
export function checkedOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text) return text;
  throw new UsageError(
    'usage/origin',
    `${JSON.stringify(text)} is no origin: scheme, host and port as in http://localhost:8417, and nothing behind them`,
  );
}

/** Which hosts and origins these settings allow: of each host the origin of the scheme that people use. */
export function allowedBy({
  origin,
  hosts,
}: {
  readonly origin: string;
  readonly hosts: readonly string[];
}): Allowed {
  const { protocol } = new URL(origin);
  return {
    hosts: new Set(hosts),
    origins: new Set([origin, ...hosts.map((host) => `${protocol}//${host}`)]),
  };
}

function hostOf(name: string, port: number, protocol: string): string {
  return new URL(`${protocol}//${name}:${port}`).host; // a scheme's usual port is not written
}
