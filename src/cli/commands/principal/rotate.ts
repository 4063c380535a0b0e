import { byOption, keepKey, newKeyOptions, writerOf } from '../../ledger/new-key.ts';
import { withLedger } from '../../ledger/open.ts';
import type { Verb } from '../../verb.ts';

/** `principal rotate`: a further key. */
export const rotate: Verb = {
  name: 'principal rotate',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'make a further key for a principal; the old ones hold until they are revoked',
  arguments: [{ name: 'NAME', about: 'the principal' }],
  options: { ...newKeyOptions, ...byOption },
  example: {
    command: 'hearback principal rotate office --key-file office-2.key --ledger office.ledger',
    output: 'the key of office is in office-2.key',
  },
  run: (call) =>
    withLedger(call, ({ ledger }) => {
      const principal = call.words[0] as string;
      return keepKey(call, principal, () => ledger.principals.rotate(principal, { by: writerOf(call) }));
    }),
};
