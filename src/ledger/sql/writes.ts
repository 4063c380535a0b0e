import { handoffDueAt, statementDueAt } from '../due.ts';
import { type Handoff, holdsAct, isClosed, type MessageRow, type Statement } from '../state.ts';
import { rowText } from './row-text.ts';
import type { Values, Writing } from './rows.ts';

export interface Insert {
  readonly table: string;
  readonly values: Values;
  /** A row that is there already stays. */
  readonly yields?: true;
}

/** Compare and set: exactly the row that was read is changed, or the transaction fails. */
export interface Update {
  readonly table: string;
  readonly changed: Values;
  /** Of these columns, those whose value stays need not be written. */
  readonly before?: Values;
  readonly where: Values;
}

/**
 * The writes of a step, in this order: what is given up first, so that a unique index has room for what follows; what is
 * redacted last, since only an entry that says so allows it.
 */
export interface Writes {
  readonly updates: readonly Update[];
  /** Acts that statements do not hold, or not any more. */
  readonly released: readonly Pick<Statement, 'token' | 'actKeys'>[];
  readonly inserts: readonly Insert[];
  readonly redactions: readonly Update[];
}

/** The rows that a step changes, as the tables hold them; the numbers of ids are written besides. */
export function writesOf(writing: Writing): Writes {
  const { conversation, entries, before, changes, kept, withoutActs = false } = writing;
  const updates: Update[] = [];
  const released: Writes['released'][number][] = [];
  const inserts: Insert[] = [];
  const insert = (table: string, values: Values): number => inserts.push({ table, values });
  for (const { body, ...columns } of entries) {
    const beside = kept.get(String(body.message?.['id']));
    insert('entries', { ...columns, kept: beside === undefined ? null : JSON.stringify(beside) });
  }
  for (const row of changes.messages.values()) {
    const { id, sequence, handoff } = row;
    const item = handoff === null ? itemOf(writing, row) : null; // that of a handoff's line is its handoff's
    const old = before.messages.get(id);
    const changed = { ...lookedFor.message(row), row: rowText(row) };
    if (old === undefined) insert('messages', { conversation, id, sequence, handoff, item, ...changed });
    else {
      const where = { conversation, id, answer: old.answer };
      updates.push({ table: 'messages', changed, before: lookedFor.message(old), where });
    }
  }
  for (const row of changes.handoffs.values()) {
    const { id, sequence, root, item, principal, closed } = row;
    const old = before.handoffs.get(id);
    const changed = { ...lookedFor.handoff(row), row: rowText(row) };
    if (old === undefined)
      insert('handoffs', { conversation, id, sequence, root, item, principal, ...changed });
    else {
      const where = { conversation, id, state: old.state };
      updates.push({ table: 'handoffs', changed, before: lookedFor.handoff(old), where });
    }
    if (closed !== null && (old?.closed ?? null) === null) {
      insert('closes', { conversation, handoff: id, message: closed.message });
    }
  }
  for (const row of changes.statements.values()) {
    const { token, root, handoff, principal, actKeys } = row;
    const old = before.statements.get(token);
    const changed = { ...lookedFor.statement(row), row: rowText(row) };
    if (old === undefined)
      insert('statements', { token, conversation, root, handoff, principal, ...changed });
    else {
      const where = { conversation, token, state: old.state, fence: old.fence };
      updates.push({ table: 'statements', changed, before: lookedFor.statement(old), where });
    }
    if (withoutActs) continue;
    if (!holdsAct(row)) released.push(row);
    else if (old === undefined) for (const act_key of actKeys) insert('act_keys', { act_key, token });
    // an incident: it is kept, whoever holds the act by now
    else if (!holdsAct(old)) {
      for (const act_key of actKeys)
        inserts.push({ table: 'act_keys', values: { act_key, token }, yields: true });
    }
    // what was undone keeps what may be used but once
    else released.push({ token, actKeys: old.actKeys.filter((key) => !actKeys.includes(key)) });
  }
  return { updates, released, inserts, redactions: redactionsOf(writing) };
}

/** Columns that change, by which rows are looked for: `asks` and `open` are there as long as somebody looks for them. */
const lookedFor = {
  message: ({ type, to, answer }: MessageRow) => ({
    answer,
    asks: type === 'AQ' && answer === null ? to : null,
  }),
  handoff: (row: Handoff) => ({
    state: row.state,
    open: isClosed(row) ? null : 1,
    due_at: handoffDueAt(row),
  }),
  statement: (row: Statement) => ({ state: row.state, fence: row.fence, due_at: statementDueAt(row) }),
};

/** What was kept beside an entry goes with its content. */
function redactionsOf({ conversation, redactions }: Writing): readonly Update[] {
  return redactions.map(({ sequence, text, remains }) => ({
    table: 'entries',
    changed: { text: remains, kept: null },
    where: { conversation, sequence, text },
  }));
}

function itemOf({ entries }: Writing, { sequence }: MessageRow): string | null {
  const first = entries[0]?.sequence ?? 0; // they follow each other
  const item = entries[sequence - first]?.body.message?.['item'];
  return typeof item === 'string' ? item : null;
}
