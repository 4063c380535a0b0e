import { byOption, writerOf } from '../../ledger/new-key.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';
import { personText } from './list.ts';

/** `person revoke`: a passkey, or a person with everything. */
export const revoke: Verb = {
  name: 'person revoke',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'end a passkey, or a person with all passkeys, links and sessions, at their next step',
  arguments: [
    { name: 'NAME', about: 'the person' },
    {
      name: 'PASSKEY',
      about: 'the id of one passkey, as person list shows it; all unless given',
      isOptional: true,
    },
  ],
  options: byOption,
  example: {
    command: 'hearback person revoke nobody --ledger office.ledger',
    output: ['hearback person revoke: there is no person nobody', 'see hearback person revoke --help'].join(
      '\n',
    ),
    exit: 2,
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const [person = '', passkey] = call.words;
      const view = await ledger.people.revoke(person, passkey, { by: writerOf(call) });
      tell(call, { json: { ...view }, text: personText(view) });
    }),
};
