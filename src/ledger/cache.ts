import {
  type Family,
  familiesOf,
  familyIn,
  held,
  type Seen,
  seenAt,
  type Table,
  written,
} from './cache-rows.ts';
import { isCounted, numberOf } from './ids.ts';
import type { Found, Values, Writing } from './sql/rows.ts';
import type { Writes } from './sql/writes.ts';
import type { MessageRow, Rows } from './state.ts';
import { agentsIn } from './step.ts';
import type { Slice, Wanted } from './store.ts';

/** What a step sees of its own conversation. */
export type Known = Pick<Found, 'head' | 'messages' | 'handoffs' | 'statements' | 'numbers' | 'kept'>;

/** What is remembered of a conversation, and the mark that it had: another one means that somebody has written since. */
export type Remembered = Known & { readonly mark: string };

/** More ids that are no message's, and more agents, are not worth remembering in a conversation. */
const mostNames = 1_000;

/**
 * What this process read and wrote of conversations. Nothing is decided by it alone: whoever uses it has the database
 * make sure, when the step is written, that the last entry known still is the last one.
 */
export class Cache {
  readonly #most: number;
  readonly #seen: Map<string, Seen> = new Map();
  /** The one that was used last at the end. */
  readonly #families: Set<Family> = new Set();
  #messages = 0;

  /** Keeps the families of about so many messages, and so many conversations. */
  constructor(most = 4_096) {
    this.#most = most;
  }

  /** What a step would read; null when some of it is not known. */
  find(conversation: string, wanted: Wanted): Remembered | null {
    const seen = this.#seen.get(conversation);
    const families = seen === undefined ? null : familiesOf(seen, wanted);
    if (seen === undefined || families === null) return null;
    const rows = <T>(of: (family: Family) => Table<T>): T[] =>
      families.flatMap((family) => [...of(family).values()].map((row) => row()));
    const handoffs = rows((family) => family.handoffs);
    const numbers = new Map<string, number>();
    for (const agent of agentsIn(wanted, handoffs)) {
      const number = seen.numbers.get(agent);
      if (number === undefined) return null;
      numbers.set(agent, number.last);
    }
    for (const family of families) this.#use(family);
    return {
      mark: seen.mark,
      head: seen.head,
      messages: rows((family) => family.messages),
      handoffs,
      statements: rows((family) => family.statements),
      numbers,
      kept: new Map(families.flatMap(({ kept }) => [...kept].map(([id, row]) => [id, row()] as const))),
    };
  }

  /** Remembers what was read, before a step uses it up. */
  learn(
    conversation: string,
    { ids = [] }: Wanted,
    { rows, kept }: Slice,
    mark: string = rows.head.hash,
  ): void {
    const seen = this.#at(conversation, rows.head, mark);
    const { messages, handoffs, statements } = rows;
    if (seen.numbers.size > mostNames) seen.numbers.clear();
    for (const [agent, last] of rows.numbers) {
      seen.numbers.set(agent, { last, used: seen.numbers.get(agent)?.used ?? last });
    }
    for (const id of messages.keys()) this.#drop(seen.messages.get(id));
    for (const [id, row] of messages) {
      const family = this.#add(seen, handoffs.get(row.handoff ?? '')?.root ?? id, id);
      const beside = kept.get(id);
      family.messages.set(id, held(row));
      if (beside !== undefined) family.kept.set(id, held(beside));
    }
    for (const [id, row] of handoffs) familyIn(seen, row.root).handoffs.set(id, held(row));
    for (const [token, row] of statements) {
      const family = familyIn(seen, row.root);
      family.statements.set(token, held(row));
      seen.tokens.set(token, family);
    }
    for (const id of ids) if (!messages.has(id)) seen.free.add(id);
    if (seen.free.size > mostNames) seen.free.clear();
    this.#shrink();
  }

  /** Remembers what a step has written over what it saw here. */
  change(
    { conversation, entries, changes, kept, redactions }: Writing,
    { inserts, updates }: Writes,
    mark: string = changes.head.hash,
  ): void {
    const seen = this.#seen.get(conversation);
    if (entries[0] === undefined || seen === undefined) return;
    if (redactions.length > 0) return this.forget(conversation);
    const rows = [
      ...[...kept].map(([id, row]) => ['kept', { id, row: JSON.stringify(row) }] as const),
      ...inserts.map(({ table, values }) => [table, values] as const),
      ...updates.map(({ table, where, changed }) => [table, { ...where, ...changed }] as const),
    ];
    const follows =
      seen.head.hash === entries[0].previous &&
      [...changes.messages.values()].every((row) => this.#place(seen, row, changes)) &&
      rows.every(([table, values]) => set(seen, table, values));
    if (!follows) return this.forget(conversation); // it was pushed out meanwhile, or is another one's
    seen.head = changes.head;
    seen.mark = mark;
    for (const [agent, last] of changes.numbers) {
      seen.numbers.set(agent, { last, used: seen.numbers.get(agent)?.used ?? last });
    }
    this.#shrink();
  }

  /** Remembers that a number was given out, which no message has yet. */
  reserved(
    conversation: string,
    { agent, number, mark }: { readonly agent: string; readonly number: number; readonly mark?: string },
  ): void {
    const seen = this.#seen.get(conversation);
    if (seen === undefined) return;
    const { last, used } = seen.numbers.get(agent) ?? { last: number - 1, used: number - 1 };
    seen.numbers.set(agent, { last: Math.max(number, last), used });
    seen.mark = mark ?? seen.mark;
  }

  forget(conversation: string): void {
    const seen = this.#seen.get(conversation);
    this.#seen.delete(conversation);
    for (const family of [...(seen?.families.values() ?? [])]) this.#drop(family);
  }

  clear(): void {
    this.#seen.clear();
    this.#families.clear();
    this.#messages = 0;
  }

  /** The conversation with this mark; what was known of it with another one is forgotten. */
  #at(conversation: string, head: Rows['head'], mark: string): Seen {
    const known = this.#seen.get(conversation);
    if (known !== undefined && known.mark === mark) return known;
    this.forget(conversation);
    const seen = seenAt(head, mark);
    this.#seen.set(conversation, seen);
    return seen;
  }

  /** Puts a new message into its family; false when that is not here. */
  #place(seen: Seen, row: MessageRow, { handoffs }: Rows): boolean {
    const { id, from, handoff } = row;
    const known = seen.messages.get(id);
    const root = handoff === null ? id : (handoffs.get(handoff)?.root ?? seen.messages.get(handoff)?.key);
    if (known !== undefined) return true;
    if (root === undefined || (root !== id && !seen.families.has(root))) return false;
    this.#add(seen, root, id);
    const numbers = seen.numbers.get(from);
    const number = numberOf(id, from);
    if (numbers !== undefined && isCounted(number, numbers.used))
      seen.numbers.set(from, { ...numbers, used: number });
    return true;
  }

  #add(seen: Seen, key: string, id: string): Family {
    const family = familyIn(seen, key);
    seen.messages.set(id, family);
    seen.free.delete(id);
    this.#messages += 1;
    this.#use(family);
    return family;
  }

  #use(family: Family): void {
    this.#families.delete(family);
    this.#families.add(family);
  }

  #drop(family: Family | undefined): void {
    if (family === undefined || !this.#families.delete(family)) return;
    const { seen, key, messages, statements } = family;
    this.#messages -= messages.size;
    seen.families.delete(key);
    for (const id of messages.keys()) seen.messages.delete(id);
    for (const token of statements.keys()) seen.tokens.delete(token);
  }

  #shrink(): void {
    for (const family of this.#families) {
      if (this.#messages <= this.#most) break;
      this.#drop(family);
    }
    for (const conversation of this.#seen.keys()) {
      if (this.#seen.size <= this.#most) break;
      this.forget(conversation);
    }
  }
}

/** Puts a row as its table holds it into its family; false when that is not here. Other tables hold nothing that a step sees. */
function set(seen: Seen, table: string, values: Values): boolean {
  if (table !== 'messages' && table !== 'handoffs' && table !== 'statements' && table !== 'kept') return true;
  const { id, token, handoff, row } = values as Readonly<Record<string, string>>; // columns of these tables
  const family =
    seen.messages.get(id ?? '') ?? seen.tokens.get(token ?? '') ?? seen.messages.get(handoff ?? '');
  if (family === undefined || row === undefined) return false;
  if (token !== undefined) seen.tokens.set(token, family);
  (family[table] as Table<unknown>).set(id ?? token ?? '', written(row));
  return true;
}
