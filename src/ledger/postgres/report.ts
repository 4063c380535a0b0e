import type { Promised, StoreReport } from '../report.ts';
import { migrations } from './migrations.ts';
import { nowOf } from './read.ts';
import type { PostgresPool, Query } from './session.ts';

const names: readonly string[] = [
  'data_checksums',
  'fsync',
  'full_page_writes',
  'max_connections',
  'server_encoding',
  'server_version',
  'synchronous_commit',
  'synchronous_standby_names',
  'wal_level',
];

/** How far the clocks may lie apart before somebody should know, in milliseconds. */
const tolerable = 1_000;

/** What a report is made of besides the database's own settings. */
interface Reported {
  readonly schema: string;
  readonly acceptDataLoss: boolean;
  /** This machine's clock. */
  readonly host: () => number;
  /** The options of the pool. */
  readonly pool?: PostgresPool['options'];
}

/** What a ledger in a PostgreSQL database promises, with the settings found; `host` is this machine's clock. */
export async function reportOf(
  query: Query,
  { schema, acceptDataLoss, host, pool = {} }: Reported,
): Promise<StoreReport> {
  const rows = await query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY (?)',
    names,
  );
  const unlogged = await unloggedIn(query, schema);
  const before = host();
  const now = await nowOf(query);
  const skew = Math.round(now - (before + host()) / 2);
  const [isolation] = await query<{ transaction_isolation: string }>('SHOW transaction_isolation');
  const [size] = await query<{ size: string }>(
    `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::text AS size FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ? AND c.relkind = 'r'`,
    schema,
  );
  const found = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  const settings: Readonly<Record<string, string>> = {
    ...found,
    schema,
    isolation: isolation?.transaction_isolation ?? '',
    unlogged_tables: unlogged.join(', '),
    clock_skew: `${skew} ms`,
    acceptDataLoss: String(acceptDataLoss),
  };
  return {
    kind: 'postgres',
    version: `PostgreSQL ${found['server_version']}`,
    schema: migrations.length,
    settings,
    promises: [...promisesOf(settings, skew), patience(pool)],
    size: Number(size?.size),
  };
}

/** Tables of the ledger that a crash empties. */
export async function unloggedIn(query: Query, schema: string): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ? AND c.relkind = 'r' AND c.relpersistence <> 'p' ORDER BY c.relname`,
    schema,
  );
  return rows.map(({ name }) => name);
}

function promisesOf(settings: Readonly<Record<string, string>>, skew: number): readonly Promised[] {
  const { fsync, full_page_writes, unlogged_tables, synchronous_standby_names: standbys } = settings;
  const lossy = [
    ...(fsync === 'on' ? [] : [`fsync is ${fsync}`]),
    ...(full_page_writes === 'on' ? [] : [`full_page_writes is ${full_page_writes}`]),
    ...(unlogged_tables === '' ? [] : [`unlogged: ${unlogged_tables}`]),
    ...(settings['acceptDataLoss'] === 'true' ? ['it was opened with acceptDataLoss'] : []),
  ];
  return [
    {
      promise: 'what was acknowledged outlives a crash of the server',
      holds: lossy.length === 0,
      because:
        lossy.length === 0
          ? 'fsync and full_page_writes are on, every table is logged, and each transaction waits for the disk'
          : lossy.join(', '),
    },
    {
      promise: 'what was acknowledged outlives the loss of the server',
      holds: lossy.length === 0 && standbys !== '',
      because:
        standbys === ''
          ? 'synchronous_standby_names is empty: no standby is waited for'
          : `synchronous_standby_names is ${standbys}, synchronous_commit ${settings['synchronous_commit']}`,
    },
    {
      promise: 'a damaged page is noticed when it is read',
      holds: settings['data_checksums'] === 'on',
      because: `data_checksums is ${settings['data_checksums']}`,
    },
    {
      promise: 'the database and this machine agree on the time',
      holds: Math.abs(skew) <= tolerable,
      because: `the clock of the database is ${skew} ms ahead; the ledger goes by it alone`,
    },
    {
      promise: 'two writers never decide on the same rows',
      holds: true,
      because: `each step is a transaction of its own (${settings['isolation']}) that takes its conversation as it was read`,
    },
  ];
}

/** A connection that is half open answers nothing and ends never: only the pool's own timeouts let go of it. */
function patience({
  query_timeout = 0,
  connectionTimeoutMillis = 0,
}: NonNullable<PostgresPool['options']>): Promised {
  const holds = query_timeout > 0 && connectionTimeoutMillis > 0;
  const found = `query_timeout is ${query_timeout} ms, connectionTimeoutMillis ${connectionTimeoutMillis} ms`;
  return {
    promise: 'a connection of which nobody hears any more is given up',
    holds,
    because: holds ? found : `${found}: 0 waits without end; give the pool both`,
  };
}
