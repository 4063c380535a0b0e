import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Store, Stored } from '../../ledger/store.ts';
import type { ServerParts } from '../env.ts';
import { type Amount, Amounts } from './amounts.ts';
import { type Override, Overrides } from './overrides.ts';

/** What is added up over whole conversations. */
export interface Reports {
  amounts(conversations: readonly string[]): Promise<readonly Amount[]>;
  /** In order within each conversation. */
  overrides(conversations: readonly string[]): Promise<readonly Override[]>;
}

interface Followed {
  sequence: number;
  readonly amounts: Amounts;
  readonly overrides: Overrides;
}

const page = 500;

const known = new WeakMap<Store, Reports>();

/** The reports of a server: one for all of its pages. */
export function reportsOf({ store, profiles }: Pick<ServerParts, 'store' | 'profiles'>): Reports {
  const before = known.get(store);
  if (before !== undefined) return before;
  const reports = createReports({ store, profiles });
  known.set(store, reports);
  return reports;
}

/** Follows conversations as they are asked for: each entry is read once, and the next report goes on behind it. */
function createReports({ store, profiles }: Pick<ServerParts, 'store' | 'profiles'>): Reports {
  const read = new Map<string, Promise<Followed>>();
  const fresh = (): Followed => ({
    sequence: 0,
    amounts: new Amounts(profiles),
    overrides: new Overrides(profiles),
  });

  /** Reads on to the end; once something was dropped, from the beginning, so that it is not kept here either. */
  async function followOn(name: string, followed: Followed, isAnew: boolean): Promise<Followed> {
    for (let count = page; count === page; ) {
      const found = await store.entries(name, { after: followed.sequence, limit: page });
      if (!isAnew && found.some(hasDropped)) return followOn(name, fresh(), true);
      for (const stored of found) take(followed, stored);
      count = found.length;
      await othersTurn();
    }
    return followed;
  }

  /** One reader at a time of each conversation; one that fails leaves it to be read anew. */
  function followed(name: string): Promise<Followed> {
    const next = (read.get(name) ?? Promise.resolve(fresh())).then((before) =>
      followOn(name, before, before.sequence === 0),
    );
    read.set(name, next);
    next.catch(() => read.delete(name));
    return next;
  }

  async function ofAll<T>(
    names: readonly string[],
    of: (one: Followed) => Iterable<T>,
  ): Promise<readonly T[]> {
    const found: T[] = [];
    for (const name of names) found.push(...of(await followed(name)));
    return found;
  }

  return {
    amounts: (names) => ofAll(names, ({ amounts }) => amounts.all),
    overrides: (names) => ofAll(names, ({ overrides }) => overrides.all),
  };
}

function hasDropped({ entry }: Stored): boolean {
  return entry.body.facts.some(({ fact }) => fact === 'redacted');
}

function take(followed: Followed, stored: Stored): void {
  followed.amounts.take(stored.entry);
  followed.overrides.take(stored);
  followed.sequence = stored.entry.sequence;
}
