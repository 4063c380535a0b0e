import { randomUUID } from 'node:crypto';
import type { Head } from './heads.ts';
import { readSlice } from './postgres-read.ts';
import type { Query } from './postgres-session.ts';
import { writeRows } from './postgres-write.ts';
import { judge, queries } from './sql-rows.ts';
import { anything, assertEmpty, rowsQuery, taking } from './sql-whole.ts';
import { type Restoring, type Row, type RowPage, rowOf, type Table } from './whole.ts';

/** The last entry of every conversation. */
export async function headsIn(query: Query): Promise<readonly Head[]> {
  const rows = await query<Head>(`SELECT c.conversation, e.sequence, e.hash FROM conversations c
    CROSS JOIN LATERAL (SELECT h.sequence, h.hash FROM entries h WHERE h.conversation = c.conversation
      ORDER BY h.sequence DESC LIMIT 1) e ORDER BY c.conversation`);
  return rows.map(({ conversation, sequence, hash }) => ({ conversation, sequence: Number(sequence), hash }));
}

/** A page of rows beside the entries. */
export async function rowsIn(query: Query, table: Table, page: RowPage): Promise<readonly Row[]> {
  const [text, ...values] = rowsQuery(table, page);
  return (await query<Record<string, unknown>>(text, ...values)).map((raw) => rowOf(table, raw));
}

/** Writes a whole ledger: run inside a transaction. Throws LedgerError where something was written before. */
export async function restoreIn(query: Query, work: (into: Restoring) => Promise<void>): Promise<void> {
  await query("SET LOCAL idle_in_transaction_session_timeout TO '0'"); // a long read of a file is no hang
  await query('LOCK TABLE conversations IN EXCLUSIVE MODE'); // whoever writes takes its conversation first
  assertEmpty(await query(anything));
  const step = randomUUID();
  await work({
    read: (conversation, wanted) => readSlice(query, conversation, wanted),
    take: async (conversation, links) => {
      await query('INSERT INTO conversations (conversation) VALUES (?) ON CONFLICT DO NOTHING', conversation);
      const { wanted, decision } = taking(links);
      const slice = await readSlice(query, conversation, wanted);
      await writeRows(query, judge(conversation, slice, () => decision).writing, step);
    },
    number: async (...number) => void (await query(queries.number, ...number)),
    cursor: async (...cursor) => void (await query(queries.acknowledge, ...cursor)),
  });
  // of no database: whoever looks finds another epoch than was settled
  await query("UPDATE meta SET value = '' WHERE name = 'settled'");
}
