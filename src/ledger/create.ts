import { UsageError } from '../diagnostic/usage-error.ts';
import { conversations } from './conversations.ts';
import { handleAt } from './handle.ts';
import { itself } from './itself.ts';
import type { Connection, Ledger, LedgerOptions } from './ledger.ts';
import { peopleOf } from './people/people.ts';
import { connected } from './principals/connect.ts';
import { assertAgents, assertConversation, assertWriter } from './principals/names.ts';
import { principalsOf } from './principals/principals.ts';
import { Roster } from './principals/roster.ts';
import { headNow } from './proof/head.ts';
import { headExporter } from './proof/head-export.ts';
import type { Heads } from './proof/heads.ts';
import { recheck } from './proof/recheck.ts';
import { redact } from './proof/redact.ts';
import { verify } from './proof/verify.ts';
import { settingsOf } from './settings.ts';
import { sweep } from './sweep.ts';
import { Trust } from './trust.ts';

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
  const trust = new Trust({ store, settings, clock });
  const seat = { store, settings, clock, trust };
  const roster = new Roster(store);
  const now = async (): Promise<number> => clock?.() ?? (await store.now());
  const source = { store, tenant: settings.tenant, now };
  const head = (conversation?: string): Promise<Heads> => headNow(source, conversation);
  return {
    as: (connection) => handleAt({ ...seat, by: judged(connection), standing: null }),
    connect: async (key, { conversation } = {}) => {
      const known = await connected(roster, key, conversation);
      return known === null ? null : handleAt({ ...seat, ...known });
    },
    conversations: (page) => conversations(store, page),
    principals: principalsOf(seat, roster),
    people: peopleOf(seat, roster),
    sweep: async ({ limit = 100 } = {}) => sweep(seat, { now: await now(), limit }),
    head,
    exportHeads: headExporter({ ...source, head }),
    verify: async (asked) => {
      const verified = await verify(store, asked);
      if (!verified.holds) trust.breaks(verified);
      return verified;
    },
    recheck: (asked) => recheck({ store, settings }, asked),
    redact: (input) => redact(seat, input),
    reconcile: async ({ by }) => {
      assertWriter(by);
      return trust.reconcile(by);
    },
    obstacle: () => trust.obstacle(),
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
  assertConversation(conversation);
  assertAgents(agents, person);
  return { principal, agents: Object.freeze([...agents]), conversation, person };
}
