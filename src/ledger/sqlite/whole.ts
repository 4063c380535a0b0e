import { randomUUID } from 'node:crypto';
import { LedgerError } from '../error.ts';
import type { Link } from '../proof/chain.ts';
import type { Head } from '../proof/heads.ts';
import { judge, queries } from '../sql/rows.ts';
import { anything, assertEmpty, heldBy, manyStatements, rowsQuery, taking } from '../sql/whole.ts';
import { type Restoring, type Row, type RowPage, rowOf, type Table } from '../whole.ts';
import { errorOf } from './error.ts';
import { readSlice, rowsOf, type Sql } from './read.ts';
import type { Database } from './schema.ts';
import { rollBack } from './transaction.ts';
import { writeRows } from './write.ts';

/** The last entry of every conversation; from name to name by the index, so that no entry between is looked at. */
export function headsIn(sql: Sql): readonly Head[] {
  const query = `WITH RECURSIVE names (name) AS (SELECT min(conversation) FROM entries
      UNION ALL SELECT (SELECT min(conversation) FROM entries WHERE conversation > name) FROM names WHERE name IS NOT NULL)
    SELECT e.conversation, e.sequence, e.hash FROM names JOIN entries e ON e.conversation = name
      AND e.sequence = (SELECT max(sequence) FROM entries WHERE conversation = name) ORDER BY name`;
  return rowsOf<Head>(sql, query).map(({ conversation, sequence, hash }) => ({
    conversation,
    sequence: Number(sequence),
    hash,
  }));
}

/** A page of rows beside the entries. */
export function rowsIn(sql: Sql, table: Table, page: RowPage): readonly Row[] {
  const [query, ...values] = rowsQuery(table, page);
  return rowsOf<Record<string, unknown>>(sql, query, ...values).map((raw) => rowOf(table, raw));
}

/** One import at a time. As long as it lasts, nobody but the one who restores sees or writes anything through the store. */
export class Restoration {
  #runs = false;

  /** Throws LedgerError while it lasts. */
  assertOver(): void {
    if (this.#runs) throw new LedgerError('ledger/busy', 'the ledger is being imported', { retryable: true });
  }

  async run(database: Database, sql: Sql, work: (into: Restoring) => Promise<void>): Promise<void> {
    this.assertOver();
    this.#runs = true;
    try {
      database.exec('BEGIN IMMEDIATE');
      await restoreIn(sql, work);
      database.exec('COMMIT');
    } catch (error) {
      rollBack(database);
      throw errorOf(error);
    } finally {
      this.#runs = false;
    }
  }
}

/** Writes a whole ledger: run inside a transaction. Throws LedgerError where something was written before. */
async function restoreIn(sql: Sql, work: (into: Restoring) => Promise<void>): Promise<void> {
  assertEmpty(rowsOf(sql, anything));
  await work({
    read: async (conversation, wanted) => readSlice(sql, conversation, wanted),
    take: async (conversation, links) => take(sql, conversation, links),
    number: async (conversation, agent, last) => void sql(queries.number).run(conversation, agent, last),
    cursor: async (conversation, agent, last) => void sql(queries.acknowledge).run(conversation, agent, last),
  });
  holdActs(sql);
  sql("UPDATE meta SET value = ? WHERE name = 'epoch'").run(randomUUID()); // what was settled is another one
}

/** Writes entries of a conversation as they were sealed, and the rows that follow, but for who holds which act. */
export function take(sql: Sql, conversation: string, links: readonly Link[]): void {
  try {
    const { wanted, decision } = taking(links);
    const { writing } = judge(conversation, readSlice(sql, conversation, wanted), () => decision);
    writeRows(sql, { ...writing, withoutActs: true });
  } catch (error) {
    throw errorOf(error);
  }
}

/** Writes who holds which act, by what became of every statement: those that yield come last. */
export function holdActs(sql: Sql): void {
  sql('DELETE FROM act_keys').run();
  for (const yields of [false, true]) holdSome(sql, yields);
}

function holdSome(sql: Sql, yields: boolean): void {
  const insert = `INSERT INTO act_keys (act_key, token) VALUES (?, ?)${yields ? ' ON CONFLICT DO NOTHING' : ''}`;
  for (let after: Row['key'] | null = null; ; ) {
    const rows = rowsIn(sql, 'statements', { after, limit: manyStatements });
    for (const held of rows.map(heldBy)) {
      if (held?.yields === yields) for (const key of held.actKeys) sql(insert).run(key, held.token);
    }
    after = rows.at(-1)?.key ?? null;
    if (rows.length < manyStatements) return;
  }
}
