import { LedgerError } from '../error.ts';
import { program } from '../program.ts';
import { settle } from './epoch.ts';
import { migrations } from './migrations.ts';
import { unloggedIn } from './report.ts';
import { beginIn, type PostgresPool, type Query, type Transactions, transaction } from './session.ts';

export interface PostgresOptions {
  /** The schema of the ledger's tables, its own: small letters, digits and _; `hearback` unless given. */
  readonly schema?: string;
  /** Opens a database with fsync or full_page_writes off, or with an unlogged table: a crash may then pay twice. */
  readonly acceptDataLoss?: boolean;
  /**
   * Judges a step by what this process knows, and has the database refuse it where that is not so any more: one round
   * trip. On unless set; off, each step holds its conversation first, for many processes that write in one conversation.
   */
  readonly optimistic?: boolean;
}

/** The options with their defaults. */
export type PostgresSettings = Required<PostgresOptions>;

/** Tables of the ledger's own schema, made or brought up to date; refuses what cannot keep a promise. */
export async function prepareDatabase(
  pool: PostgresPool,
  { schema, acceptDataLoss }: PostgresSettings,
): Promise<void> {
  const begin = beginIn(schema, 'READ WRITE');
  const { result: version } = await transaction(pool, begin, (query) => versionOf(query, schema));
  if (version < migrations.length) {
    const { lost } = await transaction(pool, begin, (query) => migrate(query, schema));
    if (lost !== null) {
      const message = 'the database was lost while it made the tables: open the ledger again';
      throw new LedgerError('ledger/down', message, { retryable: true, cause: lost });
    }
  }
  const { result: settled } = await transaction(pool, begin, async (query) => {
    await refuseLossy(query, schema, acceptDataLoss);
    return query("SELECT 1 FROM meta WHERE name = 'settled'");
  });
  if (settled.length > 0) return;
  const write: Transactions['write'] = async (work) => (await transaction(pool, begin, work)).result;
  await settle(pool, { schema, write }, true); // once: what is lost with its COMMIT is asked for at the next opening
}

/** The version of the schema, 0 where there is none. Throws LedgerError for a newer one and for another program's. */
async function versionOf(query: Query, schema: string): Promise<number> {
  const [there] = await query<{ migrations: string | null; tables: string }>(
    `SELECT to_regclass(?)::text AS migrations, (SELECT count(*) FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ?) AS tables`,
    `"${schema}".migrations`,
    schema,
  );
  if ((there?.migrations ?? null) === null) {
    if (Number(there?.tables) === 0) return 0;
    throw new LedgerError('ledger/not-a-ledger', `the schema ${schema} holds tables of another program`);
  }
  const [row] = await query<{ version: number | null }>('SELECT max(version) AS version FROM migrations');
  const version = row?.version ?? 0;
  if (version <= migrations.length) return version;
  throw new LedgerError(
    'ledger/newer-schema',
    `the ledger has schema ${version} and this program knows ${migrations.length}: use the version that wrote it, or later`,
  );
}

/** Forward only, one process at a time: another one may have made the tables since. */
async function migrate(query: Query, schema: string): Promise<void> {
  await query('SELECT pg_advisory_xact_lock(hashtext(?))', `hearback ${schema}`);
  const version = await versionOf(query, schema);
  const [there] = await query('SELECT 1 FROM pg_namespace WHERE nspname = ?', schema);
  if (there === undefined) await query(`CREATE SCHEMA "${schema}"`);
  await query(`SET LOCAL search_path TO "${schema}", pg_catalog, pg_temp`); // where tables are made
  for (const [index, statements] of migrations.entries()) {
    if (index < version) continue;
    for (const statement of statements) await query(statement);
    await query('INSERT INTO migrations (version, program) VALUES (?, ?)', index + 1, program);
  }
}

/** Settings under which what was acknowledged can be lost, or an index not be trusted. */
async function refuseLossy(query: Query, schema: string, accepted: boolean): Promise<void> {
  const settings = await query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'server_encoding')",
  );
  const encoding = settings.find(({ name }) => name === 'server_encoding')?.setting;
  if (encoding !== 'UTF8') {
    throw new LedgerError('ledger/cannot-open', `the database's encoding is ${encoding}: make one with UTF8`);
  }
  if (accepted) return;
  const unlogged = await unloggedIn(query, schema);
  const reasons = [
    ...settings.filter(({ setting }) => setting === 'off').map(({ name }) => `${name} is off`),
    ...unlogged.map((name) => `the table ${name} is unlogged`),
  ];
  if (reasons.length === 0) return;
  throw new LedgerError(
    'ledger/not-durable',
    `${reasons.join(', ')}: a crash can lose what was acknowledged, and it would be done again (acceptDataLoss: true takes that)`,
  );
}
