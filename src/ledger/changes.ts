import type { Entry } from './entry.ts';
import { LedgerError } from './error.ts';
import {
  type Handoff,
  isClosed,
  type MessageRow,
  type Rows,
  type Statement,
  type StatementState,
} from './state.ts';

/** Rows with nothing in them behind a head. */
export function rowsAfter(head: Rows['head']): Rows {
  return { head, messages: new Map(), handoffs: new Map(), statements: new Map(), numbers: new Map() };
}

/** Where a statement may go from where it is (act.md 3). */
export const moves: Readonly<Record<StatementState, readonly StatementState[]>> = {
  // an effect found under its key settles it, whether it was claimed here or in a copy of the ledger
  PREPARED: ['CONFIRMED', 'EXECUTED', 'ABANDONED', 'EXPIRED'],
  CONFIRMED: ['CLAIMED', 'UNKNOWN', 'EXECUTED', 'ABANDONED', 'EXPIRED'],
  CLAIMED: ['EXECUTED', 'NOTEXEC', 'UNKNOWN', 'EXPIRED'],
  UNKNOWN: ['CLAIMED', 'EXECUTED', 'NOTEXEC', 'UNKNOWN'],
  EXECUTED: [],
  NOTEXEC: [],
  ABANDONED: [],
  EXPIRED: [],
};

type Table = 'messages' | 'handoffs' | 'statements' | 'numbers';
type Row<T extends Table> = Rows[T] extends ReadonlyMap<string, infer R> ? R : never;

/** The rows that one entry changes, over the rows before it. */
export class Changes {
  readonly #before: Rows;
  readonly entry: Entry;
  readonly rows: Rows;

  constructor(before: Rows, entry: Entry) {
    this.#before = before;
    this.entry = entry;
    this.rows = rowsAfter({ sequence: entry.sequence, hash: entry.hash });
  }

  message(id: string): MessageRow {
    return this.#there('messages', id);
  }

  handoff(id: string): Handoff {
    return this.#there('handoffs', id);
  }

  statement(token: string): Statement {
    return this.#there('statements', token);
  }

  find<T extends Table>(table: T, key: string): Row<T> | undefined {
    return (this.rows[table].get(key) ?? this.#before[table].get(key)) as Row<T> | undefined;
  }

  set<T extends Table>(table: T, key: string, row: Row<T>): void {
    (this.rows[table] as Map<string, Row<T>>).set(key, row); // made by rowsAfter, and this entry's own
  }

  /** Changes a handoff that is open: a closed one stays as it is (I2). */
  changeHandoff(id: string, change: Partial<Handoff>): void {
    const handoff = this.handoff(id);
    if (isClosed(handoff)) throw new LedgerError('ledger/transition', `handoff ${id} is ${handoff.state}`);
    this.set('handoffs', id, { ...handoff, ...change });
  }

  changeStatement(token: string, change: Partial<Omit<Statement, 'state'>>): void {
    this.set('statements', token, { ...this.statement(token), ...change });
  }

  /** Takes a statement to another state. Throws LedgerError where act.md has no way there. */
  move(token: string, state: StatementState, change: Partial<Statement>): void {
    const statement = this.statement(token);
    if (!moves[statement.state].includes(state)) {
      throw new LedgerError(
        'ledger/transition',
        `a statement does not go from ${statement.state} to ${state}`,
      );
    }
    this.set('statements', token, { ...statement, ...change, state });
  }

  /** A name is used once. Throws LedgerError for one that is there. */
  assertNew(table: Table, key: string): void {
    if (this.find(table, key) === undefined) return;
    throw new LedgerError('ledger/state', `an entry makes ${key} among the ${table}, which is there already`);
  }

  #there<T extends Table>(table: T, key: string): Row<T> {
    const row = this.find(table, key);
    if (row !== undefined) return row;
    throw new LedgerError('ledger/state', `an entry names ${key} among the ${table}, which is not there`);
  }
}
