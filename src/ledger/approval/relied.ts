import type { Seat, Sitting } from '../seat.ts';
import { entryAt } from '../send.ts';
import type { Rows, Statement } from '../state.ts';
import { approversAt } from './approved.ts';
import { approvalsOf, type StandingApproval } from './find.ts';

/** How the policy is named of a confirmation that an approval gave. */
export const byApproval = 'approval:';

/** The approval that confirmed a statement, as it stood at one moment of its conversation. */
export interface Relied {
  /** The sequence of the last entry then. */
  readonly at: number;
  readonly reference: string;
  /** Null where it would not confirm the statement any more: it was withdrawn, or cannot be read. */
  readonly approval: StandingApproval | null;
}

/** What a statement was confirmed by other than the word of the one who handed it over; null for that word. */
export async function reliedOn(seat: Seat, rows: Rows, statement: Statement): Promise<Relied | null> {
  const answer = rows.messages.get(statement.confirmed?.answer ?? '');
  const handoff = rows.handoffs.get(statement.handoff);
  if (answer === undefined || handoff === undefined || answer.principal === handoff.principal) return null;
  const { policy } = await entryAt(seat, answer.sequence);
  const reference = policy?.startsWith(byApproval) === true ? policy.slice(byApproval.length) : '';
  const approval = (await approvalsOf(seat, handoff, statement)).find((one) => one.reference === reference);
  return { at: rows.head.sequence, reference, approval: approval ?? null };
}

/** Whether what confirmed a statement does so in this step; `stale` where something was written since it was looked at. */
export function stillApproved(
  seat: Seat,
  { at, approval }: Relied,
  { rows }: Pick<Sitting, 'rows'>,
): 'yes' | 'no' | 'stale' {
  if (approval === null || !approversAt(seat).hold(approval.approvers)) return 'no';
  return rows.head.sequence === at ? 'yes' : 'stale';
}
