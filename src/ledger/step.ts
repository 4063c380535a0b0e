import { rowsAfter } from './changes.ts';
import type { Entry } from './entry.ts';
import { LedgerError } from './error.ts';
import { absorb, apply } from './fold.ts';
import { seal } from './proof/seal.ts';
import type { Handoff, Rows, Statement } from './state.ts';
import type { Decision, Holder, Slice, Wanted } from './store.ts';

/** What a step writes: its entries, sealed, and the rows that they change; `after` is the slice as they leave it. */
export interface Carried {
  readonly entries: readonly Entry[];
  readonly changes: Rows;
  readonly after: Rows;
}

/** Carries a decision out on the slice that it was made on, which it uses up. Every store does this the same way. */
export function carry(
  conversation: string,
  slice: Slice,
  { at, drafts, sealed = [] }: Decision<unknown>,
): Carried {
  const entries: Entry[] = [];
  let after = slice.rows;
  let changes = rowsAfter(after.head);
  const take = (entry: Entry): void => {
    const changed = apply(after, entry);
    after = absorb(after, changed);
    changes = absorb(changes, changed);
    entries.push(entry);
  };
  for (const entry of sealed) take(following(entry, after));
  for (const draft of drafts) {
    const { sequence, hash } = after.head;
    take(seal(draft, { conversation, sequence: sequence + 1, at, previous: hash }));
  }
  return { entries, changes, after };
}

/** An entry that was sealed elsewhere, where it stands behind the last one. */
function following(entry: Entry, { head }: Rows): Entry {
  if (entry.sequence === head.sequence + 1 && entry.previous === head.hash) return entry;
  throw new LedgerError('ledger/conflict', `entry ${entry.sequence} does not follow entry ${head.sequence}`);
}

/** The agents that a step may give ids to: those it asks for, and the parties of every handoff that it sees. */
export function agentsIn({ agents = [] }: Wanted, handoffs: Iterable<Handoff>): readonly string[] {
  return [...new Set([...agents, ...[...handoffs].flatMap(({ from, to }) => [from, to])])];
}

/** A statement as another one meets it that would do the same act. */
export function holderOf(conversation: string, statement: Statement): Holder {
  const { token, handoff, state, exp, lease, fence, result } = statement;
  return {
    conversation,
    token,
    handoff,
    state,
    exp,
    lease,
    fence,
    report: result?.report ?? null,
    mismatch: result?.mismatch ?? false,
  };
}
