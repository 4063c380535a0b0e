import { UsageError } from '../../../diagnostic/usage-error.ts';
import { escaped } from '../../../text/shown.ts';
import { withLedger } from '../../ledger/open.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `ledger backup`: a copy of a ledger file. */
export const backup: Verb = {
  name: 'ledger backup',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary: 'copy a ledger file to a new file while it is used; its owner alone may read it',
  about:
    'Never copy the file itself while somebody writes to it. The copy is of an epoch of its own: whoever opens it finds it ' +
    'quarantined, since the world may be ahead of it (reconcile --restored). A PostgreSQL database has tools of its own; ledger ' +
    'export is for both.',
  arguments: [{ name: 'FILE', about: 'where the copy goes; it must not be there yet' }],
  example: {
    command: 'hearback ledger backup monday.ledger --ledger office.ledger',
    output: 'copied: monday.ledger',
  },
  run: (call) =>
    withLedger(call, async ({ backup: copy }) => {
      const file = call.words[0] as string;
      if (copy === null) {
        throw new UsageError(
          'usage/backup',
          'this ledger is in PostgreSQL: use its own backup, or hearback ledger export',
        );
      }
      process.umask(0o077); // it holds what senders keep to themselves
      const made = await copy(file);
      tell(call, { json: { outcome: 'copied', ...made }, text: `copied: ${escaped(file)}` });
    }),
};
