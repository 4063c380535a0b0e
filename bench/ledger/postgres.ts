import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { openPostgres } from '../../src/ledger/postgres.ts';
import { Cluster } from '../../test/support/postgres.ts';
import type { Figure } from '../figures.ts';
import { medians } from '../rounds.ts';
import { countingPool } from './counting.ts';
import { Hands } from './hands.ts';
import { pgbench, singleInsert } from './pgbench.ts';
import { timed } from './timed.ts';

/** Payments a writer and pass, of four lines each. */
const payments = 96;
/** Writers at the same time. */
const several = 8;

/** A database server of its own with fsync on: lines and whole handoffs beside pgbench's single insert. */
export async function postgresFigures(rounds: number): Promise<readonly Figure[]> {
  const cluster = await Cluster.start();
  const folder = mkdtempSync(join(tmpdir(), 'hearback-pgbench-'));
  const { pool, queries } = countingPool(new Pool({ connectionString: cluster.url, max: several }));
  const store = await openPostgres(pool);
  try {
    const writers = Array.from(
      { length: several },
      (_, n) => new Hands(store, { conversation: `writer-${n}` }),
    );
    const guarded = new Hands(store, { conversation: 'acts', guarded: true });
    const [alone] = writers as [Hands];
    await alone.bringSingly(payments);
    const [first] = await store.entries('writer-0', { after: 0, limit: 1 });
    const script = await singleInsert(cluster.url, folder, first?.entry.text ?? '');
    const times = await medians(
      [
        pgbench(cluster.url, script, 1),
        { name: 'one', pass: () => bringing([alone]) },
        pgbench(cluster.url, script, several),
        { name: 'several', pass: () => bringing(writers) },
        { name: 'together', pass: () => timed(4 * payments, () => alone.bringTogether(payments, several)) },
        { name: 'whole', pass: () => timed(payments, () => guarded.handOver(payments)) },
      ],
      rounds,
    );
    const before = queries();
    await alone.bringSingly(payments);
    return figuresOf(times, (queries() - before) / (4 * payments));
  } finally {
    await store.close();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each writer brings its lines one after another, all writers at once; seconds a line of the whole. */
function bringing(writers: readonly Hands[]): Promise<number> {
  return timed(4 * payments * writers.length, async () => {
    await Promise.all(writers.map((hands) => hands.bringSingly(payments)));
  });
}

function figuresOf(times: ReadonlyMap<string, number>, trips: number): readonly Figure[] {
  const rate = (name: string): number => 1 / (times.get(name) ?? Number.NaN);
  const beside = (name: string, clients: number, how: string): Figure => ({
    what: `PostgreSQL, ${how}, beside pgbench -c ${clients} with a single insert`,
    got: (100 * rate(name)) / rate(`pgbench-${clients}`),
    unit: '%',
    target: 65,
    how: `${rate(name).toFixed(0)} lines beside ${rate(`pgbench-${clients}`).toFixed(0)} rows a second`,
  });
  return [
    {
      what: 'PostgreSQL, round trips a line',
      got: trips,
      unit: '',
      target: 1,
      isMost: true,
      how: 'queries that the pool was given by one writer',
    },
    beside('one', 1, 'one writer'),
    beside('several', several, `${several} writers in one process, each in a conversation of its own`),
    {
      what: `PostgreSQL, ${several} that wait together in one conversation`,
      got: rate('together'),
      unit: 'lines a second',
      target: null,
      how: 'one after another in one order',
    },
    {
      what: 'PostgreSQL, whole handoffs, HO to DN',
      got: rate('whole'),
      unit: 'a second',
      target: null,
      how: 'one after another through the act tool',
    },
  ];
}
