import { LedgerError } from '../error.ts';
import { queries, type Values, type Writing } from '../sql/rows.ts';
import { type Insert, type Update, type Writes, writesOf } from '../sql/writes.ts';
import { clock } from './names.ts';
import type { Query } from './session.ts';

/**
 * Takes a conversation until the transaction ends: whoever writes in it takes it first, so what is read after this is
 * as it will be when it is written.
 */
export async function lock(query: Query, conversation: string): Promise<void> {
  const taken = 'SELECT 1 FROM conversations WHERE conversation = ? FOR UPDATE';
  if ((await query(taken, conversation)).length > 0) return;
  await query('INSERT INTO conversations (conversation) VALUES (?) ON CONFLICT DO NOTHING', conversation);
  await query(taken, conversation);
}

/**
 * Writes entries and the rows that follow from them, in two statements; a row that is no longer what was read stops
 * everything. `step` marks the entries as this transaction's. Returns the database's clock when it had every row that it
 * changes, in milliseconds; null where nothing is added.
 */
export async function writeRows(query: Query, writing: Writing, step: string): Promise<number | null> {
  const { conversation } = writing;
  const { updates, released, inserts, redactions } = writesOf(writing);
  await mark(query, conversation, step);
  await change(query, conversation, updates, released);
  const rows = inserts.map((row) => ({ ...row, values: { ...row.values, ...beside(writing, row, step) } }));
  const now = await add(query, writing, rows);
  await change(query, conversation, redactions, []);
  return now;
}

/** Says that the conversation is not as anybody knows it any more. */
export async function mark(query: Query, conversation: string, step: string): Promise<void> {
  await query('UPDATE conversations SET mark = ? WHERE conversation = ?', step, conversation);
}

/** Columns that only these tables have: keys that hold the conversation, and what SQLite reads from a text itself. */
export function beside(
  { conversation, entries, changes }: Writing,
  { table, values }: Insert,
  step: string,
): Values {
  if (table === 'act_keys') return { conversation };
  if (table === 'handoffs') {
    const handoff = changes.handoffs.get(String(values['id']));
    return { sender: handoff?.from ?? null, receiver: handoff?.to ?? null };
  }
  if (table !== 'entries') return {};
  const message = entries.find(({ sequence }) => sequence === values['sequence'])?.body.message;
  return { step, message: text(message?.['id']), addressee: text(message?.['to']) };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Compare and set of every row, and the act keys given up. */
async function change(
  query: Query,
  conversation: string,
  updates: readonly Update[],
  released: Writes['released'],
): Promise<void> {
  if (updates.length + released.length === 0) return;
  const values: unknown[] = [];
  const changes = updates.map(({ table, changed, where }, index) => {
    const sets = Object.keys(changed).map((column) => `${column} = ?`);
    const tests = Object.entries(where).map(
      ([column, was]) => `${column} ${was === null ? 'IS NULL' : '= ?'}`,
    );
    values.push(...Object.values(changed), ...Object.values(where).filter((was) => was !== null));
    return `c${index} AS (UPDATE ${table} SET ${sets.join(', ')} WHERE ${tests.join(' AND ')} RETURNING 1)`;
  });
  values.push(
    conversation,
    released.map(({ token }) => token),
    released.flatMap(({ actKeys }) => actKeys),
  );
  const release =
    'r AS (DELETE FROM act_keys WHERE conversation = ? AND token = ANY (?) AND act_key = ANY (?))';
  const counts = updates.map(
    ({ table }, index) => `SELECT '${table}' AS name, count(*) AS rows FROM c${index}`,
  );
  const counted = counts.length === 0 ? "SELECT '' AS name, 1 AS rows" : counts.join(' UNION ALL ');
  const rows = await query<{ name: string; rows: string }>(
    `WITH ${[...changes, release].join(', ')} ${counted}`,
    ...values,
  );
  const stale = rows.find((row) => Number(row.rows) !== 1);
  if (stale === undefined) return;
  throw new LedgerError('ledger/conflict', `a row of ${stale.name} is not what was read`, {
    retryable: true,
  });
}

/** New rows, each table's in one INSERT, all of them in one statement. */
async function add(
  query: Query,
  { conversation, changes }: Writing,
  inserts: readonly Insert[],
): Promise<number | null> {
  const tables = [...new Set(inserts.map(({ table }) => table))];
  const values: unknown[] = [];
  const parts = tables.map((table) => {
    const own = inserts.filter((row) => row.table === table);
    const rows = own.map((row) => row.values);
    const columns = Object.keys(rows[0] ?? {});
    values.push(...rows.flatMap((row) => columns.map((column) => row[column])));
    const places = `(${columns.map(() => '?').join(', ')})`;
    const unless = own.some(({ yields }) => yields) ? ' ON CONFLICT DO NOTHING' : '';
    return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => places).join(', ')}${unless}`;
  });
  for (const [agent, last] of changes.numbers) {
    parts.push(queries.number);
    values.push(conversation, agent, last);
  }
  if (parts.length === 0) return null;
  const named = parts.map((part, index) => `i${index} AS (${part})`);
  const [row] = await query<{ now: string }>(`WITH ${named.join(', ')} SELECT ${clock} AS now`, ...values);
  return Number(row?.now);
}
