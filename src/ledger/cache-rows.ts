import { isCounted, numberOf } from './ids.ts';
import { readRow } from './sql/row-text.ts';
import type { Handoff, MessageRow, Rows, Statement } from './state.ts';
import type { KeptRow, Wanted } from './store.ts';

/** A row, frozen, since many steps see it; read when somebody looks. */
export type Row<T> = () => T;
export type Table<T> = Map<string, Row<T>>;

/** Every row of the handoffs with one root, or a message that is about none, in the order of their entries. */
export interface Family {
  /** The root, or the id of the message. */
  readonly key: string;
  readonly seen: Seen;
  readonly messages: Table<MessageRow>;
  readonly handoffs: Table<Handoff>;
  readonly statements: Table<Statement>;
  readonly kept: Table<KeptRow>;
}

/** A conversation as of its last entry that is known. */
export interface Seen {
  head: Rows['head'];
  mark: string;
  /** The last number of each agent's ids, and one that no message's is above. */
  readonly numbers: Map<string, { readonly last: number; readonly used: number }>;
  readonly families: Map<string, Family>;
  /** The family of each message, and of each statement by its token. */
  readonly messages: Map<string, Family>;
  readonly tokens: Map<string, Family>;
  /** Ids that were looked for and are no message's. */
  readonly free: Set<string>;
}

/** A conversation of which only the last entry is known. */
export function seenAt(head: Rows['head'], mark: string): Seen {
  return {
    head,
    mark,
    numbers: new Map(),
    families: new Map(),
    messages: new Map(),
    tokens: new Map(),
    free: new Set(),
  };
}

/** The family under a key, made where there is none. */
export function familyIn(seen: Seen, key: string): Family {
  const known = seen.families.get(key);
  if (known !== undefined) return known;
  const family = {
    ...{ key, seen },
    messages: new Map(),
    handoffs: new Map(),
    statements: new Map(),
    kept: new Map(),
  };
  seen.families.set(key, family);
  return family;
}

/** The families that a step sees all of; null when one of them is not known. */
export function familiesOf(seen: Seen, { ids = [], tokens = [] }: Wanted): readonly Family[] | null {
  const families = new Set<Family>();
  for (const id of ids) {
    const family = seen.messages.get(id);
    if (family !== undefined) families.add(family);
    else if (!isFree(seen, id)) return null;
    // an answer is about what it answers, and so of the same family; two messages about nothing are not
    const answer = family?.messages.get(id)?.().answer ?? null;
    const answering = answer === null ? family : seen.messages.get(answer);
    if (answer !== null && answering === undefined) return null;
    if (answering !== undefined) families.add(answering);
  }
  for (const token of tokens) {
    const family = seen.tokens.get(token);
    if (family === undefined) return null;
    families.add(family);
  }
  return [...families];
}

/** Whether no message has an id, as far as is known. */
function isFree({ free, numbers }: Seen, id: string): boolean {
  if (free.has(id)) return true;
  const agent = id.slice(0, id.lastIndexOf('-'));
  const used = numbers.get(agent)?.used;
  return used !== undefined && isCounted(numberOf(id, agent), used);
}

/** A row that was read. */
export function held<T>(row: T): Row<T> {
  frozen(row);
  return () => row;
}

/** A row as its table holds it. */
export function written<T>(text: string): Row<T> {
  let row: T | undefined;
  return () => {
    row ??= frozen(readRow<T>(text));
    return row;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
