import { parse } from '../../codec/index.ts';
import { makeAnswer } from '../../compose/index.ts';
import type { Approval } from '../fact.ts';
import type { Handle, Sent } from '../ledger.ts';
import { nextIdFor, type Owner, ownerIn } from '../propose.ts';
import { assertStanding, seatOf } from '../seat.ts';
import { send } from '../send.ts';
import { approversAt } from './approved.ts';
import { approvalsOf, type SeenApproval } from './find.ts';
import { byApproval } from './relied.ts';

/** What came of looking for an approval: the confirmation that it gives, or none and why. */
export type ByApproval =
  | { readonly outcome: 'confirmed'; readonly approval: Approval; readonly sent: Sent }
  | { readonly outcome: 'not-confirmed'; readonly because: string };

/**
 * Confirms a statement by an approval that the owner of its handoff gave before: of the same ask and item, of exactly the
 * values that are frozen, not withdrawn, by nobody who was revoked since, and for an act that was not done since. The entry
 * names the approval; it is nobody's word of now. Nothing else of the statement is looked at: the ledger judges the answer
 * like any other, and a commit looks at the approval once more.
 */
export async function confirmByApproval(handle: Handle, owner: Owner, token: string): Promise<ByApproval> {
  const seat = seatOf(handle);
  const { store, settings, by } = seat;
  const { rows } = await store.read(by.conversation, { tokens: [token] });
  const statement = rows.statements.get(token);
  const handoff = statement === undefined ? undefined : rows.handoffs.get(statement.handoff);
  if (statement === undefined || handoff === undefined) return none(`no statement is ${token}`);
  if (handoff.principal !== owner.principal) return none(`${owner.principal} did not hand it over`);
  await assertStanding(seat);
  const { isStanding, hold } = approversAt(seat);
  if (!isStanding(owner.principal)) return none(`${owner.principal} is no principal any more`);
  const isGood = ({ approval: { approvers }, withdrawn }: SeenApproval): boolean =>
    withdrawn === null && hold(approvers) && approvers.some(({ person }) => person === owner.principal);
  const approval = (await approvalsOf(seat, rows, handoff, statement)).find(isGood)?.approval;
  if (approval === undefined)
    return none(`${owner.principal} has approved nothing with exactly these values`);
  if (await wasDone(handle, handoff.item, handoff.ask)) return none(`${approval.reference} was used`);
  const rb = parse(rows.messages.get(statement.readback)?.line ?? '', settings).message;
  const id = await nextIdFor(handle, owner, handoff.from);
  const answer = rb === null ? null : makeAnswer({ to: rb, val: 'Y', id }).message;
  if (answer === null) return none('its readback cannot be answered');
  const policy = { name: `${byApproval}${approval.reference}`, sha256: approval.sha256 };
  const sent = await send(seat, answer, {}, { policy, owner: ownerIn(handle, owner) });
  if (sent.outcome === 'refused') return none(sent.message);
  const { withdrawnBy: _, ...found } = approval;
  return { outcome: 'confirmed', approval: found, sent };
}

function none(because: string): ByApproval {
  return { outcome: 'not-confirmed', because };
}

/** Whether the act was ever done: an approval is for one act, also where that was undone. */
async function wasDone(handle: Handle, item: string, ask: string): Promise<boolean> {
  const { store, by } = seatOf(handle);
  const ids = await store.about(by.conversation, item);
  const { rows } = await store.read(by.conversation, { ids });
  return [...rows.statements.values()].some(
    ({ state, handoff }) => state === 'EXECUTED' && rows.handoffs.get(handoff)?.ask === ask,
  );
}
