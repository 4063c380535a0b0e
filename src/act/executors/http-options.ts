import type { CallbackOptions } from '../callback/reader.ts';
import type { Capabilities } from '../capabilities.ts';
import type { SecretPlace } from './secret.ts';

/** A status that is a no, because whoever runs the server says so. No status is one by itself. */
export interface HttpRefusal {
  /** 400 to 499, but for 408: all others say nothing of what was done. */
  readonly status: number;
  /** Only where this member of the JSON answer, such as `error.code`, has this value. */
  readonly where?: { readonly member: string; readonly is: string };
  /** The server will answer the same for this key for ever. */
  readonly final?: boolean;
  /** Asking again later may help. */
  readonly retry?: boolean;
  /** It knows the key with other values: these did not run, and others may have. */
  readonly mismatch?: boolean;
}

/** How to have a server act over HTTP. */
export interface HttpOptions {
  /** Where an act is posted. https, or http on this machine. */
  readonly url: string;
  /** What notes and statements call it; the host unless set. Two executors need two names. */
  readonly name?: string;
  /** Headers that are no secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that are: where each is kept, and what stands in front of it, such as `Bearer `. */
  readonly credentials?: Readonly<Record<string, SecretPlace & { readonly prefix?: string }>>;
  /** What the server can do; what is not declared it cannot. */
  readonly can?: Partial<Capabilities>;
  /** Milliseconds that one exchange may take; 30 s unless set. */
  readonly timeout?: number;
  /** Bytes of an answer at most; 64 KiB unless set. */
  readonly maximumAnswer?: number;
  /** The header that carries the key; `idempotency-key` unless set. */
  readonly keyHeader?: string;
  /** The header that carries valid-until; `valid-until` unless set. It is a member of the body besides. */
  readonly validUntilHeader?: string;
  /** Where an act is asked for: an address with `{key}`, `{reference}` or `{known}` in it. */
  readonly lookUp?: string;
  /** Statuses of a look-up that mean that there is no such act; none unless said. */
  readonly notFound?: readonly number[];
  /** Where a reversal is posted; `url` unless set. */
  readonly reverse?: string;
  /** Which statuses are a no; the first row that fits counts. */
  readonly refusals?: readonly HttpRefusal[];
  /** How callbacks are known as its own, where it settles later; `url`: what it is told to call. */
  readonly callback?: CallbackOptions & { readonly url?: string };
  /** Takes http beyond this machine: whoever is on the way reads and changes what is paid. */
  readonly insecure?: boolean;
}
