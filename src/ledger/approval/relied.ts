import type { Approver } from '../fact.ts';
import type { Seat, Sitting } from '../seat.ts';
import { entryAt } from '../send.ts';
import type { MessageRow, Rows, Statement } from '../state.ts';
import { approversAt } from './approved.ts';
import { approvalsOf, type SeenApproval } from './find.ts';

/** How the policy is named of a confirmation that an approval gave. */
export const byApproval = 'approval:';

/** The approval that a statement relies on, as it stood at one moment of its conversation. */
export interface Relied {
  /** The sequence of the last entry then. */
  readonly at: number;
  readonly reference: string;
  /** Those of whom none may be revoked; null where the approval was withdrawn, or cannot be read. */
  readonly approvers: readonly Approver[] | null;
}

/**
 * The approval that confirmed a statement; else, where it was confirmed by the word of the one who handed it over, the
 * approval of exactly its act that was given before. Null for none: nobody who approved it can take that back.
 */
export async function reliedOn(seat: Seat, rows: Rows, statement: Statement): Promise<Relied | null> {
  const answer = rows.messages.get(statement.confirmed?.answer ?? '');
  const handoff = rows.handoffs.get(statement.handoff);
  if (answer === undefined || handoff === undefined) return null;
  const seen = await approvalsOf(seat, rows, handoff, statement);
  const at = rows.head.sequence;
  if (answer.principal === handoff.principal) return besideWord(seen, answer, at);
  const { policy } = await entryAt(seat, answer.sequence);
  const reference = policy?.startsWith(byApproval) === true ? policy.slice(byApproval.length) : '';
  const found = seen.find(
    ({ approval, withdrawn }) => approval.reference === reference && withdrawn === null,
  );
  return { at, reference, approvers: found?.approval.approvers ?? null };
}

/**
 * The word stands by itself whoever is revoked, but not against a person who had said go to this very act and took that back;
 * but where that person is the one who says it, and later.
 */
function besideWord(
  seen: readonly SeenApproval[],
  { sequence, principal }: MessageRow,
  at: number,
): Relied | null {
  const before = seen.filter(({ given }) => given < sequence);
  if (before.some(({ withdrawn }) => withdrawn === null)) return relied([]);
  const isAgainst = ({ approval: { approvers }, withdrawn }: SeenApproval): boolean =>
    withdrawn === null || withdrawn > sequence || !approvers.some(({ person }) => person === principal);
  return before.some(isAgainst) ? relied(null) : null;

  function relied(approvers: Relied['approvers']): Relied {
    return { at, reference: before[0]?.approval.reference ?? '', approvers };
  }
}

/** Whether what a statement relies on holds in this step; `stale` where something was written since it was looked at. */
export function stillApproved(
  seat: Seat,
  { at, approvers }: Relied,
  { rows }: Pick<Sitting, 'rows'>,
): 'yes' | 'no' | 'stale' {
  if (approvers === null || !approversAt(seat).hold(approvers)) return 'no';
  return rows.head.sequence === at ? 'yes' : 'stale';
}
