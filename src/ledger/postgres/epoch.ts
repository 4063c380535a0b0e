import { LedgerError } from '../error.ts';
import type { Epoch } from '../store.ts';
import type { Transactions } from './session.ts';

/**
 * Which database this is: cluster, timeline, database and schema. A restore, a clone, a dump read in elsewhere and a
 * standby that took over each change one of them; a crash changes none.
 */
const identity = `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), d.oid, n.oid) AS epoch
  FROM pg_database d, pg_namespace n WHERE d.datname = current_database() AND n.nspname = ?`;

/** Where the server tells neither its cluster nor its timeline. */
const plainIdentity = `SELECT concat_ws('/', d.oid, n.oid) AS epoch
  FROM pg_database d, pg_namespace n WHERE d.datname = current_database() AND n.nspname = ?`;

/** The epoch, and whether it is another one than was settled last. */
export async function epochOf({ read }: Transactions, schema: string): Promise<Epoch> {
  const epoch = await identityOf(read, schema);
  const rows = await read((query) =>
    query<{ value: string }>("SELECT value FROM meta WHERE name = 'settled'"),
  );
  return { epoch, quarantined: rows[0]?.value !== epoch };
}

/** Ends the quarantine of an epoch; `first` only where none was ever settled. */
export async function settle({ read, write }: Transactions, schema: string, first = false): Promise<void> {
  const epoch = await identityOf(read, schema);
  const otherwise = first ? 'NOTHING' : 'UPDATE SET value = excluded.value';
  await write((query) =>
    query(`INSERT INTO meta (name, value) VALUES ('settled', ?) ON CONFLICT (name) DO ${otherwise}`, epoch),
  );
}

/** SQLSTATEs of a server that lacks these functions, or does not let everybody call them. */
const untold: readonly unknown[] = ['42883', '42501', '0A000'];

async function identityOf(read: Transactions['read'], schema: string): Promise<string> {
  const told = async (text: string): Promise<string> => {
    const [row] = await read((query) => query<{ epoch: string }>(text, schema));
    if (row !== undefined) return row.epoch;
    throw new LedgerError('ledger/damaged', `there is no schema ${schema}`);
  };
  try {
    return await told(identity);
  } catch (error) {
    const { cause, code } = error as {
      readonly cause?: { readonly code?: unknown };
      readonly code?: unknown;
    };
    if (!untold.includes(cause?.code ?? code)) throw error;
    return told(plainIdentity);
  }
}
