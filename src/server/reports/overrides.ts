import type { Contradiction, Fact } from '../../ledger/fact.ts';
import type { Stored } from '../../ledger/store.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';
import { slotOf } from '../picture/entry.ts';

/** Why an entry is reported: somebody's word stood in place of a check, or against one. */
export interface Override {
  readonly stored: Stored;
  readonly kind: string;
  /** What was set aside, or by what. */
  readonly told: string;
}

/** The overrides of one conversation, followed entry by entry. */
export class Overrides {
  readonly #profiles: Profiles;
  readonly #questions: Map<string, readonly Contradiction[]> = new Map();
  /** Stops that nothing has lifted yet. */
  readonly #stops: Set<string> = new Set();
  readonly all: Override[] = [];

  constructor(profiles: Profiles) {
    this.#profiles = profiles;
  }

  take(stored: Stored): void {
    for (const fact of stored.entry.body.facts) {
      if (fact.fact === 'questioned') this.#questions.set(fact.question, fact.contradictions);
      const found = this.#overrideOf(fact, stored);
      if (found !== null) this.all.push({ stored, ...found });
    }
  }

  #overrideOf(fact: Fact, stored: Stored): Omit<Override, 'stored'> | null {
    if (fact.fact === 'stopped') this.#stops.add(stopOf(fact));
    if (fact.fact === 'lifted' && !this.#stops.delete(stopOf(fact))) return null;
    if (fact.fact === 'answered') return this.#goDespite(fact.message, stored);
    const told = reported[fact.fact] as
      | ((fact: Fact, stored: Stored) => Omit<Override, 'stored'> | null)
      | undefined;
    return told?.(fact, stored) ?? null;
  }

  /** A go to a question about records that contradict the handoff: it runs as it was sent. */
  #goDespite(question: string, { entry }: Stored): Omit<Override, 'stored'> | null {
    const contradictions = this.#questions.get(question) ?? [];
    const { message } = entry.body;
    const val = slotOf(message, 'val') ?? '';
    const { go } = this.#profiles.get(slotOf(message, 'p') ?? '') ?? this.#profiles.core;
    if (contradictions.length === 0 || !(go.has(val) || val === 'Y')) return null;
    const told = contradictions.map(
      ({ slot, sent, resolved, source }) => `${slot}: sent ${sent}, ${source} ${resolved}`,
    );
    return { kind: 'runs as sent, against the records', told: told.join('; ') };
  }
}

function stopOf({ handoff, agent }: { readonly handoff: string; readonly agent: string }): string {
  return `${handoff} ${agent}`;
}

type Told<F extends Fact['fact']> = (
  fact: Extract<Fact, { readonly fact: F }>,
  stored: Stored,
) => Omit<Override, 'stored'> | null;

/** Facts that are reported, and what is told of each. */
const reported: { readonly [F in Fact['fact']]?: Told<F> } = {
  executed: ({ result }) =>
    result.evidence === 'person' ? { kind: 'a person said that it was done', told: result.report } : null,
  'not-executed': ({ cause }, { entry }) =>
    entry.body.person ? { kind: 'a person said that it was not done', told: cause } : null,
  accepted: ({ handoff }) => ({ kind: 'taken on its sender’s word, unchecked', told: handoff }),
  lifted: ({ handoff, agent }) => ({ kind: 'a stop was lifted', told: `${agent} for ${handoff}` }),
  incident: ({ cause }) => ({ kind: 'an effect against what was recorded', told: cause }),
  redacted: ({ sequence, reason }) => ({ kind: 'content was dropped', told: `entry ${sequence}: ${reason}` }),
};
