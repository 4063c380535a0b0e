import { withLedger } from '../../ledger/open.ts';
import { principalText } from '../../ledger/principal-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `principal list`: who may speak. */
export const list: Verb = {
  name: 'principal list',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'who may speak as which agents, and the ids of their keys; never a key',
  about: 'With --json there is one object for each principal.',
  arguments: [],
  example: {
    command: 'hearback principal list --ledger office.ledger | head -n 1',
    output: 'office  speaks as ops, release  everywhere',
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const principals = await ledger.principals.list();
      for (const one of principals) tell(call, { json: { ...one }, text: principalText(one) });
      if (principals.length === 0 && !call.options.has('json'))
        tell(call, { json: {}, text: 'nobody yet: hearback principal add' });
    }),
};
