import type { Ledger } from '../../ledger/ledger.ts';
import type { Store } from '../../ledger/store.ts';
import type { Standing } from '../env.ts';
import type { Log } from '../security/log.ts';
import { ledgerClock } from './clock.ts';
import { rounds } from './rounds.ts';

/** What a server does by itself, beside what it is asked for. */
export interface Upkeep {
  /** The ledger's clock, in milliseconds. */
  readonly now: () => number;
  /** What came of verifying the ledger. */
  readonly verified: () => Standing['verified'];
  stop(): Promise<void>;
}

/** How many of each kind one pass writes down. */
const limit = 500;

/**
 * Keeps to the ledger's clock, writes down what time has changed every so many milliseconds, and verifies the ledger once, so
 * that nothing is executed, and no request sent here, on one whose chain does not hold.
 */
export async function keepUp({
  ledger,
  store,
  log,
  every,
}: {
  readonly ledger: Ledger;
  readonly store: Store;
  readonly log: Log;
  readonly every: number;
}): Promise<Upkeep> {
  const clock = await ledgerClock(store);
  const sweeping = rounds('sweep', every, log, async () => {
    await clock.set();
    const swept = await ledger.sweep({ limit });
    const count = Object.values(swept).reduce((sum, one) => sum + one, 0);
    if (count > 0) log({ event: 'swept', count });
  });
  let verified: Standing['verified'] = 'running';
  const verifying = ledger.verify().then(
    ({ holds }) => {
      verified = { at: clock.now(), holds };
      log({ event: holds ? 'verified' : 'not-trusted' });
    },
    () => {
      verified = 'failed';
      log({ event: 'verify-failed' });
    },
  );
  return {
    now: clock.now,
    verified: () => verified,
    stop: async () => {
      await sweeping.stop();
      await verifying;
    },
  };
}
