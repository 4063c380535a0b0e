import type { Entry } from './entry.ts';
import { LedgerError } from './error.ts';
import type { Fact } from './fact.ts';
import { genesis } from './seal.ts';
import type { Handoff, HandoffState, MessageRow, Rows, Statement, StatementState } from './state.ts';

/** The state of a conversation without entries. */
export function empty(conversation: string): Rows {
  return rowsAfter({ sequence: 0, hash: genesis(conversation) });
}

/** State as the entries leave it: the same function whatever the store (I18). */
export function fold(conversation: string, entries: Iterable<Entry>): Rows {
  let rows = empty(conversation);
  for (const entry of entries) rows = absorb(rows, apply(rows, entry));
  return rows;
}

/** The rows that an entry changes, and the new head. Throws LedgerError for a transition that act.md does not have. */
export function apply(rows: Rows, entry: Entry): Rows {
  const changes = new Changes(rows, entry);
  const { message, refused, facts } = entry.body;
  if (message !== null && refused === null) changes.keep(entry);
  for (const fact of facts) changes.apply(fact);
  return changes.rows;
}

/** Puts changed rows into state that the caller owns: `rows` is changed and returned. */
export function absorb(rows: Rows, changes: Rows): Rows {
  const into = <K, V>(target: ReadonlyMap<K, V>, source: ReadonlyMap<K, V>): Map<K, V> => {
    const map = target as Map<K, V>; // made by rowsAfter, below
    for (const [key, value] of source) map.set(key, value);
    return map;
  };
  return {
    head: changes.head,
    messages: into(rows.messages, changes.messages),
    handoffs: into(rows.handoffs, changes.handoffs),
    statements: into(rows.statements, changes.statements),
    numbers: into(rows.numbers, changes.numbers),
  };
}

/** Rows with nothing in them behind a head. */
export function rowsAfter(head: Rows['head']): Rows {
  return { head, messages: new Map(), handoffs: new Map(), statements: new Map(), numbers: new Map() };
}

/** Whether nothing more can happen to a handoff. */
export function isClosed({ state }: Handoff): boolean {
  return state.startsWith('CLOSED_') || state === 'SUPERSEDED';
}

/** Whether a statement may still run or may have run unseen. */
export function isLive({ state }: Pick<Statement, 'state'>): boolean {
  return state === 'PREPARED' || state === 'CONFIRMED' || isHot({ state });
}

/** Whether a statement is running, or its outcome unknown. */
export function isHot({ state }: Pick<Statement, 'state'>): boolean {
  return state === 'CLAIMED' || state === 'UNKNOWN';
}

/** Whether no other statement may do the same act: this one may, or has. */
export function holdsAct(statement: Pick<Statement, 'state'>): boolean {
  return isLive(statement) || statement.state === 'EXECUTED';
}

const moves: Readonly<Record<StatementState, readonly StatementState[]>> = {
  PREPARED: ['CONFIRMED', 'ABANDONED', 'EXPIRED'],
  CONFIRMED: ['CLAIMED', 'ABANDONED', 'EXPIRED'],
  CLAIMED: ['EXECUTED', 'NOTEXEC', 'UNKNOWN', 'EXPIRED'],
  UNKNOWN: ['CLAIMED', 'EXECUTED', 'NOTEXEC', 'UNKNOWN'],
  EXECUTED: [],
  NOTEXEC: [],
  ABANDONED: [],
  EXPIRED: [],
};

/** The largest number of an id that is counted; a larger one is taken, and the ledger gives out smaller ones. */
const largestCounted = 1e15;

/** The rows of one entry, over the rows before it. */
class Changes {
  readonly #before: Rows;
  readonly #entry: Entry;
  readonly rows: Rows;

  constructor(before: Rows, entry: Entry) {
    this.#before = before;
    this.#entry = entry;
    this.rows = rowsAfter({ sequence: entry.sequence, hash: entry.hash });
  }

  keep({ sequence, principal, body }: Entry): void {
    // an accepted line has been judged: its JSON form has these members
    const { id, type, from, to, re } = body.message as unknown as MessageRow;
    const { line, digest } = body as { readonly line: string; readonly digest: string };
    const handoff = type === 'HO' ? id : re === null ? null : (this.#message(re)?.handoff ?? null);
    this.#set('messages', id, {
      id,
      sequence,
      type,
      from,
      to,
      re,
      line,
      digest,
      principal,
      handoff,
      answer: null,
    });
    const number = Number(id.slice(from.length + 1));
    const last = this.rows.numbers.get(from) ?? this.#before.numbers.get(from) ?? 0;
    if (number > last && number <= largestCounted) this.#set('numbers', from, number);
  }

  apply(fact: Fact): void {
    const { at } = this.#entry;
    switch (fact.fact) {
      case 'opened':
        return this.#open(fact);
      case 'read-back':
        return this.#readBack(fact);
      case 'superseded':
        return this.#handoff(fact.handoff, { state: 'SUPERSEDED' });
      case 'accepted':
        return this.#accept(fact.handoff);
      case 'rejected':
        return this.#hold(fact.handoff);
      case 'answered':
        return this.#set('messages', fact.message, {
          ...this.#message(fact.message),
          answer: fact.answer,
        } as MessageRow);
      case 'stopped':
        return this.#stop(fact.handoff, (agents) => [
          ...agents.filter((agent) => agent !== fact.agent),
          fact.agent,
        ]);
      case 'lifted':
        return this.#stop(fact.handoff, (agents) => agents.filter((agent) => agent !== fact.agent));
      case 'questioned': {
        const { questions } = this.#theHandoff(fact.handoff);
        const question = { id: fact.question, contradictions: fact.contradictions };
        return this.#handoff(fact.handoff, { questions: [...questions, question] });
      }
      case 'cancelling':
        return this.#handoff(fact.handoff, { state: 'CANCELLING', cancel: fact.cancel });
      case 'closed':
        return this.#close(fact);
      case 'prepared':
        return this.#prepare(fact);
      case 'confirmed':
        return this.#confirm(fact);
      case 'abandoned': {
        const { why, by } = fact;
        this.#move(fact.token, 'ABANDONED', { cause: why, abandoned: { why, by } });
        return this.#takeBack(fact.token);
      }
      case 'expired':
        this.#move(fact.token, 'EXPIRED', { cause: 'exp' });
        return this.#takeBack(fact.token);
      case 'claimed': {
        const { fence, worker, lease } = fact;
        const { firstClaimedAt } = this.#statement(fact.token);
        const claimed = { fence, worker, lease, firstClaimedAt: firstClaimedAt ?? at, lastClaimedAt: at };
        return this.#move(fact.token, 'CLAIMED', claimed);
      }
      case 'unknown': {
        const { reference } = this.#statement(fact.token);
        return this.#move(fact.token, 'UNKNOWN', {
          cause: fact.cause,
          lease: null,
          reference: fact.reference ?? reference,
        });
      }
      case 'escalated':
        return this.#set('statements', fact.token, {
          ...this.#statement(fact.token),
          question: fact.question,
        });
      case 'executed': {
        const { result } = fact;
        return this.#move(fact.token, 'EXECUTED', {
          result,
          reference: result.reference,
          cause: null,
          lease: null,
        });
      }
      case 'not-executed':
        return this.#move(fact.token, 'NOTEXEC', { cause: fact.cause, report: fact.report, lease: null });
      case 'incident':
        return this.#set('statements', fact.token, { ...this.#statement(fact.token), incident: fact.result });
      default:
        fact satisfies never;
    }
  }

  #open(fact: Extract<Fact, { fact: 'opened' }>): void {
    const { fact: _, ...opened } = fact;
    const { sequence, at, principal, body } = this.#entry;
    const { id, from, to, item } = body.message as unknown as Pick<Handoff, 'id' | 'from' | 'to' | 'item'>; // an HO has them
    this.#set('handoffs', id, {
      ...opened,
      ...{ id, from, to, item, sequence, at, principal },
      state: 'OPEN',
      owner: from,
      readback: null,
      confirmed: null,
      stoppedBy: [],
      questions: [],
      cancel: null,
      closed: null,
    });
  }

  #readBack({ handoff: id, readback, standing }: Extract<Fact, { fact: 'read-back' }>): void {
    const { from, to, state, owner } = this.#theHandoff(id);
    const read = { readback: { id: readback, sequence: this.#entry.sequence, standing }, confirmed: null };
    if (standing === 'passes') this.#handoff(id, { ...read, state: 'OWNED', owner: to });
    else if (standing === 'fails') this.#handoff(id, { ...read, state: 'HELD', owner: from });
    else this.#handoff(id, { ...read, state, owner });
  }

  #accept(id: string): void {
    const { readback, to } = this.#theHandoff(id);
    const passed = readback === null ? null : { ...readback, standing: 'passes' as const };
    this.#handoff(id, { readback: passed, confirmed: this.#entry.at, state: 'OWNED', owner: to });
  }

  #hold(id: string): void {
    this.#handoff(id, { state: 'HELD', owner: this.#theHandoff(id).from, confirmed: null });
  }

  /** Kept with the root, so that neither a re-issue nor the end of the original shakes a stop off. */
  #stop(id: string, change: (agents: readonly string[]) => readonly string[]): void {
    const root = this.#theHandoff(this.#theHandoff(id).root);
    this.#set('handoffs', root.id, { ...root, stoppedBy: change(root.stoppedBy) });
  }

  #close({ handoff: id, closer, message, mismatch }: Extract<Fact, { fact: 'closed' }>): void {
    const { cancel } = this.#theHandoff(id);
    const state: HandoffState = `CLOSED_${closer}`;
    const closed = { closer, message, mismatch, at: this.#entry.at };
    this.#handoff(id, { state, closed, cancel: closer === 'CX' ? (cancel ?? message) : cancel });
  }

  #prepare({ token, statement }: Extract<Fact, { fact: 'prepared' }>): void {
    this.#set('statements', token, {
      ...statement,
      token,
      state: 'PREPARED',
      preparedAt: this.#entry.at,
      confirmed: null,
      fence: 0,
      worker: null,
      lease: null,
      firstClaimedAt: null,
      lastClaimedAt: null,
      cause: null,
      abandoned: null,
      reference: null,
      question: null,
      result: null,
      report: null,
      incident: null,
    });
  }

  #confirm({ token, answer, principal }: Extract<Fact, { fact: 'confirmed' }>): void {
    const { at } = this.#entry;
    this.#move(token, 'CONFIRMED', { confirmed: { answer, principal, at } });
    const { handoff } = this.#statement(token);
    this.#accept(handoff);
    this.#handoff(handoff, { state: 'CLEARED' });
  }

  /** A cleared handoff whose statement ended without an act is its receiver's to prepare again. */
  #takeBack(token: string): void {
    const { handoff } = this.#statement(token);
    const { state } = this.#theHandoff(handoff);
    if (state === 'CLEARED') this.#handoff(handoff, { state: 'OWNED', confirmed: null });
  }

  #move(token: string, state: StatementState, change: Partial<Statement>): void {
    const statement = this.#statement(token);
    if (!moves[statement.state].includes(state)) {
      throw new LedgerError(
        'ledger/transition',
        `a statement does not go from ${statement.state} to ${state}`,
      );
    }
    this.#set('statements', token, { ...statement, ...change, state });
  }

  #handoff(id: string, change: Partial<Handoff>): void {
    const handoff = this.#theHandoff(id);
    if (isClosed(handoff)) throw new LedgerError('ledger/transition', `handoff ${id} is ${handoff.state}`);
    this.#set('handoffs', id, { ...handoff, ...change });
  }

  #message(id: string): MessageRow | undefined {
    return this.rows.messages.get(id) ?? this.#before.messages.get(id);
  }

  #theHandoff(id: string): Handoff {
    return found(this.rows.handoffs.get(id) ?? this.#before.handoffs.get(id), `handoff ${id}`);
  }

  #statement(token: string): Statement {
    return found(this.rows.statements.get(token) ?? this.#before.statements.get(token), `statement ${token}`);
  }

  #set<T extends 'messages' | 'handoffs' | 'statements' | 'numbers'>(
    table: T,
    key: string,
    row: Rows[T] extends ReadonlyMap<string, infer R> ? R : never,
  ): void {
    (this.rows[table] as Map<string, typeof row>).set(key, row); // made by rowsAfter, and this entry's own
  }
}

function found<T>(row: T | undefined, what: string): T {
  if (row === undefined) throw new LedgerError('ledger/state', `an entry names ${what}, which is not there`);
  return row;
}
