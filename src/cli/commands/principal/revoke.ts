import { byOption, writerOf } from '../../ledger/new-key.ts';
import { withLedger } from '../../ledger/open.ts';
import { principalText } from '../../ledger/principal-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `principal revoke`: a key, or a principal with all of its keys. */
export const revoke: Verb = {
  name: 'principal revoke',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'end a key, or a principal with all of its keys; what holds them stops at its next step',
  arguments: [
    { name: 'NAME', about: 'the principal' },
    {
      name: 'KEY-ID',
      about: 'the id of one key, as principal list shows it; all unless given',
      isOptional: true,
    },
  ],
  options: byOption,
  example: {
    command: 'hearback principal revoke nobody --ledger office.ledger',
    output: [
      'hearback principal revoke: there is no principal nobody',
      'see hearback principal revoke --help',
    ].join('\n'),
    exit: 2,
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const [principal = '', key] = call.words;
      const view = await ledger.principals.revoke(principal, key, { by: writerOf(call) });
      tell(call, { json: { ...view }, text: principalText(view) });
    }),
};
