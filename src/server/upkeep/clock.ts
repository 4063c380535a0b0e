import type { Store } from '../../ledger/store.ts';

/** The ledger's clock as one process keeps it between two looks. */
export interface LedgerClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Looks at the ledger's own clock once more. */
  readonly set: () => Promise<void>;
}

/** A clock that goes by the store's, however this machine's is set. */
export async function ledgerClock(store: Pick<Store, 'now'>): Promise<LedgerClock> {
  let ahead = 0;
  const set = async (): Promise<void> => {
    const asked = Date.now();
    const at = await store.now();
    ahead = at - (asked + Date.now()) / 2; // half of the way there and back
  };
  await set();
  return { now: () => Date.now() + ahead, set };
}
