import { rowsAfter } from './changes.ts';
import type { Entry } from './entry.ts';
import { LedgerError } from './error.ts';
import { absorb, empty } from './fold.ts';
import {
  type Handoff,
  holdsAct,
  isClosed,
  isLive,
  type MessageRow,
  type Rows,
  type Statement,
} from './state.ts';
import { agentsIn, carry, holderOf } from './step.ts';
import type { Decision, Due, Holder, KeptRow, Page, Slice, Store, Stored, Wanted } from './store.ts';

/** A ledger that lives as long as its process: for tests and for trying things out. */
export function openMemory(options: { readonly clock?: () => number } = {}): Store {
  return new MemoryStore(options.clock ?? Date.now);
}

interface Conversation {
  rows: Rows;
  readonly entries: Entry[];
  readonly kept: Map<string, KeptRow>;
}

class MemoryStore implements Store {
  readonly #clock: () => number;
  readonly #conversations: Map<string, Conversation> = new Map();
  readonly #holders: Map<string, Holder> = new Map();

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
    const { entries, changes, after } = carry(name, slice, decision);
    this.#checkUnique(conversation, changes);
    conversation.entries.push(...entries);
    conversation.rows = absorb(conversation.rows, structuredClone(changes)); // what was handed out may be changed
    for (const [id, kept] of decision.kept ?? []) conversation.kept.set(id, kept);
    this.#hold(name, changes);
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

  async open(name: string): Promise<readonly string[]> {
    const { rows } = this.#conversation(name);
    return [...rows.handoffs.values()].filter((handoff) => !isClosed(handoff)).map(({ id }) => id);
  }

  async about(name: string, item: string): Promise<readonly string[]> {
    const { rows } = this.#conversation(name);
    return [...rows.handoffs.values()].filter((handoff) => handoff.item === item).map(({ id }) => id);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    const found: Due[] = [];
    for (const [conversation, { rows }] of this.#conversations) {
      for (const { token, state, exp, lease } of rows.statements.values()) {
        const waits = state === 'PREPARED' || state === 'CONFIRMED';
        if ((waits && past(exp, now)) || (state === 'CLAIMED' && past(lease, now)))
          found.push({ conversation, token });
      }
      for (const handoff of rows.handoffs.values()) {
        if (handoff.closeWhenExpired && !isClosed(handoff) && past(handoff.exp, now)) {
          found.push({ conversation, handoff: handoff.id });
        }
      }
    }
    return found.slice(0, limit);
  }

  async reserve(name: string, agent: string): Promise<number> {
    const numbers = this.#conversation(name).rows.numbers as Map<string, number>; // this store's own
    const number = (numbers.get(agent) ?? 0) + 1;
    numbers.set(agent, number);
    return number;
  }

  async conversations(): Promise<readonly string[]> {
    return [...this.#conversations.keys()];
  }

  async close(): Promise<void> {}

  #conversation(name: string): Conversation {
    const known = this.#conversations.get(name);
    if (known !== undefined) return known;
    const conversation = { rows: empty(name), entries: [], kept: new Map() };
    this.#conversations.set(name, conversation);
    return conversation;
  }

  #slice({ rows, kept }: Conversation, wanted: Wanted): Slice {
    const { ids = [], tokens = [], actKeys = [] } = wanted;
    const roots = new Set<string>();
    const messages = new Map<string, MessageRow>();
    const keep = (id: string | null | undefined): void => {
      const row = id == null ? undefined : rows.messages.get(id);
      if (row === undefined) return;
      messages.set(row.id, row);
      const handoff = row.handoff === null ? undefined : rows.handoffs.get(row.handoff);
      if (handoff !== undefined) roots.add(handoff.root);
    };
    for (const id of ids) {
      keep(id);
      keep(rows.messages.get(id)?.answer);
    }
    for (const token of tokens) keep(rows.statements.get(token)?.handoff);
    const handoffs = only(rows.handoffs, ({ root }: Handoff) => roots.has(root));
    for (const row of rows.messages.values()) {
      if (row.handoff !== null && handoffs.has(row.handoff)) messages.set(row.id, row);
    }
    return structuredClone({
      now: this.#clock(),
      rows: {
        ...rowsAfter(rows.head),
        messages,
        handoffs,
        statements: only(rows.statements, ({ root }: Statement) => roots.has(root)),
        numbers: new Map(
          agentsIn(wanted, handoffs.values()).map((agent) => [agent, rows.numbers.get(agent) ?? 0]),
        ),
      },
      kept: new Map([...messages.keys()].flatMap((id) => entryOf(kept, id))),
      holders: new Map(actKeys.flatMap((key) => entryOf(this.#holders, key))),
      last: this.#conversations.get(wanted.lastOf ?? '')?.rows.head.sequence ?? 0,
    });
  }

  /** What a database holds with unique indexes, whatever a decision saw. */
  #checkUnique({ rows }: Conversation, changes: Rows): void {
    for (const [token, statement] of changes.statements) {
      if (!isLive(statement)) continue;
      const rival = [...rows.statements.values()].find(
        (other) =>
          other.token !== token &&
          other.root === statement.root &&
          isLive(changes.statements.get(other.token) ?? other),
      );
      if (rival !== undefined) throw conflict('one live statement a handoff');
      for (const key of statement.actKeys) {
        const holder = this.#holders.get(key);
        const released = holder !== undefined && !holdsAct(changes.statements.get(holder.token) ?? holder);
        if (holder !== undefined && holder.token !== token && !released)
          throw conflict('one statement an act');
      }
    }
  }

  #hold(conversation: string, changes: Rows): void {
    for (const statement of changes.statements.values()) {
      for (const key of statement.actKeys) {
        if (holdsAct(statement)) this.#holders.set(key, holderOf(conversation, statement));
        else if (this.#holders.get(key)?.token === statement.token) this.#holders.delete(key);
      }
    }
  }
}

function stored({ kept }: Conversation, entry: Entry): Stored {
  const row = kept.get(String(entry.body.message?.['id'])) ?? null;
  return { entry, kept: row, keptText: row === null ? null : JSON.stringify(row) };
}

function past(moment: number | null, now: number): boolean {
  return moment !== null && now >= moment;
}

function only<T>(map: ReadonlyMap<string, T>, keeps: (row: T) => boolean): Map<string, T> {
  return new Map([...map].filter(([, row]) => keeps(row)));
}

function entryOf<T>(map: ReadonlyMap<string, T>, key: string): [string, T][] {
  const row = map.get(key);
  return row === undefined ? [] : [[key, row]];
}

function conflict(what: string): LedgerError {
  return new LedgerError('ledger/conflict', `another writer was faster: ${what}`, { retryable: true });
}
