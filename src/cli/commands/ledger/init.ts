import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import type { Verb } from '../../verb.ts';

/** `ledger init`: a new ledger. */
export const init: Verb = {
  name: 'ledger init',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'make a ledger: a file that its owner alone may read, or the tables in a PostgreSQL database',
  about: 'One that is there already is opened, looked at and left as it is.',
  arguments: [],
  example: {
    command: 'hearback ledger init --ledger office.ledger',
    output: 'made: office.ledger',
  },
  run: (call) =>
    withLedger(
      call,
      async ({ isNew, location: { kind, shown } }) => {
        const outcome = isNew ? 'made' : 'exists';
        call.report.result({
          diagnostics: [],
          isBare: true,
          json: { outcome, ledger: shown, kind },
          says: () => `${isNew ? 'made' : 'was there'}: ${escaped(shown)}`,
        });
      },
      { create: true },
    ),
};
