import { existsSync, readFileSync } from 'node:fs';
import type { MessageJson } from '../../../src/codec/index.ts';
import { createLedger, type Store } from '../../../src/ledger/index.ts';
import { kinds, type Payment } from './payments.ts';

/** What was paid, as the bank's own file has it. */
export interface Effect {
  readonly key: string;
  readonly conversation: string;
  readonly handoff: string;
  readonly item: string;
  readonly values: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly at: number;
}

/** What a process was told by the ledger, and told the storm before it could die. */
export interface Told {
  readonly conversation: string;
  /** A line that was acknowledged as written. */
  readonly line: string;
}

/** An accepted line, as the ledger holds it. */
export interface Written {
  readonly conversation: string;
  readonly line: string;
  readonly message: MessageJson;
}

export interface Close {
  readonly conversation: string;
  readonly handoff: string;
  readonly closer: string;
}

/** Everything that a judge of a storm looks at. */
export interface Evidence {
  readonly payments: readonly Payment[];
  readonly effects: readonly Effect[];
  readonly told: readonly Told[];
  readonly lines: readonly Written[];
  readonly closes: readonly Close[];
  /** Handoffs that were taken back while they ran. */
  readonly crossed: readonly Pick<Close, 'conversation' | 'handoff'>[];
  /** Evidence of effects that came when a statement had ended without one. */
  readonly incidents: readonly string[];
  /** Why the hash chain does not hold; null when it does. */
  readonly broken: string | null;
}

export function effectsIn(file: string): readonly Effect[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Effect);
}

const page = 1_000;

/** The ledger's part of the evidence, read from the store as any later reader finds it. */
export async function readLedger(store: Store): Promise<Omit<Evidence, 'payments' | 'effects' | 'told'>> {
  const lines: Written[] = [];
  const closes: Close[] = [];
  const crossed: Evidence['crossed'][number][] = [];
  const incidents: string[] = [];
  for (const conversation of kinds) {
    for (let after = 0; ; after += page) {
      const entries = await store.entries(conversation, { after, limit: page });
      for (const { entry } of entries) {
        const { line, message, refused, facts } = entry.body;
        if (line !== null && message !== null && refused === null) {
          lines.push({ conversation, line, message: message as unknown as MessageJson });
        }
        for (const fact of facts) {
          if (fact.fact === 'closed')
            closes.push({ conversation, handoff: fact.handoff, closer: fact.closer });
          if (fact.fact === 'cancelling') crossed.push({ conversation, handoff: fact.handoff });
          if (fact.fact === 'incident') incidents.push(`${conversation} ${fact.token}: ${fact.cause}`);
        }
      }
      if (entries.length < page) break;
    }
  }
  const verified = await createLedger({ store }).verify();
  const broken = verified.holds ? null : `${verified.conversation} ${verified.sequence}: ${verified.why}`;
  return { lines, closes, crossed, incidents, broken };
}
