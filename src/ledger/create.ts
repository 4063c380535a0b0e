import { UsageError } from '../diagnostic/usage-error.ts';
import { isAgentName } from '../vocabulary/slot-types.ts';
import { handleAt } from './handle.ts';
import type { Connection, Ledger, LedgerOptions } from './ledger.ts';
import { settingsOf } from './settings.ts';
import { itself, sweep } from './sweep.ts';
import { verify } from './verify.ts';

/**
 * A ledger over a store.
 *
 * @example
 * const ledger = createLedger({ store: openMemory() });
 * const scheduler = ledger.as({ principal: 'office', agents: ['scheduler'] });
 * const sent = await scheduler.send('RW1 ST scheduler-1 from=scheduler to=payer item=inv:1 // hello');
 * sent.outcome; // => 'accepted'
 */
export function createLedger(options: LedgerOptions): Ledger {
  const { store, clock = null } = options;
  const settings = settingsOf(options);
  const seat = { store, settings, clock };
  return {
    as: (connection) => handleAt({ ...seat, by: judged(connection) }),
    sweep: async ({ limit = 100 } = {}) => sweep(seat, { now: clock?.() ?? (await store.now()), limit }),
    verify: () => verify(store),
    close: () => store.close(),
  };
}

function judged({
  principal,
  agents,
  conversation = 'main',
  person = false,
}: Connection): Required<Connection> {
  if (principal === '' || principal === itself) {
    throw new UsageError('usage/principal', `a principal has a name, and it is not ${itself}`);
  }
  if (conversation === '') throw new UsageError('usage/conversation', 'a conversation has a name');
  for (const agent of agents) {
    if (!isAgentName(agent))
      throw new UsageError('usage/agent', `${JSON.stringify(agent)} is no name of an agent`);
    if (agent === 'human' && !person) {
      throw new UsageError('usage/agent', 'only a person speaks as human: connect with person: true');
    }
  }
  return { principal, agents: Object.freeze([...agents]), conversation, person };
}
