import type { PrincipalView } from '../../../ledger/principals/principals.ts';
import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import { momentText } from '../../ledger/plain.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `person list`: who may decide. */
export const list: Verb = {
  name: 'person list',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'the people of the ledger and their passkeys, by their public ids',
  about: 'With --json there is one object for each person.',
  arguments: [],
  example: {
    command: 'hearback person list --ledger office.ledger',
    output: 'm.okafor  everywhere  no passkey yet',
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const people = await ledger.people.list();
      for (const one of people) tell(call, { json: { ...one }, text: personText(one) });
      if (people.length === 0 && !call.options.has('json'))
        tell(call, { json: {}, text: 'nobody yet: hearback person add' });
    }),
};

/** A person with the passkeys. */
export function personText({ principal, conversations, revoked, passkeys }: PrincipalView): string {
  const head = [
    escaped(principal),
    conversations === null ? 'everywhere' : `in ${conversations.map(escaped).join(', ')}`,
    ...(revoked === null ? [] : [`revoked ${momentText(revoked.at)} by ${escaped(revoked.by)}`]),
    ...(passkeys.length === 0 ? ['no passkey yet'] : []),
  ];
  const rows = passkeys.map(
    ({ id, added, copied, revoked: end }) =>
      `  passkey ${id}  made ${momentText(added)}${copied ? ', may be copied' : ''}${end === null ? '' : `, revoked ${momentText(end)}`}`,
  );
  return [head.join('  '), ...rows].join('\n');
}
