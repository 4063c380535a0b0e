import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import type { Approval } from '../fact.ts';
import type { Handle } from '../ledger.ts';
import { type Seat, seatOf } from '../seat.ts';
import type { Handoff, Rows, Statement } from '../state.ts';
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

/** An approval with the sequences of the lines that gave it and took it back; null while it holds. */
export interface SeenApproval {
  readonly approval: StandingApproval;
  readonly given: number;
  readonly withdrawn: number | null;
}

/** What people approved about an item in the conversation of a handle, oldest first. */
export async function approvalsOn(handle: Handle, item: string): Promise<readonly StandingApproval[]> {
  return (await seenOn(seatOf(handle), item)).map(({ approval }) => approval);
}

/** Those of exactly what a statement runs; `rows` is what was read of its handoff. */
export async function approvalsOf(
  seat: Seat,
  rows: Rows,
  { item, ask }: Handoff,
  { call }: Statement,
): Promise<readonly SeenApproval[]> {
  const values = canonicalJson((JSON.parse(call) as Pick<Approval, 'values'>).values);
  return (await seenOn(seat, item, rows)).filter(
    ({ approval }) => approval.ask === ask && canonicalJson(approval.values) === values,
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
  const { areRevoked } = approversAt(seat);
  const holding = standing.filter(({ approvers }) => !areRevoked(approvers));
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

function seenOn(seat: Seat, item: string, known: Rows | null = null): Promise<readonly SeenApproval[]> {
  return seat.settings.pins.reading(() => seenIn(seat, item, known));
}

async function seenIn(
  { by, store, settings }: Seat,
  item: string,
  known: Rows | null,
): Promise<readonly SeenApproval[]> {
  const { conversation } = by;
  const found = await Promise.all([store.about(conversation, item), store.beside(conversation, item)]);
  const ids = found.flat();
  if (ids.length === 0) return [];
  const isKnown = ids.every((id) => known?.messages.has(id) === true);
  const rows = known !== null && isKnown ? known : (await store.read(conversation, { ids })).rows;
  const lines = [...rows.messages.values()].sort((a, b) => a.sequence - b.sequence);
  const stops = lines.flatMap((row) => stopIn({ rows, conversation, settings }, row) ?? []);
  return lines.flatMap(({ approval, sequence: given }) => {
    // a redacted one says nothing, and one whose values are not what was approved is none
    if (approval === undefined || approvedDigest(approval) !== approval.sha256 || approval.item !== item)
      return [];
    const stop = stops.find((one) => one.row.sequence > given && isAgainst(one, approval));
    const standing = { ...approval, withdrawnBy: stop?.row.id ?? null };
    return [{ approval: standing, given, withdrawn: stop?.row.sequence ?? null }];
  });
}
