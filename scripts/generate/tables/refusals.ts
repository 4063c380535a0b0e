import { actRefusals } from '../../../src/act/refusal.ts';
import { refusals } from '../../../src/ledger/refusal.ts';

/** Why a line, or an act, is refused; those of the ledger hold for the lines that the act tool writes as well. */
export function refusalTable(of: 'ledger' | 'act'): string {
  const rows = Object.entries(of === 'ledger' ? refusals : actRefusals).filter(
    ([reason]) => of === 'ledger' || !Object.hasOwn(refusals, reason),
  );
  const cells = rows.map(
    ([reason, { means, retryable }]) => `| \`${reason}\` | ${means} | ${retryable ? 'yes' : 'no'} |`,
  );
  return ['| reason | means | may be tried again |', '|---|---|---|', ...cells].join('\n');
}
