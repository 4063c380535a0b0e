import { handoffDueAt, statementDueAt } from '../due.ts';
import type { Due } from '../store.ts';
import type { Conversation } from './slice.ts';

interface Pass {
  readonly now: number;
  readonly limit: number;
}

interface Waiting {
  readonly key: string;
  readonly moment: number;
  readonly due: Due;
}

/** What waits for the sweeper. */
export class DueRow {
  /** When something was handed out of a row that was longer than one pass takes. */
  readonly #handedOut: Map<string, number> = new Map();

  /** Statements and handoffs whose time has come, those that have waited longest first. */
  longest(conversations: ReadonlyMap<string, Conversation>, { now, limit }: Pass): readonly Due[] {
    const statements: Waiting[] = [];
    const handoffs: Waiting[] = [];
    for (const [conversation, { rows }] of conversations) {
      for (const statement of rows.statements.values()) {
        const { token } = statement;
        const moment = statementDueAt(statement);
        if (isPast(moment, now)) statements.push({ key: token, moment, due: { conversation, token } });
      }
      for (const handoff of rows.handoffs.values()) {
        const key = JSON.stringify([conversation, handoff.id]);
        const moment = handoffDueAt(handoff);
        if (isPast(moment, now)) handoffs.push({ key, moment, due: { conversation, handoff: handoff.id } });
      }
    }
    return [...this.#take(statements, { now, limit }), ...this.#take(handoffs, { now, limit })];
  }

  /** Those that have waited longest; where there are more, they go to the end of the row. */
  #take(waiting: readonly Waiting[], { now, limit }: Pass): readonly Due[] {
    const since = ({ key, moment }: Waiting): number => this.#handedOut.get(key) ?? moment;
    const taken = [...waiting].sort((one, other) => since(one) - since(other)).slice(0, limit);
    if (waiting.length > limit) for (const { key } of taken) this.#handedOut.set(key, now);
    return taken.map(({ due }) => due);
  }
}

function isPast(moment: number | null, now: number): moment is number {
  return moment !== null && now >= moment;
}
