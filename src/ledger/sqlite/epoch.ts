import { LedgerError } from '../error.ts';
import type { Epoch } from '../store.ts';
import { rowsOf, type Sql } from './read.ts';

/** The epoch of the file, and whether it is another one than was settled last: then the file is a copy. */
export function epochOf(sql: Sql): Epoch {
  const query = "SELECT name, value FROM meta WHERE name IN ('epoch', 'settled')";
  const rows = rowsOf<{ name: string; value: string }>(sql, query);
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const epoch = values.get('epoch');
  if (epoch === undefined)
    throw new LedgerError('ledger/damaged', 'the ledger does not say which epoch it is of');
  return { epoch, quarantined: values.get('settled') !== epoch };
}

/** Ends the quarantine: run inside a transaction. */
export function settle(sql: Sql): void {
  sql("UPDATE meta SET value = (SELECT value FROM meta WHERE name = 'epoch') WHERE name = 'settled'").run();
}
