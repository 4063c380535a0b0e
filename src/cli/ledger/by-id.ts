import { UsageError } from '../../diagnostic/usage-error.ts';
import { whichLedger, whoseConversation } from '../shared-options.ts';
import type { Call, Option } from '../verb.ts';

/** Options of the verbs that take a line, or its id in a ledger. */
export const inLedger: Readonly<Record<string, Option>> = { ...whichLedger, ...whoseConversation };

/** Whether a word is the id of a message in a ledger; the options of a ledger beside a line are a usage error. */
export function isIdInLedger({ options }: Call, word: string): boolean {
  if (/^[A-Za-z0-9._-]+-\d+$/.test(word)) return true;
  const stray = Object.keys(inLedger).find(options.has);
  if (stray === undefined) return false;
  throw new UsageError('usage/option', `--${stray} goes with the id of a handoff, not with a line`);
}
