import { numberOption } from '../../ledger/number-option.ts';
import { withLedger } from '../../ledger/open.ts';
import { columns } from '../../ledger/plain.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** `sweep`: what time alone has changed is written down. */
export const sweep: Verb = {
  name: 'sweep',
  group: 'Keep a ledger',
  uses: 'ledger',
  summary:
    'write down what time alone has changed: statements that expired, workers that were not heard of again',
  about:
    'Whatever is used is checked at its use, so nothing depends on a sweep; it keeps what people look at up to date, and ' +
    'closes expired handoffs whose senders let it. Run it by a timer. One pass is bounded.',
  arguments: [],
  options: { limit: { value: 'N', about: 'at most so many of each kind; 100 unless given' } },
  example: {
    command: 'hearback sweep --ledger office.ledger',
    output: ['swept', '  expired  0', '  unknown  0', '  closed   0', '  overdue  0'].join('\n'),
  },
  run: (call) =>
    withLedger(call, async ({ ledger }) => {
      const swept = await ledger.sweep({ limit: numberOption(call, 'limit', 100) });
      const rows = Object.entries(swept).map(([kind, count]) => [kind, String(count)] as const);
      tell(call, { json: { ...swept }, text: `swept\n${columns(rows)}` });
    }),
};
