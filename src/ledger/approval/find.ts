import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import type { Approval } from '../fact.ts';
import type { Handle } from '../ledger.ts';
import { type Seat, seatOf } from '../seat.ts';
import type { Handoff, Statement } from '../state.ts';
import { approvedDigest, approversAt } from './approved.ts';
import { isAgainst, stopIn } from './withdrawn.ts';

/** An approval as it stands: a later no to the same act withdraws it (`stopIn`). */
export interface StandingApproval extends Approval {
  /** The id of the line that says it; null while it holds. */
  readonly withdrawnBy: string | null;
}

/** Why no approval counts for a handoff. */
export type NoApproval = 'none' | 'withdrawn' | 'revoked' | 'ambiguous';

/** The approval of a handoff, or why there is none. */
export type ApprovalFound =
  | {
      readonly outcome: 'found';
      readonly approval: Approval;
      readonly record: Readonly<Record<string, string>>;
    }
  | { readonly outcome: 'not-found'; readonly reason: NoApproval; readonly message: string };

/** What people approved about an item in the conversation of a handle, oldest first. */
export function approvalsOn(handle: Handle, item: string): Promise<readonly StandingApproval[]> {
  return standingOn(seatOf(handle), item);
}

/** Those of exactly what a statement runs that were not withdrawn. */
export async function approvalsOf(
  seat: Seat,
  { item, ask }: Handoff,
  { call }: Pick<Statement, 'call'>,
): Promise<readonly StandingApproval[]> {
  const values = canonicalJson((JSON.parse(call) as Pick<Approval, 'values'>).values);
  return (await standingOn(seat, item)).filter(
    (one) => one.ask === ask && one.withdrawnBy === null && canonicalJson(one.values) === values,
  );
}

/**
 * The one approval that a handoff names by its reference, or where it names none the only one of its item and ask; with
 * the record that check-ho compares the handoff with. One of somebody who was revoked since is none.
 */
export async function approvalFor(handle: Handle, ho: AnyMessage): Promise<ApprovalFound> {
  const { item } = ho;
  const ask = String(ho.slots['ask']);
  const all = (await approvalsOn(handle, item ?? '')).filter((one) => one.ask === ask);
  const named = all.filter((one) => isNamed(one, ho));
  const standing = named.filter(({ withdrawnBy }) => withdrawnBy === null);
  const seat = seatOf(handle);
  await seat.standing?.roster.refresh();
  const { hold } = approversAt(seat);
  const holding = standing.filter(({ approvers }) => hold(approvers));
  const [approval, second] = holding;
  if (second !== undefined)
    return none('ambiguous', `${holding.length} approvals of ${ask} ${item}: name one by its reference`);
  if (approval === undefined) {
    const [withdrawn] = named;
    const [revoked] = standing;
    if (revoked !== undefined)
      return none(
        'revoked',
        `${revoked.reference} was given by somebody who was revoked since, or whose passkey was`,
      );
    if (withdrawn === undefined)
      return none('none', `nobody has approved ${ask} of ${item} as the handoff says`);
    return none('withdrawn', `${withdrawn.reference} was withdrawn by ${withdrawn.withdrawnBy}`);
  }
  const { withdrawnBy: _, ...found } = approval;
  return { outcome: 'found', approval: found, record: recordOf(found) };
}

function none(reason: NoApproval, message: string): ApprovalFound {
  return { outcome: 'not-found', reason, message };
}

/** What check-ho compares a handoff with. */
export function recordOf({
  ask,
  item,
  values,
}: Pick<Approval, 'ask' | 'item' | 'values'>): Readonly<Record<string, string>> {
  return { ...values, ask, item };
}

/** A handoff that leaves the approval's slot open names none. */
function isNamed({ reference }: Approval, ho: AnyMessage): boolean {
  const slot = vocabularyOf(ho).profile?.approval;
  const said = slot === undefined ? undefined : ho.slots[slot];
  return said === undefined || written(said) === reference;
}

function standingOn(seat: Seat, item: string): Promise<readonly StandingApproval[]> {
  return seat.settings.pins.reading(() => standingIn(seat, item));
}

async function standingIn({ by, store, settings }: Seat, item: string): Promise<readonly StandingApproval[]> {
  const { conversation } = by;
  const ids = [...(await store.about(conversation, item)), ...(await store.beside(conversation, item))];
  if (ids.length === 0) return [];
  const { rows } = await store.read(conversation, { ids });
  const lines = [...rows.messages.values()].sort((a, b) => a.sequence - b.sequence);
  const stops = lines.flatMap((row) => stopIn({ rows, conversation, settings }, row) ?? []);
  return lines.flatMap(({ approval, sequence }) => {
    // a redacted one says nothing, and one whose values are not what was approved is none
    if (approval === undefined || approvedDigest(approval) !== approval.sha256 || approval.item !== item)
      return [];
    const stop = stops.find((one) => one.row.sequence > sequence && isAgainst(one, approval));
    return [{ ...approval, withdrawnBy: stop?.row.id ?? null }];
  });
}
