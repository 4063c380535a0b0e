import { jsonText } from '../diagnostic/render-json.ts';
import { LedgerError, storageText } from '../ledger/error.ts';
import { escaped } from '../text/shown.ts';
import type { World } from './world.ts';

/** How a verb ends that cannot go on: 1 for good, 3 undecided, 4 not now (act.md 9). */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly exit: 1 | 3 | 4;
}

/** Thrown by a verb that cannot go on for a reason which is neither wrong usage nor broken storage. */
export class Stopped extends Error implements Failure {
  readonly code: string;
  readonly exit: 1 | 3 | 4;

  constructor(code: string, message: string, exit: 1 | 3 | 4 = 1) {
    super(message);
    this.name = 'Stopped';
    this.code = code;
    this.exit = exit;
  }
}

/** What an error amounts to; null for one that is a fault of this program. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Stopped) return error;
  if (!(error instanceof LedgerError)) return null;
  const { code, retryable } = error;
  return {
    code,
    message: storageText(error),
    exit: code === 'ledger/undecided' ? 3 : retryable ? 4 : 1,
  };
}

/** Tells a failure, on one line; returns the exit code. */
export function writeFailure(
  { out, err }: World,
  { code, message, exit }: Failure,
  { isJson }: { readonly isJson: boolean },
): number {
  if (isJson) out.write(`${jsonText({ outcome: 'failed', code, message, exit })}\n`);
  err.write(`hearback: ${escaped(message)} [${code}]\n`);
  return exit;
}
