import { randomUUID } from 'node:crypto';
import { assertRead } from './cursor.ts';
import { empty } from './fold.ts';
import { DueRow } from './memory/due.ts';
import { besideHandoffs, countsIn, searchIn, unanswered } from './memory/look.ts';
import { type Conversation, isAsRead, sliceOf, stored, write } from './memory/slice.ts';
import { checkUnique, conflict, hold } from './memory/unique.ts';
import { headsIn, holdersIn, isEmpty, restoringInto, rowsIn } from './memory/whole.ts';
import type { StoreReport } from './report.ts';
import type { Search, Searched } from './search.ts';
import { assertEmpty } from './sql/whole.ts';
import { isClosed, type Statement } from './state.ts';
import { carry } from './step.ts';
import type {
  AskedPage,
  Decision,
  Due,
  Epoch,
  Holder,
  Named,
  Page,
  Slice,
  Store,
  Stored,
  Wanted,
} from './store.ts';
import { Waiters } from './waiters.ts';
import type { Restoring, Whole } from './whole.ts';

/** A ledger that lives as long as its process: for tests and for trying things out. */
export function openMemory(options: { readonly clock?: () => number } = {}): Store {
  return new MemoryStore(options.clock ?? Date.now);
}

class MemoryStore implements Store {
  readonly #clock: () => number;
  readonly #conversations: Map<string, Conversation> = new Map();
  readonly #holders: Map<string, Holder> = new Map();
  readonly #waiters: Waiters = new Waiters();
  readonly #row: DueRow = new DueRow();
  #epoch: string = randomUUID();
  #quarantined = false;

  readonly whole: Whole = {
    heads: async () => headsIn(this.#conversations),
    rows: async (table, page) =>
      rowsIn({ conversations: this.#conversations, holders: this.#holders }, table, page),
    restore: (work) => this.#restore(work),
  };

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  async now(): Promise<number> {
    return this.#clock();
  }

  async step<T>(name: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    const conversation = this.#conversation(name);
    const slice = this.#slice(conversation, wanted);
    const decision = decide(slice);
    const carried = carry(name, slice, decision);
    const { entries, changes, after } = carried;
    checkUnique(conversation, changes, this.#holders);
    if (!(decision.redactions ?? []).every((redaction) => isAsRead(conversation, redaction)))
      throw conflict('an entry is not what was read');
    write(conversation, carried, decision);
    hold(this.#holders, name, changes);
    if (entries.length > 0) this.#waiters.wake(name);
    return decision.answer(entries, after);
  }

  async read(name: string, wanted: Wanted): Promise<Slice> {
    return this.#slice(this.#conversation(name), wanted);
  }

  async entries(name: string, { after, limit }: Page): Promise<readonly Stored[]> {
    const conversation = this.#conversation(name);
    return conversation.entries.slice(after, after + limit).map((entry) => stored(conversation, entry));
  }

  async addressed(
    name: string,
    agents: readonly string[],
    { after, limit }: Page,
  ): Promise<readonly Stored[]> {
    const conversation = this.#conversation(name);
    return conversation.entries
      .slice(after)
      .filter(({ body }) => agents.includes(String(body.message?.['to'])))
      .slice(0, limit)
      .map((entry) => stored(conversation, entry));
  }

  async questions(name: string, { after, limit, to }: AskedPage): Promise<readonly Stored[]> {
    const conversation = this.#conversation(name);
    return unanswered(conversation, to)
      .filter(({ sequence }) => sequence > after)
      .slice(0, limit)
      .flatMap(({ sequence }) => conversation.entries[sequence - 1] ?? [])
      .map((entry) => stored(conversation, entry));
  }

  async search(name: string, search: Search): Promise<Searched> {
    return searchIn(this.#conversation(name), search);
  }

  async open(name: string): Promise<readonly string[]> {
    const { rows } = this.#conversation(name);
    return [...rows.handoffs.values()].filter((handoff) => !isClosed(handoff)).map(({ id }) => id);
  }

  async about(name: string, item: string): Promise<readonly string[]> {
    const { rows } = this.#conversation(name);
    return [...rows.handoffs.values()].filter((handoff) => handoff.item === item).map(({ id }) => id);
  }

  async beside(name: string, item: string): Promise<readonly string[]> {
    return besideHandoffs(this.#conversation(name), item);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    return this.#row.longest(this.#conversations, { now, limit });
  }

  async pick(principal: string, now: number, limit: number): Promise<readonly Named[]> {
    const ahead = (exp: number | null): number => exp ?? Infinity;
    return this.#statements(
      ({ state, exp, principal: whose }) => state === 'CONFIRMED' && whose === principal && ahead(exp) > now,
    )
      .sort(([, one], [, other]) => Math.sign(ahead(one.exp) - ahead(other.exp)) || 0)
      .slice(0, limit)
      .map(([conversation, { token }]) => ({ conversation, token }));
  }

  async unclaimed(limit: number): Promise<readonly Named[]> {
    return this.#statements(({ state }) => state === 'PREPARED' || state === 'CONFIRMED')
      .slice(0, limit)
      .map(([conversation, { token }]) => ({ conversation, token }));
  }

  async cursor(name: string, agent: string): Promise<number> {
    return this.#conversation(name).cursors.get(agent) ?? 0;
  }

  async acknowledge(name: string, agent: string, sequence: number): Promise<void> {
    const { cursors, entries } = this.#conversation(name);
    assertRead(sequence, entries.length);
    cursors.set(agent, Math.max(sequence, cursors.get(agent) ?? 0));
  }

  readonly heard: Store['heard'] = (listener) => this.#waiters.listen(listener);

  async wait(name: string, sequence: number, milliseconds: number, signal?: AbortSignal): Promise<void> {
    const written = (): boolean => this.#conversation(name).entries.length > sequence;
    await this.#waiters.until({ conversation: name, written, milliseconds, every: () => Infinity, signal });
  }

  async reserve(name: string, agent: string): Promise<number> {
    const numbers = this.#conversation(name).rows.numbers as Map<string, number>; // this store's own
    const number = (numbers.get(agent) ?? 0) + 1;
    numbers.set(agent, number);
    return number;
  }

  async conversations({ after = '', limit = Infinity } = {}): Promise<readonly string[]> {
    const names = [...this.#conversations].flatMap(([name, { entries }]) => (entries.length > 0 ? name : []));
    return names
      .filter((name) => name > after)
      .sort()
      .slice(0, limit);
  }

  async epoch(): Promise<Epoch> {
    return { epoch: this.#epoch, quarantined: this.#quarantined };
  }

  async settleEpoch(): Promise<void> {
    this.#quarantined = false;
  }

  async report(): Promise<StoreReport> {
    const because = 'it lives in the memory of one process';
    return {
      kind: 'memory',
      version: process.version,
      schema: 0,
      settings: {},
      promises: [
        { promise: 'what was acknowledged outlives a crash', holds: false, because },
        { promise: 'several processes share the ledger', holds: false, because },
      ],
    };
  }

  async close(): Promise<void> {
    this.#waiters.close();
  }

  /** What is restored is a store of its own until it is whole. */
  async #restore(work: (into: Restoring) => Promise<void>): Promise<void> {
    assertEmpty(isEmpty(this.#conversations) ? [] : [this]);
    const fresh = new MemoryStore(this.#clock);
    await work(restoringInto((name) => fresh.#conversation(name)));
    const holders = holdersIn(fresh.#conversations);
    assertEmpty(isEmpty(this.#conversations) ? [] : [this]); // nobody wrote in the meantime
    for (const [name, conversation] of fresh.#conversations) this.#conversations.set(name, conversation);
    for (const [key, holder] of holders) this.#holders.set(key, holder);
    this.#epoch = fresh.#epoch;
    this.#quarantined = true;
  }

  #conversation(name: string): Conversation {
    const known = this.#conversations.get(name);
    if (known !== undefined) return known;
    const conversation = { rows: empty(name), entries: [], kept: new Map(), cursors: new Map() };
    this.#conversations.set(name, conversation);
    return conversation;
  }

  #slice(conversation: Conversation, wanted: Wanted): Slice {
    const counted = countsIn(this.#conversations.values(), wanted);
    const last = this.#conversations.get(wanted.lastOf ?? '')?.rows.head.sequence ?? 0;
    return sliceOf(conversation, wanted, { now: this.#clock(), holders: this.#holders, last, ...counted });
  }

  #statements(keeps: (statement: Statement) => boolean): [conversation: string, Statement][] {
    return [...this.#conversations].flatMap(([name, { rows }]) =>
      [...rows.statements.values()].flatMap((statement): [string, Statement][] =>
        keeps(statement) ? [[name, statement]] : [],
      ),
    );
  }
}
