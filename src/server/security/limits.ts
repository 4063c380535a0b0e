import type { Context, MiddlewareHandler } from 'hono';
import type { Env, ServerSettings } from '../env.ts';
import { problem } from './problem.ts';

/** Requests a minute that one caller may make of each kind. */
export const usualLimits = { signIn: 10, post: 60, api: 1_200 } as const;

export type Kind = keyof typeof usualLimits;

const minute = 60_000;
/** Callers that are remembered at once: beyond them the one that was heard of longest ago is forgotten. */
const most = 10_000;

/** A bucket a caller: full at first, it fills again within a minute. */
export class Limits {
  readonly #most: Readonly<Record<Kind, number>>;
  readonly #clock: () => number;
  readonly #buckets: Map<string, { left: number; at: number }> = new Map();

  constructor(limits: ServerSettings['limits'], clock: () => number) {
    this.#most = { ...usualLimits, ...limits };
    this.#clock = clock;
  }

  /** Takes one request of a caller; seconds to wait where it may not make one now, else null. */
  take(kind: Kind, caller: string): number | null {
    const size = this.#most[kind];
    const now = this.#clock();
    const key = `${kind} ${caller}`;
    const bucket = this.#buckets.get(key) ?? { left: size, at: now };
    const passed = Math.max(0, now - bucket.at);
    const left = Math.min(size, bucket.left + (passed * size) / minute);
    this.#buckets.delete(key); // set again: the map stays in the order of use
    this.#buckets.set(key, { left: left < 1 ? left : left - 1, at: now });
    if (this.#buckets.size > most) this.#buckets.delete(this.#buckets.keys().next().value as string);
    return left < 1 ? Math.ceil(((1 - left) * minute) / size / 1_000) : null;
  }
}

/** Lets one caller make so many requests of a kind a minute, and says when it may make the next. */
export function limited(
  limits: Limits,
  kind: Kind,
  callerOf: (c: Context<Env>) => string,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const wait = limits.take(kind, callerOf(c));
    if (wait === null) return next();
    c.header('retry-after', String(wait));
    const detail = `that was too much at once: try again in ${wait} seconds`;
    return problem(c, { status: 429, code: 'refused/too-many', detail, retryable: true });
  };
}
