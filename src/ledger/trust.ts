import type { Fact } from './fact.ts';
import { itselfIn } from './itself.ts';
import { statementsOf } from './judge/hearing.ts';
import type { Bad } from './proof/faults.ts';
import type { Refusal } from './refusal.ts';
import { decide, type Seat } from './seat.ts';
import { isClosed, isHot, type Statement } from './state.ts';
import type { Epoch, Named, Store } from './store.ts';

/** What ending a quarantine found. */
export interface Reconciled {
  readonly epoch: string;
  /** Statements whose outcome is unknown: they are settled as any other. */
  readonly unknown: number;
}

/** The reserved conversation for what concerns the ledger as a whole. */
export const ledgerConversation = '.ledger';

const page = 100;

type Bench = Omit<Seat, 'by' | 'standing' | 'trust'>;

/**
 * Whether a ledger may be acted on: its chain is whole, and it is no copy whose world has gone on. In a copy everything
 * that was prepared is discarded and everything that was confirmed is unknown, before anything else is decided in it;
 * then nothing is prepared or run until somebody has reconciled it (act.md 3 and 8).
 */
export class Trust {
  readonly #bench: Bench;
  #entered: Promise<void> | null = null;
  #broken: string | null = null;

  constructor(bench: Bench) {
    this.#bench = bench;
  }

  /** Resolves when nothing of an older life of the ledger is left that could run or expire. */
  ready(): Promise<void> {
    this.#entered ??= this.#enter().catch((error: unknown) => {
      this.#entered = null;
      throw error;
    });
    return this.#entered;
  }

  /** A verification found that the chain does not hold. */
  breaks({ conversation, sequence, why }: Bad): void {
    this.#broken = `entry ${sequence} of ${conversation}: ${why}`;
  }

  /** Why nothing may be prepared or run now; null when it may. */
  async obstacle(): Promise<{ readonly reason: Refusal; readonly detail: string } | null> {
    if (this.#broken !== null) return { reason: 'not-trusted', detail: this.#broken };
    const { quarantined } = await this.#bench.store.epoch();
    if (!quarantined) return null;
    await this.#enter(); // a database may have been changed under this process
    const unknown = await unknownIn(this.#bench.store);
    return { reason: 'quarantined', detail: `${unknown} statements need checking before anything runs` };
  }

  /** Ends the quarantine, in somebody's name. */
  async reconcile(by: string): Promise<Reconciled> {
    const { store } = this.#bench;
    const { epoch, quarantined } = await store.epoch();
    if (quarantined) {
      await this.#enter();
      const there = { principal: by, agents: [], conversation: ledgerConversation, person: false };
      await decide(this.#seat(there), {}, ({ scribe }) => {
        scribe.event({ fact: 'epoch-settled', epoch });
        return () => undefined;
      });
      await store.settleEpoch();
    }
    return { epoch, unknown: await unknownIn(store) };
  }

  async #enter(): Promise<void> {
    const { store } = this.#bench;
    const epoch = await store.epoch();
    if (!epoch.quarantined) return;
    for (let left = await store.unclaimed(page); left.length > 0; left = await store.unclaimed(page)) {
      for (const named of left) await this.#giveUp(named, epoch);
    }
    for await (const { conversation, ids } of openIn(store)) await this.#hold(conversation, ids);
  }

  /** What may have run in the older life is unknown; what cannot have, since nobody confirmed it here, is discarded. */
  async #giveUp({ conversation, token }: Named, { epoch }: Epoch): Promise<void> {
    await decide(this.#seat(itselfIn(conversation)), { tokens: [token] }, ({ rows, scribe }) => {
      const statement = rows.statements.get(token);
      if (statement?.state === 'PREPARED') scribe.event({ fact: 'abandoned', token, why: 'epoch', by: null });
      if (statement?.state === 'CONFIRMED') {
        const cause = `the ledger is a copy of one in which it was confirmed (epoch ${epoch})`;
        scribe.event(doubted(statement, cause));
      }
      return () => undefined;
    });
  }

  /**
   * A guarded act that is open here may be done in the world: its sender hands it over again, or takes it back. One that is
   * running here may have ended there, and its end been told: it is looked up, or a person is asked.
   */
  async #hold(conversation: string, ids: readonly string[]): Promise<void> {
    await decide(this.#seat(itselfIn(conversation)), { ids }, ({ rows, scribe }) => {
      const facts = ids.flatMap((id): readonly Fact[] => {
        const handoff = rows.handoffs.get(id);
        if (handoff === undefined || isClosed(handoff) || !handoff.guarded) return [];
        const hot = statementsOf(rows, id).filter(isHot);
        if (hot.length > 0) {
          const cause = 'the ledger is a copy of one in which it was begun';
          return hot.flatMap((one) => (one.heard?.copied === true ? [] : [doubted(one, cause)]));
        }
        return handoff.quarantined === true ? [] : [{ fact: 'quarantined', handoff: id }];
      });
      scribe.event(...facts);
      return () => undefined;
    });
  }

  #seat(by: Seat['by']): Seat {
    return { ...this.#bench, by, standing: null, trust: null };
  }
}

/** Unknown, and never sent again by itself: what came of it was told in a life that is lost. */
function doubted({ token, fence }: Statement, cause: string): Fact {
  return { fact: 'unknown', token, fence, cause, reference: null, heard: { copied: true } };
}

async function* openIn(
  store: Store,
): AsyncIterable<{ readonly conversation: string; readonly ids: readonly string[] }> {
  for (const conversation of await store.conversations()) {
    const open = await store.open(conversation);
    for (let at = 0; at < open.length; at += page) yield { conversation, ids: open.slice(at, at + page) };
  }
}

async function unknownIn(store: Store): Promise<number> {
  let unknown = 0;
  for await (const { conversation, ids } of openIn(store)) {
    const { rows } = await store.read(conversation, { ids });
    unknown += [...rows.statements.values()].filter(({ state }) => state === 'UNKNOWN').length;
  }
  return unknown;
}
