import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Capabilities, commandExecutor, type Executor } from '../../../src/act/index.ts';

/** How the bank process is told to behave; see bank-process.ts. */
export interface BankOptions {
  readonly file: string;
  readonly keys?: boolean;
  readonly kills?: 'before' | 'after' | 'instead';
  readonly does?: string;
  readonly can?: Partial<Capabilities>;
  readonly timeout?: number;
  readonly onStandardError?: (text: string) => void;
}

/** The bank process as an executor. */
export function bankAt({
  file,
  keys = false,
  kills,
  does,
  can,
  timeout = 10_000,
  onStandardError,
}: BankOptions): Executor {
  return commandExecutor({
    name: 'bank',
    command: process.execPath,
    args: [fileURLToPath(new URL('bank-process.ts', import.meta.url))],
    timeout,
    can: keys
      ? {
          idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' },
          lookup: { kind: 'by-key' },
          ...can,
        }
      : { ...can },
    ...(onStandardError === undefined ? {} : { onStandardError }),
    env: {
      BANK_FILE: file,
      ...(keys ? { BANK_KEYS: '1' } : {}),
      ...(kills === undefined ? {} : { BANK_KILLS: kills }),
      ...(does === undefined ? {} : { BANK_DOES: does }),
    },
  });
}

/** What was paid, by the bank's own file. */
export function paidIn(file: string): readonly {
  readonly key: string;
  readonly item: string;
  readonly values: Readonly<Record<string, string>>;
}[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The sound bank as an executor: one effect a key, whatever runs at once. `fault`: what it gets wrong. */
export function soundBankAt(file: string, can: Partial<Capabilities>, fault = ''): Executor {
  const program = fileURLToPath(new URL('sound-bank-process.ts', import.meta.url));
  const args = ['--disable-warning=ExperimentalWarning', program, file, fault];
  return commandExecutor({ name: 'bank', command: process.execPath, args, can });
}
