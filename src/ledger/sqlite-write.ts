import type { Entry } from './entry.ts';
import { LedgerError } from './error.ts';
import type { Sql } from './sqlite-read.ts';
import type { SqlValue } from './sqlite-schema.ts';
import { type Handoff, holdsAct, isClosed, type MessageRow, type Rows, type Statement } from './state.ts';
import type { KeptRow } from './store.ts';

/** What one transaction writes. `before` holds the rows as they were read, for comparing and setting. */
export interface Writing {
  readonly conversation: string;
  readonly entries: readonly Entry[];
  readonly before: Pick<Rows, 'messages' | 'handoffs' | 'statements'>;
  readonly changes: Rows;
  readonly kept: ReadonlyMap<string, KeptRow>;
}

/** Writes entries and the rows that follow from them; a row that is no longer what was read stops everything. */
export function writeRows(sql: Sql, writing: Writing): void {
  const { conversation, entries, before, changes, kept } = writing;
  for (const entry of entries) writeEntry(sql, entry);
  for (const [id, row] of kept) insert(sql, 'kept', { conversation, id, row: JSON.stringify(row) });
  for (const row of changes.messages.values())
    writeMessage(sql, conversation, before.messages.get(row.id), row);
  for (const row of changes.handoffs.values())
    writeHandoff(sql, conversation, before.handoffs.get(row.id), row);
  for (const row of changes.statements.values()) {
    writeStatement(sql, conversation, before.statements.get(row.token), row);
  }
  for (const [agent, last] of changes.numbers) {
    const upsert = `INSERT INTO numbers (conversation, agent, last) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET last = max(last, excluded.last)`;
    sql(upsert).run(conversation, agent, last);
  }
}

function writeEntry(sql: Sql, { body: _, ...columns }: Entry): void {
  insert(sql, 'entries', columns);
}

function writeMessage(sql: Sql, conversation: string, old: MessageRow | undefined, row: MessageRow): void {
  const { id, sequence, handoff, answer } = row;
  const values = { sequence, handoff, answer, row: JSON.stringify(row) };
  if (old === undefined) return insert(sql, 'messages', { conversation, id, ...values });
  update(sql, 'messages', { answer, row: values.row }, { conversation, id, answer: old.answer });
}

function writeHandoff(sql: Sql, conversation: string, old: Handoff | undefined, row: Handoff): void {
  const { id, sequence, root, item, state, exp, closeWhenExpired, closed } = row;
  const close_at = closeWhenExpired && !isClosed(row) ? exp : null;
  const changed = { state, close_at, row: JSON.stringify(row) };
  if (old === undefined) insert(sql, 'handoffs', { conversation, id, sequence, root, item, ...changed });
  else update(sql, 'handoffs', changed, { conversation, id, state: old.state });
  if (closed !== null && (old?.closed ?? null) === null) {
    insert(sql, 'closes', { conversation, handoff: id, message: closed.message });
  }
}

function writeStatement(sql: Sql, conversation: string, old: Statement | undefined, row: Statement): void {
  const { token, root, handoff, state, fence, actKeys } = row;
  const changed = { state, fence, due_at: dueAt(row), row: JSON.stringify(row) };
  if (old === undefined) insert(sql, 'statements', { token, conversation, root, handoff, ...changed });
  else update(sql, 'statements', changed, { token, state: old.state, fence: old.fence });
  const holds = holdsAct(row);
  if (old === undefined && holds) for (const act_key of actKeys) insert(sql, 'act_keys', { act_key, token });
  if (!holds) sql('DELETE FROM act_keys WHERE token = ?').run(token);
}

/** When the sweeper has to look at a statement. */
function dueAt({ state, exp, lease }: Statement): number | null {
  if (state === 'PREPARED' || state === 'CONFIRMED') return exp;
  return state === 'CLAIMED' ? lease : null;
}

function insert(sql: Sql, table: string, values: Readonly<Record<string, SqlValue>>): void {
  const columns = Object.keys(values);
  const places = columns.map(() => '?').join(', ');
  sql(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(values));
}

/** Compare and set: exactly the row that was read is changed. */
function update(
  sql: Sql,
  table: string,
  changed: Readonly<Record<string, SqlValue>>,
  where: Readonly<Record<string, SqlValue>>,
): void {
  const sets = Object.keys(changed).map((column) => `${column} = ?`);
  const tests = Object.keys(where).map((column) => `${column} IS ?`);
  const { changes } = sql(`UPDATE ${table} SET ${sets.join(', ')} WHERE ${tests.join(' AND ')}`).run(
    ...Object.values(changed),
    ...Object.values(where),
  );
  if (Number(changes) === 1) return;
  throw new LedgerError('ledger/conflict', `a row of ${table} is not what was read`, { retryable: true });
}
