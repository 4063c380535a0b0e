import { LedgerError } from '../error.ts';
import type { Epoch } from '../store.ts';
import { eq } from './names.ts';
import { type PostgresPool, prepared, standing, type Transactions } from './session.ts';

/**
 * Which database this is: cluster, timeline, database and schema. A restore, a clone, a dump read in elsewhere and a
 * standby that took over each change one of them; a crash changes none.
 */
const whole =
  "pg_catalog.concat_ws('/', (SELECT system_identifier FROM pg_catalog.pg_control_system()), pg_catalog.substr(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 1, 8), d.oid, n.oid)";

/** Where the server tells neither its cluster nor its timeline. */
const plain = "pg_catalog.concat_ws('/', d.oid, n.oid)";

/** The epoch, and whether it is another one than was settled last. */
export async function epochOf(pool: PostgresPool, schema: string): Promise<Epoch> {
  const { epoch, settled } = await lookIn(pool, schema);
  return { epoch, quarantined: settled !== epoch };
}

/** Ends the quarantine of an epoch; `first` only where none was ever settled. */
export async function settle(
  pool: PostgresPool,
  { schema, write }: { readonly schema: string; readonly write: Transactions['write'] },
  first = false,
): Promise<void> {
  const { epoch } = await lookIn(pool, schema);
  const otherwise = first ? 'NOTHING' : 'UPDATE SET value = excluded.value';
  await write((query) =>
    query(`INSERT INTO meta (name, value) VALUES ('settled', ?) ON CONFLICT (name) DO ${otherwise}`, epoch),
  );
}

interface Looked {
  readonly epoch: string;
  readonly settled: string | null;
}

/** SQLSTATEs of a server that lacks these functions, or does not let everybody call them. */
const untold: readonly unknown[] = ['42883', '42501', '0A000'];

async function lookIn(pool: PostgresPool, schema: string): Promise<Looked> {
  const look = async (identity: string): Promise<Looked> => {
    const text = `SELECT ${identity} AS epoch, (SELECT m.value FROM "${schema}".meta m WHERE m.name ${eq} 'settled') AS settled
      FROM pg_catalog.pg_database d, pg_catalog.pg_namespace n
      WHERE d.datname ${eq} pg_catalog.current_database() AND n.nspname ${eq} ?::pg_catalog.name`;
    const [row] = await standing(pool, (run) => run<Looked>(prepared(text, [schema])));
    if (row !== undefined) return row;
    throw new LedgerError('ledger/damaged', `there is no schema ${schema}`);
  };
  try {
    return await look(whole);
  } catch (error) {
    const { cause, code } = error as {
      readonly cause?: { readonly code?: unknown };
      readonly code?: unknown;
    };
    if (!untold.includes(cause?.code ?? code)) throw error;
    return look(plain);
  }
}
