import { closeSync, existsSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { createLedger } from '../../ledger/create.ts';
import { LedgerError, storageWords } from '../../ledger/error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { errorOf } from '../../ledger/postgres/error.ts';
import type { Backup } from '../../ledger/sqlite/backup.ts';
import type { Store } from '../../ledger/store.ts';
import { shown } from '../../text/shown.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';
import type { FoundConfig } from '../config/config.ts';
import { configOf } from '../config/read.ts';
import type { Call } from '../verb.ts';
import { draftOf } from './draft.ts';
import { type Location, locationOf } from './location.ts';

/** A ledger as a verb works with it. */
export interface Opened {
  readonly found: FoundConfig;
  readonly location: Location;
  readonly store: Store;
  readonly ledger: Ledger;
  readonly profiles: Profiles;
  /** Copies it to a new file while it is used; null for a database, which has tools of its own. */
  readonly backup: ((path: string) => Promise<Backup>) | null;
  /** Whether it was made by this call. */
  readonly isNew: boolean;
}

/**
 * Opens the ledger of a call, lets `work` use it and closes it. One that is not there is a usage error, so that a
 * mistyped name never answers for an empty ledger; `create` makes it.
 */
export async function withLedger<T>(
  call: Call,
  work: (opened: Opened) => Promise<T>,
  { create = false, at }: { readonly create?: boolean; readonly at?: Location } = {},
): Promise<T> {
  const found = configOf(call);
  const location = at ?? locationOf(call, found);
  const profiles = await profilesOf(call, found);
  const { store, backup, isNew } = await openStore(location, found, create).catch(unopened);
  const { tenant, elsewhere, selfConfirm, caps } = found.config;
  const clock = call.world.ledgerClock;
  const ledger = createLedger({
    store,
    profiles,
    ...(tenant === undefined ? {} : { tenant }),
    ...(elsewhere === undefined ? {} : { elsewhere }),
    ...(selfConfirm === undefined ? {} : { selfConfirm }),
    ...(caps === undefined ? {} : { caps }),
    ...(clock === undefined ? {} : { clock }),
  });
  try {
    return await work({ found, location, store, ledger, profiles, backup, isNew });
  } finally {
    await ledger.close();
  }
}

/**
 * The same for a ledger that is made where there is none: its file has its name only once the work is done and was worth
 * keeping, and else nothing is left of it.
 */
export async function withWholeLedger<T>(
  call: Call,
  work: (opened: Opened) => Promise<T>,
  isKept: (result: T) => boolean,
): Promise<T> {
  const location = locationOf(call, configOf(call));
  if (location.kind === 'postgres' || existsSync(location.path))
    return withLedger(call, work, { create: true });
  const draft = draftOf(location.path);
  try {
    const result = await withLedger(call, work, { create: true, at: { ...location, path: draft.path } });
    if (isKept(result)) draft.keep();
    return result;
  } finally {
    draft.remove();
  }
}

/** Nobody has seen a statement yet, and so nobody says that it was not executed: it may have been, by an earlier call. */
function unopened(error: unknown): never {
  const word = error instanceof LedgerError ? storageWords[error.code] : undefined;
  if (!(error instanceof LedgerError) || word === undefined) throw error;
  const { code, message, retryable } = error;
  const told = `${word}: the ledger could not be opened, and this call did nothing. What ran before stands in the ledger. ${message}`;
  throw new LedgerError(code, told, { retryable, cause: error });
}

/** The profiles of the call, and those of the folders that the config file names. */
async function profilesOf({ options, profiles }: Call, { config, folder }: FoundConfig): Promise<Profiles> {
  const folders = (config.profiles ?? []).map((one) => resolve(folder, one));
  if (folders.length === 0) return profiles;
  const { loadProfiles } = await import('../profiles.ts');
  return loadProfiles([...folders, ...options.values('profiles')], {
    replace: options.has('replace-profiles'),
  });
}

type OpenedStore = Pick<Opened, 'store' | 'backup' | 'isNew'>;

function openStore(location: Location, found: FoundConfig, create: boolean): Promise<OpenedStore> {
  return location.kind === 'sqlite'
    ? openFile(location, create)
    : openDatabase(location, found.config.postgres ?? {}, create);
}

async function openFile(
  { path, shown: name }: Extract<Location, { kind: 'sqlite' }>,
  create: boolean,
): Promise<OpenedStore> {
  const isNew = !existsSync(path);
  if (isNew && !create) throw noLedger(name);
  const { openSqlite } = await import('../../ledger/sqlite.ts');
  if (isNew) touch(path, name);
  const store = openSqlite(path);
  return { store, backup: (to) => store.backup(to), isNew };
}

/** Makes the file so that nobody else may read it: it holds what senders keep to themselves. */
function touch(path: string, name: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError('usage/ledger', `cannot make ${shown(name)} (${code}): is its folder there?`);
  }
}

async function openDatabase(
  { url, shown: name }: Extract<Location, { kind: 'postgres' }>,
  {
    schema = 'hearback',
    acceptDataLoss = false,
    connections = 4,
  }: NonNullable<FoundConfig['config']['postgres']>,
  create: boolean,
): Promise<OpenedStore> {
  const [{ openPostgres }, { default: pg }] = await Promise.all([
    import('../../ledger/postgres.ts'),
    loadPg(),
  ]);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'hearback',
    max: connections,
    // without both, a connection of which nobody hears any more is waited for without end
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
  });
  pool.on('error', () => undefined); // the next query fails, and is answered for
  try {
    const isNew = !(await hasTables(pool, schema));
    if (isNew && !create) throw noLedger(name);
    return { store: await openPostgres(pool, { schema, acceptDataLoss }), backup: null, isNew };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function hasTables(pool: import('pg').Pool, schema: string): Promise<boolean> {
  const query = 'SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = $2';
  try {
    return ((await pool.query(query, [schema, 'entries'])).rowCount ?? 0) > 0;
  } catch (error) {
    throw errorOf(error);
  }
}

function noLedger(name: string): UsageError {
  return new UsageError(
    'usage/ledger',
    `there is no ledger at ${shown(name)}; hearback ledger init makes one`,
  );
}

/** `pg` is the user's to install; whoever keeps the ledger in a file needs none. */
async function loadPg(): Promise<typeof import('pg')> {
  try {
    return await import('pg');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      'usage/pg',
      'a ledger in PostgreSQL needs the package pg beside hearback: npm install pg@8',
    );
  }
}
