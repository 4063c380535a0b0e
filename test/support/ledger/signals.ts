import { DatabaseSync } from 'node:sqlite';
import type { Answer, Attempt, Executor } from '../../../src/act/index.ts';
import type { Decision, Fact, Slice, Store, Wanted } from '../../../src/ledger/index.ts';
import type { PostgresPool } from '../../../src/ledger/postgres.ts';
import { poolBetween } from '../postgres-pool.ts';

/**
 * Where a process meets a signal: right before or right after the transaction that writes a fact is committed, between its
 * last look at the ledger and its request, or with the reply in its hands.
 */
export type Point =
  | { readonly fact: Fact['fact']; readonly is: 'unwritten' | 'written'; readonly time?: number }
  | { readonly request: 'unsent' | 'answered' };

/** SIGKILL ends the process there; SIGSTOP stops it until somebody lets it go on. */
export interface Meeting {
  readonly at: Point;
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

/** The one signal that a process sends itself. */
export class Fate {
  readonly #meeting: Meeting | null;
  #times = 0;
  /** The transaction that is open writes the fact. */
  #near = false;

  constructor(meeting: Meeting | null) {
    this.#meeting = meeting;
  }

  /** A store over whose steps the process meets its signal; `commits` of its database tells when. */
  over(inner: Store): Store {
    const step = async <T>(
      conversation: string,
      wanted: Wanted,
      decide: (slice: Slice) => Decision<T>,
    ): Promise<T> => {
      const result = await inner.step(conversation, wanted, (slice) => this.#judged(decide(slice)));
      if (this.#near) throw new Error('the database committed, and nobody saw it');
      return result;
    };
    return new Proxy(inner, {
      get: (_, name) => (name === 'step' ? step : (Reflect.get(inner, name) as () => unknown).bind?.(inner)),
    });
  }

  /** What the database does in place of a COMMIT. */
  commits<T>(commit: () => T): T {
    const near = this.#near;
    this.#near = false;
    if (near) this.#meets('unwritten');
    const result = commit();
    if (near && result instanceof Promise) return result.finally(() => this.#meets('written')) as T;
    if (near) this.#meets('written');
    return result;
  }

  executing({ run, ...executor }: Executor): Executor {
    return {
      ...executor,
      run: async (attempt: Attempt): Promise<Answer> => {
        this.#requests('unsent');
        const answer = await run(attempt);
        this.#requests('answered');
        return answer;
      },
    };
  }

  #judged<T>(decision: Decision<T>): Decision<T> {
    const at = this.#meeting?.at;
    if (at === undefined || !('fact' in at)) return decision;
    const writes = decision.drafts.some(({ body }) => body.facts.some(({ fact }) => fact === at.fact));
    if (writes) this.#times += 1;
    this.#near = writes && this.#times === (at.time ?? 1);
    return decision;
  }

  #meets(is: 'unwritten' | 'written'): void {
    const { at, signal } = this.#meeting as Meeting; // it is near one
    if ('fact' in at && at.is === is) process.kill(process.pid, signal);
  }

  #requests(request: 'unsent' | 'answered'): void {
    const { at, signal } = this.#meeting ?? {};
    if (at !== undefined && 'request' in at && at.request === request) process.kill(process.pid, signal);
  }
}

/** A SQLite file whose COMMITs are the fate's. */
export function fatedFile(path: string, fate: Fate): DatabaseSync {
  class Fated extends DatabaseSync {
    override exec(sql: string): void {
      if (sql === 'COMMIT') fate.commits(() => super.exec(sql));
      else super.exec(sql);
    }
  }
  return new Fated(path);
}

/**
 * A PostgreSQL pool whose COMMITs are the fate's: by then everything is written, and nothing or all of it holds. So it is with a
 * statement that is a whole step.
 */
export function fatedPool(url: string, fate: Fate): PostgresPool {
  return poolBetween(url, (text, next) => (isWhole(text) ? fate.commits(() => next()) : next()));
}

function isWhole(text: string): boolean {
  return text === 'COMMIT' || text.startsWith('WITH held');
}
