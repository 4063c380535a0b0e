import { randomUUID } from 'node:crypto';
import type { Head } from '../proof/heads.ts';
import { judge, queries } from '../sql/rows.ts';
import { anything, assertEmpty, heldBy, manyStatements, rowsQuery, taking } from '../sql/whole.ts';
import { type Restoring, type Row, type RowPage, rowOf, type Table } from '../whole.ts';
import { readSlice } from './read.ts';
import type { Query } from './session.ts';
import { writeRows } from './write.ts';

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
      const { writing } = judge(conversation, slice, () => decision);
      await writeRows(query, { ...writing, withoutActs: true }, step);
    },
    number: async (...number) => void (await query(queries.number, ...number)),
    cursor: async (...cursor) => void (await query(queries.acknowledge, ...cursor)),
  });
  for (const yields of [false, true]) await holdActs(query, yields);
  // of no database: whoever looks finds another epoch than was settled
  await query("UPDATE meta SET value = '' WHERE name = 'settled'");
}

/** Who holds which act, by what became of every statement: those that yield come last. */
async function holdActs(query: Query, yields: boolean): Promise<void> {
  const insert = `INSERT INTO act_keys (act_key, conversation, token)
    SELECT unnest(?::text[]), ?, ?${yields ? ' ON CONFLICT DO NOTHING' : ''}`;
  for (let after: Row['key'] | null = null; ; ) {
    const rows = await rowsIn(query, 'statements', { after, limit: manyStatements });
    for (const held of rows.map(heldBy)) {
      if (held?.yields === yields) await query(insert, held.actKeys, held.conversation, held.token);
    }
    after = rows.at(-1)?.key ?? null;
    if (rows.length < manyStatements) return;
  }
}
