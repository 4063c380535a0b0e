import { LedgerError } from '../../ledger/error.ts';
import type { Log } from '../security/log.ts';

/** Work that is done again and again, never twice at once. */
export interface Rounds {
  /** Does no more, and resolves when what is being done is over. */
  stop(): Promise<void>;
}

/** Does `work` now, and again `every` milliseconds after it was done. What goes wrong is logged, and tried again. */
export function rounds(event: string, every: number, log: Log, work: () => Promise<void>): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const round = async (): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log({ event: `${event}-failed`, code: error instanceof LedgerError ? error.code : 'fault' });
    }
    if (!isOver) timer = setTimeout(next, every);
  };
  let running = round();
  function next(): void {
    running = round();
  }
  return {
    stop: async () => {
      isOver = true;
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}
