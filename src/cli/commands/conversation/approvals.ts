import { approvalsOn, recordOf, type StandingApproval } from '../../../ledger/approval/find.ts';
import { instantOf } from '../../../ledger/clock.ts';
import { escaped } from '../../../text/shown.ts';
import { withReader } from '../../ledger/conversation.ts';
import { itemOf, itemWord } from '../../ledger/item.ts';
import { columns } from '../../ledger/plain.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `approvals`: what people approved about an item. */
export const approvals: Verb = {
  name: 'approvals',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary:
    'what people approved about an item: the values, who said go, how that was proved, and whether it holds',
  about:
    'A person approves on the page of a question (hearback serve). The record of each is what check-ho takes; send and ' +
    'check-ho find it by themselves with --approved. With --json there is one object for each approval.',
  arguments: [itemWord],
  exits: { 1: 'nobody approved anything about it that holds' },
  example: {
    command: 'hearback approvals item=jira:OPS-77 --ledger office.ledger',
    output: 'nobody approved anything about jira:OPS-77',
    exit: 1,
  },
  run: (call) =>
    withReader(call, async ({ handle }) => {
      const item = itemOf(call);
      const all = await approvalsOn(handle, item);
      for (const one of all) tell(call, { json: { ...one, record: recordOf(one) }, text: approvalText(one) });
      if (all.some(({ withdrawnBy }) => withdrawnBy === null)) return;
      const text =
        all.length === 0 ? `nobody approved anything about ${escaped(item)}` : 'none of them holds';
      tell(call, { json: { outcome: 'none' }, text, exit: 1 });
    }),
};

function approvalText(approval: StandingApproval): string {
  const { reference, ask, item, values, approvers, answer, withdrawnBy, policy } = approval;
  const standing = withdrawnBy === null ? 'holds' : `withdrawn by ${withdrawnBy}`;
  const rows = [
    ...Object.entries(values),
    ...approvers.map(
      ({ person, at, proof }) =>
        ['said go', `${person} at ${instantOf(at)}, passkey ${proof.passkey}`] as const,
    ),
    ...(policy === null ? [] : [['policy', `${policy.name} ${policy.sha256.slice(0, 12)}`] as const]),
  ];
  const shown = rows.map(([name, value]) => [name, escaped(value)] as const);
  return `${escaped(reference)}  ${ask} ${escaped(item)}  ${standing}, answer ${answer}\n${columns(shown)}`;
}
