import { run } from '../../../src/cli/main.ts';
import type { Sink } from '../../../src/cli/sink.ts';
import { UsageError } from '../../../src/diagnostic/usage-error.ts';

/** What a command line printed and how it ended. */
export interface Ended {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

/** How the outside of a command line is. */
interface Outside {
  readonly stdin?: string | Uint8Array;
  readonly isTerminal?: boolean;
  readonly clock?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds: the ledger's clock. */
  readonly ledgerClock?: number;
  /** What tells it to end. */
  readonly stop?: AbortSignal;
}

/** Runs a command line in this process, in a world of its own. */
export async function hearback(args: readonly string[], outside: Outside = {}): Promise<Ended> {
  const { stdin = '', isTerminal = false, clock = '20261001T0900Z', environment = {}, ledgerClock } = outside;
  const { stop = new AbortController().signal } = outside;
  const written = { out: '', err: '' };
  const sink = (name: 'out' | 'err'): Sink => ({
    write: (text) => {
      written[name] += text;
    },
    flush: () => undefined,
    drained: async () => undefined,
    isTerminal,
    color: isTerminal,
    width: 100,
  });
  let isTaken = false;
  const exit = await run(args, {
    stdin: () => {
      if (isTaken) throw new UsageError('usage/stdin', 'standard input was taken twice');
      isTaken = true;
      return chunksOf(typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin);
    },
    out: sink('out'),
    err: sink('err'),
    clock: () => clock,
    environment,
    stop: () => stop,
    ...(ledgerClock === undefined ? {} : { ledgerClock: () => ledgerClock }),
  });
  return { exit, ...written };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
