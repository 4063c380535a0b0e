import type { Ledger } from '../../ledger/ledger.ts';
import type { Store } from '../../ledger/store.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';
import type { Log } from '../security/log.ts';
import { type Rounds, rounds } from '../upkeep/rounds.ts';
import { noticesIn } from './notices.ts';
import { Teller, type Webhook } from './teller.ts';

/** What telling people needs of a server. */
export interface Notifying {
  readonly ledger: Ledger;
  readonly store: Store;
  readonly profiles: Profiles;
  /** Milliseconds, by the ledger's clock. */
  readonly clock: () => number;
  readonly log: Log;
  readonly origin: string;
  readonly webhook: Webhook;
  /** How often is looked for something to tell, in milliseconds; 5 s unless set. */
  readonly every?: number;
}

/**
 * Tells a webhook of new questions to people, of those whose time runs out and of outcomes that stay unknown. It reads and
 * sends beside everything else: nothing waits for it.
 */
export function notifyPeople({ ledger, store, every = 5_000, ...at }: Notifying): Rounds {
  const stopping = new AbortController();
  const places = new Map<string, number>();
  const teller = new Teller(at.webhook, at.clock, at.log);
  const reading = rounds('webhook', every, at.log, async () => {
    for (const conversation of await store.conversations()) {
      if (conversation.startsWith('.') || stopping.signal.aborted) continue;
      const handle = ledger.as({ principal: 'notifier', agents: [], conversation });
      const after = places.get(conversation) ?? 0;
      const found = await noticesIn(handle, { ...at, now: at.clock(), after });
      teller.take(found.notices);
      places.set(conversation, found.after);
    }
    await teller.tell(stopping.signal);
  });
  return {
    stop: async () => {
      stopping.abort();
      await reading.stop();
    },
  };
}
