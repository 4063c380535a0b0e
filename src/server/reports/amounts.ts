import { sumOf } from '../../codec/decimal.ts';
import { parse } from '../../codec/index.ts';
import type { Entry } from '../../ledger/entry.ts';
import type { ExecutedResult, Fact } from '../../ledger/fact.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';
import { slotOf, textOf } from '../picture/entry.ts';

/** What became of an act that moves money. */
export type Fate = 'done' | 'undone' | 'unknown' | 'held' | 'refused';

/** One act with an amount: what it is about, and how it stands. */
export interface Amount {
  readonly conversation: string;
  readonly item: string;
  /** Values by slot, as written: those that ran, else those that were asked for. */
  readonly values: Readonly<Record<string, string>>;
  /** The slot of the amount and that of its currency, as the profile has them. */
  readonly amount: string;
  readonly currency: string;
  readonly fate: Fate;
  /** When it came to stand so, in milliseconds. */
  readonly at: number;
}

/** The acts with amounts of one conversation, followed entry by entry: of asks for which their profile wants an amount above zero. */
export class Amounts {
  readonly #profiles: Profiles;
  /** By handoff; refused lines by their place. */
  readonly #acts: Map<string, Amount> = new Map();
  readonly #statements: Map<string, string> = new Map();
  /** Done report -> the handoff that it reports done; handoff of an UNDO -> the done report that it reverses. */
  readonly #reports: Map<string, string> = new Map();
  readonly #undoing: Map<string, string> = new Map();

  constructor(profiles: Profiles) {
    this.#profiles = profiles;
  }

  get all(): Iterable<Amount> {
    return this.#acts.values();
  }

  take(entry: Entry): void {
    const { refused, line, facts } = entry.body;
    if (refused !== null && line !== null) this.#refuse(line, entry);
    for (const fact of facts) this.#change(fact, entry);
  }

  /** What was refused is kept as a line alone: it counts where it can be read. */
  #refuse(line: string, entry: Entry): void {
    const { message } = parse(line, { profiles: this.#profiles });
    if (message?.type !== 'HO') return;
    this.#open(
      `refused ${entry.sequence}`,
      { ...entry, body: { ...entry.body, message: { ...message } } },
      'refused',
    );
  }

  #change(fact: Fact, entry: Entry): void {
    const change = changes[fact.fact];
    if (fact.fact === 'opened') this.#start(entry);
    else if (fact.fact === 'prepared') this.#statements.set(fact.token, fact.statement.handoff);
    else if (fact.fact === 'superseded') this.#acts.delete(fact.handoff);
    else if (fact.fact === 'executed' || fact.fact === 'incident')
      this.#execute(this.#statements.get(fact.token) ?? '', fact.result, entry);
    else if (fact.fact === 'closed') this.#close(fact, entry);
    else if (change !== undefined && 'token' in fact)
      this.#set(this.#statements.get(fact.token), { fate: change, at: entry.at });
  }

  #start(entry: Entry): void {
    const { message } = entry.body;
    const [id, ask, ctx] = [textOf(message, 'id') ?? '', slotOf(message, 'ask'), slotOf(message, 'ctx')];
    if (ask === 'UNDO' && ctx !== null) this.#undoing.set(id, ctx);
    this.#open(id, entry, 'held');
  }

  #execute(handoff: string, { values, report, mismatch }: ExecutedResult, { at }: Entry): void {
    this.#reports.set(report, handoff);
    this.#set(handoff, { fate: 'done', at, values });
    if (!mismatch) this.#undo(handoff, at);
  }

  /** What an UNDO has reversed; nothing where the handoff is none. */
  #undo(handoff: string, at: number): void {
    const report = this.#undoing.get(handoff);
    if (report !== undefined) this.#set(this.#reports.get(report), { fate: 'undone', at });
  }

  /** A done report closes what no statement of this ledger ran, too: then its own values are what was done. */
  #close({ handoff, closer, message, mismatch }: Closed, entry: Entry): void {
    const isDone = closer === 'DN' && slotOf(entry.body.message, 'out') !== 'NOOP';
    if (isDone) this.#reports.set(message, handoff);
    if (isDone && !mismatch) this.#undo(handoff, entry.at);
    const { fate } = this.#acts.get(handoff) ?? {};
    if (fate === 'done' || fate === 'undone') return;
    const done = { fate: 'done', values: valuesOf(entry) } as const;
    this.#set(handoff, { ...(isDone ? done : { fate: 'refused' }), at: entry.at });
  }

  #set(handoff: string | undefined, change: Partial<Amount>): void {
    const act = this.#acts.get(handoff ?? '');
    if (handoff === undefined || act === undefined) return;
    this.#acts.set(handoff, { ...act, ...change, values: { ...act.values, ...change.values } });
  }

  #open(key: string, entry: Entry, fate: Fate): void {
    const { message } = entry.body;
    const profile = this.#profiles.get(slotOf(message, 'p') ?? '')?.profile;
    const [ask, item] = [slotOf(message, 'ask'), textOf(message, 'item')];
    if (profile == null || ask === null || item === null) return;
    for (const amount of profile.positive?.[ask] ?? []) {
      const currency = profile.amounts?.[amount];
      if (currency === undefined) continue;
      const { conversation, at } = entry;
      this.#acts.set(key, { conversation, item, values: valuesOf(entry), amount, currency, fate, at });
    }
  }
}

type Closed = Extract<Fact, { readonly fact: 'closed' }>;

/** What the facts of a statement make of its act. */
const changes: Readonly<Partial<Record<Fact['fact'], Fate>>> = {
  unknown: 'unknown',
  'not-executed': 'held',
  undone: 'undone',
};

function valuesOf({ body: { message } }: Entry): Readonly<Record<string, string>> {
  const slots = message?.['slots'];
  const keys = typeof slots === 'object' && slots !== null ? Object.keys(slots) : [];
  return Object.fromEntries(keys.map((key) => [key, slotOf(message, key) ?? '']));
}

/** A row of totals: how many acts, and their exact sum, of one fate, group and currency. */
export interface Total {
  readonly group: string;
  readonly currency: string;
  readonly fate: Fate;
  readonly count: number;
  readonly sum: string;
}

const money = /^-?\d+\.\d+$/;

/** Adds acts up by what a slot of theirs says and by currency; the acts' own first text slot where none is named. */
export function totalsOf(acts: Iterable<Amount>, by: string): readonly Total[] {
  const groups = new Map<
    string,
    { readonly total: Omit<Total, 'count' | 'sum'>; readonly parts: string[] }
  >();
  for (const { values, amount, currency, fate } of acts) {
    const written = values[amount];
    if (written === undefined || !money.test(written)) continue;
    const total = { group: values[by] ?? '', currency: values[currency] ?? '', fate };
    const key = JSON.stringify(Object.values(total));
    const known = groups.get(key) ?? { total, parts: [] };
    known.parts.push(written);
    groups.set(key, known);
  }
  return [...groups.values()]
    .map(({ total, parts }) => ({ ...total, count: parts.length, sum: sumOf(parts) }))
    .sort((one, other) => order(one.currency, other.currency) || order(one.group, other.group));
}

function order(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
