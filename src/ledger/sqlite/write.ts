import { LedgerError } from '../error.ts';
import { queries, type Writing } from '../sql/rows.ts';
import { type Insert, type Update, type Writes, writesOf } from '../sql/writes.ts';
import type { Sql } from './read.ts';

/** Writes entries and the rows that follow from them; a row that is no longer what was read stops everything. */
export function writeRows(sql: Sql, writing: Writing, writes: Writes = writesOf(writing)): void {
  const { conversation } = writing;
  const { updates, released, inserts, redactions } = writes;
  for (const change of updates) update(sql, change);
  for (const { token, actKeys } of released) {
    for (const key of actKeys) sql('DELETE FROM act_keys WHERE act_key = ? AND token = ?').run(key, token);
  }
  for (const row of inserts) insert(sql, row);
  for (const [agent, last] of writing.changes.numbers) {
    sql(queries.number).run(conversation, agent, last);
  }
  for (const change of redactions) update(sql, change);
}

function insert(sql: Sql, { table, values, yields }: Insert): void {
  const columns = Object.keys(values);
  const places = columns.map(() => '?').join(', ');
  const unless = yields === true ? ' ON CONFLICT DO NOTHING' : '';
  sql(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})${unless}`).run(
    ...Object.values(values),
  );
}

/** An index is written when its columns are named, whether they change or not: only those that change are. */
function update(sql: Sql, { table, changed, before = {}, where }: Update): void {
  const changing = Object.entries(changed).filter(([column, value]) => before[column] !== value);
  const sets = changing.map(([column]) => `${column} = ?`);
  const tests = Object.keys(where).map((column) => `${column} IS ?`);
  const { changes } = sql(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${tests.join(' AND ')}`).run(
    ...changing.map(([, value]) => value),
    ...Object.values(where),
  );
  if (Number(changes) === 1) return;
  throw new LedgerError('ledger/conflict', `a row of ${table} is not what was read`, { retryable: true });
}
