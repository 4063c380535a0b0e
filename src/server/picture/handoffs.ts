import { ownerAfter } from '../../checks/thread/ownership.ts';
import type { Fact } from '../../ledger/fact.ts';
import { type PictureEntry, textOf } from './entry.ts';

/** A handoff as a picture follows it; numbers are sequences of entries. */
export interface Followed {
  readonly id: string;
  readonly item: string;
  readonly from: string;
  readonly to: string;
  readonly exp: number | null;
  readonly opened: number;
  readonly closed: number | null;
}

/** A stretch in which an agent has an item and its work is open; null: until the end. */
export interface Ownership {
  readonly item: string;
  readonly owner: string;
  readonly from: number;
  readonly to: number | null;
}

/** What a picture tells of the handoffs of its entries. */
export interface Followings {
  readonly handoffs: readonly Followed[];
  readonly ownerships: readonly Ownership[];
  /** Token -> the handoff of its statement. */
  readonly statements: ReadonlyMap<string, string>;
}

/** Follows handoffs and who has their items through entries in order (spec 6.5). */
export function follow(entries: readonly PictureEntry[]): Followings {
  const following = new Following();
  for (const entry of entries) for (const fact of entry.facts) following.take(fact, entry);
  following.finish();
  return following;
}

class Following implements Followings {
  readonly #handoffs = new Map<string, Followed>();
  readonly #owners = new Map<string, string>();
  readonly #bands = new Map<string, { owner: string; from: number }>();
  /** Item -> how many of its handoffs are open. */
  readonly #open = new Map<string, number>();
  readonly ownerships: Ownership[] = [];
  readonly statements: Map<string, string> = new Map();

  get handoffs(): readonly Followed[] {
    return [...this.#handoffs.values()];
  }

  take(fact: Fact, entry: PictureEntry): void {
    const { sequence } = entry;
    if (fact.fact === 'opened') this.#start(entry, fact.exp);
    else if (fact.fact === 'prepared') this.statements.set(fact.token, fact.statement.handoff);
    else if (fact.fact === 'read-back' && fact.standing === 'passes') this.#pass(fact.handoff, sequence);
    else if (fact.fact === 'accepted') this.#pass(fact.handoff, sequence);
    else if (fact.fact === 'closed' || fact.fact === 'superseded') this.#end(fact.handoff, sequence);
  }

  /** The bands that nothing has ended yet. */
  finish(): void {
    for (const [item, { owner, from }] of this.#bands) this.ownerships.push({ item, owner, from, to: null });
    this.#bands.clear();
  }

  #start({ message, sequence }: PictureEntry, exp: number | null): void {
    const [id, item] = [textOf(message, 'id'), textOf(message, 'item')];
    const [from, to] = [textOf(message, 'from'), textOf(message, 'to')];
    if (id === null || item === null || from === null || to === null) return; // what was redacted is followed no further
    this.#handoffs.set(id, { id, item, from, to, exp, opened: sequence, closed: null });
    this.#open.set(item, (this.#open.get(item) ?? 0) + 1);
    this.#own(item, ownerAfter(this.#owners.get(item) ?? null, { from, to, passed: false }), sequence);
  }

  #pass(id: string, sequence: number): void {
    const handoff = this.#handoffs.get(id);
    if (handoff === undefined || handoff.closed !== null) return;
    const { item, from, to } = handoff;
    this.#own(item, ownerAfter(this.#owners.get(item) ?? null, { from, to, passed: true }), sequence);
  }

  #own(item: string, owner: string, sequence: number): void {
    this.#owners.set(item, owner);
    if (this.#bands.get(item)?.owner === owner) return;
    this.#close(item, sequence);
    this.#bands.set(item, { owner, from: sequence });
  }

  #end(id: string, sequence: number): void {
    const handoff = this.#handoffs.get(id);
    if (handoff === undefined || handoff.closed !== null) return;
    this.#handoffs.set(id, { ...handoff, closed: sequence });
    const left = (this.#open.get(handoff.item) ?? 1) - 1;
    this.#open.set(handoff.item, left);
    if (left === 0) this.#close(handoff.item, sequence);
  }

  #close(item: string, sequence: number): void {
    const band = this.#bands.get(item);
    if (band === undefined) return;
    this.ownerships.push({ item, owner: band.owner, from: band.from, to: sequence });
    this.#bands.delete(item);
  }
}
