import { UsageError } from '../diagnostic/usage-error.ts';
import { LedgerError, storageText } from '../ledger/error.ts';
import { advice, storageAdvice } from './advice.ts';
import { type Answer, refusal } from './answer.ts';
import { Refusing } from './tool.ts';

/** What an error amounts to for the model: a reason, and what to do. Of a fault of this program no word of it is told. */
export function failureAnswer(error: unknown, log: (text: string) => void): Answer {
  if (error instanceof Refusing) return error.answer;
  if (error instanceof UsageError)
    return refusal(error.code, error.message, 'Mend the arguments and call again.');
  if (error instanceof LedgerError) return storageAnswer(error);
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return refusal(
    'internal',
    'The server failed inside; what it did before stands in the ledger.',
    'Call open to see how things stand before you call this again.',
  );
}

function storageAnswer(error: LedgerError): Answer {
  const { code, retryable } = error;
  if (code === 'ledger/revoked') return refusal('revoked', error.message, advice.revoked, { retryable });
  const kind = code === 'ledger/undecided' ? 'undecided' : retryable ? 'retryable' : 'broken';
  return refusal(code, storageText(error), storageAdvice[kind], { retryable });
}
