import type { AnyMessage } from '../codec/message.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { type Seat, seatOf } from '../ledger/seat.ts';
import { assertCapable } from './capabilities.ts';
import type { Executor } from './executor.ts';
import type { ActToolOptions, Values } from './tool.ts';

/** What an act tool works with: its options with their defaults, at its handle's seat. */
export interface Desk {
  readonly seat: Seat;
  readonly executors: Readonly<Record<string, Executor>>;
  readonly resolve: (handoff: AnyMessage) => Values | Promise<Values>;
  readonly artifact: ((reference: string) => Promise<Uint8Array | string | null>) | null;
  readonly ask: string | null;
  readonly person: string;
  readonly wait: number;
  readonly statementLife: number;
  readonly sendWithin: number;
  readonly attempts: number;
  /** Names this tool's claims among those of other processes. */
  readonly worker: string;
}

/**
 * A desk for these options. Throws UsageError for a time that is none (a claim would never end), for a declaration that
 * says nothing, and for two executors of one name: a statement is its executor's by name.
 */
export function deskOf(options: ActToolOptions, worker: string): Desk {
  const { executors = {}, sendWithin = 5_000, statementLife = day } = options;
  assertTime(sendWithin, 'sendWithin');
  assertTime(statementLife, 'statementLife', minute);
  assertExecutors(new Set(Object.values(executors)));
  return {
    seat: seatOf(options.ledger),
    executors,
    resolve: options.resolve ?? (() => ({})),
    artifact: options.artifact ?? null,
    ask: options.ask ?? null,
    person: options.person ?? 'human',
    wait: options.wait ?? 10_000,
    statementLife,
    sendWithin,
    attempts: options.attempts ?? 5,
    worker,
  };
}

function assertExecutors(executors: ReadonlySet<Executor>): void {
  const names = new Set<string>();
  for (const executor of executors) {
    const { name, timeout } = executor;
    assertTime(timeout, `${name}: timeout`);
    assertCapable(executor);
    if (names.has(name))
      throw new UsageError('usage/executor', `two executors are called ${name}: give each a name of its own`);
    names.add(name);
  }
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** What a timer can wait for. */
const longest = 2 ** 31 - 1;

function assertTime(time: number, what: string, least = 1): void {
  if (Number.isFinite(time) && time > 0 && time >= least && time <= longest) return;
  throw new UsageError('usage/time', `${what} is a number of milliseconds from ${least} to ${longest}`);
}
