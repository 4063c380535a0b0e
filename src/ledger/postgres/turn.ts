import { rowsAfter } from '../changes.ts';
import type { judge } from '../sql/rows.ts';
import type { Slice, Wanted } from '../store.ts';

/** A step, or a number that is given out, in a conversation. */
export interface Turn<T> {
  readonly conversation: string;
  readonly wanted: Wanted;
  /** Pure: it may judge once more. */
  readonly judge: (slice: Slice) => ReturnType<typeof judge<T>>;
  /** The same in a transaction that holds the conversation first, whatever is known of it. */
  readonly locked: () => Promise<T>;
}

/** The next number of an agent's ids, as a turn that writes nothing else. */
export function numbering(
  conversation: string,
  { rows: { head, numbers } }: Slice,
  agent: string,
): ReturnType<typeof judge<number>> {
  const number = (numbers.get(agent) ?? 0) + 1;
  const nothing = rowsAfter(head);
  return {
    writing: {
      conversation,
      entries: [],
      before: { ...nothing, numbers },
      changes: { ...nothing, numbers: new Map([[agent, number]]) },
      kept: new Map(),
      redactions: [],
    },
    answer: () => number,
  };
}
