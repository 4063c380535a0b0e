import { describe, expect, test } from 'vitest';
import { findPostgres } from '../support/postgres.ts';
import { available } from '../support/skip.ts';
import type { StoreName } from '../support/storm/house.ts';
import { type Fault, isClean } from '../support/storm/judge.ts';
import { type StormOptions, storm } from '../support/storm/storm.ts';
import type { Careless } from '../support/storm/teller.ts';

// Small ones, to see that everything about a storm works; `npm run storm` runs those that count.

const small = {
  ...{ seed: 4, kills: 0, restarts: 0, statements: 40, workers: 2, expiring: 0 },
  patience: { timeout: 300, sendWithin: 1_000, horizon: 2_000 },
} as const;

const survived: readonly Pick<StormOptions, 'store' | 'kills' | 'restarts'>[] = [
  { store: 'SQLite', kills: 8, restarts: 0 },
  { store: 'PostgreSQL', kills: 6, restarts: 1 },
];

describe.each(survived)(
  'processes at one ledger in $store that are killed as they work',
  ({ store, kills, restarts }) => {
    test.skipIf(store === 'PostgreSQL' && !available('PostgreSQL', findPostgres))(
      'double nothing, lose nothing and misreport nothing',
      async () => {
        const { verdict, figures, failures } = await storm({ ...small, store, kills, restarts });
        expect(failures).toEqual([]);
        expect(figures).toMatchObject({ kills, restarts, begun: 40, closed: 40 });
        expect(verdict).toSatisfy(isClean);
      },
      60_000,
    );
  },
);

/** What a careless executor does to the same office, without one kill. */
const careless: readonly { does: Careless; brings: Fault }[] = [
  { does: 'sends again', brings: 'doubled' },
  { does: 'takes silence for a no', brings: 'false FL' },
  { does: 'takes silence for a yes', brings: 'false DN' },
];

test.each(careless)(
  'the judge sees what becomes of an executor that $does: $brings',
  async ({ does, brings }) => {
    const store: StoreName = 'SQLite';
    const { verdict } = await storm({ ...small, store, statements: 120, careless: does });
    expect(verdict[brings]).not.toEqual([]);
  },
  60_000,
);
