import { UsageError } from '../diagnostic/usage-error.ts';
import { timeOf } from '../text/moment.ts';
import { type Sink, sinkFor } from './sink.ts';

/** What a verb touches of the outside; tests pass one of their own. */
export interface World {
  /** Standard input, once: a second taker is told so. */
  stdin(): AsyncIterable<Uint8Array>;
  readonly out: Sink;
  readonly err: Sink;
  /** The time, YYYYMMDDTHHMMZ in UTC: what `--now` is when nobody says. */
  clock(): string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the process is told to end (SIGTERM, SIGINT): who asks for it ends by itself, soon. */
  stop(): AbortSignal;
  /** The ledger's clock, in milliseconds, in place of its store's own: for tests alone, no option sets it. */
  readonly ledgerClock?: () => number;
}

/** The process as a world. */
export function processWorld(): World {
  let isTaken = false;
  return {
    stdin: () => {
      if (isTaken)
        throw new UsageError('usage/stdin', 'standard input (-) can be read for one argument only');
      isTaken = true;
      return process.stdin;
    },
    out: sinkFor(process.stdout, process.env),
    err: sinkFor(process.stderr, process.env),
    clock: () => timeOf(Date.now()),
    environment: process.env,
    stop: stopOfProcess,
  };
}

/** Told twice, the process ends at once, as it does where nobody asked. */
function stopOfProcess(): AbortSignal {
  const told = new AbortController();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const stop = (): void => {
    for (const signal of signals) process.off(signal, stop);
    told.abort();
  };
  for (const signal of signals) process.on(signal, stop);
  return told.signal;
}
