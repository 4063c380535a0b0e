import { existsSync } from 'node:fs';
import { configOf } from '../config/read.ts';
import { whichLedger, whoseConversation } from '../shared-options.ts';
import type { Call, Option } from '../verb.ts';
import { locationOf } from './location.ts';
import { withLedger } from './open.ts';

/** Options of a verb that counts on after the ids of a ledger. */
export const countingOn: Readonly<Record<string, Option>> = {
  ...whichLedger,
  conversation: whoseConversation['conversation'] as Option,
};

/**
 * The last id of an agent that a ledger took or gave out, where the call or its config file names one; nothing is written. A
 * file that only the config names, and that is not made yet, has taken none.
 */
export async function idsTakenBy(call: Call, agent: unknown): Promise<readonly string[]> {
  if (typeof agent !== 'string' || !namesLedger(call)) return [];
  return withLedger(call, async ({ store, found: { config } }) => {
    const conversation = call.options.value('conversation') ?? config.conversation ?? 'main';
    const { rows } = await store.read(conversation, { agents: [agent] });
    const last = rows.numbers.get(agent) ?? 0;
    return last === 0 ? [] : [`${agent}-${last}`];
  });
}

function namesLedger(call: Call): boolean {
  const { options, world } = call;
  if (options.has('ledger') || options.has('conversation') || world.environment['HEARBACK_LEDGER'])
    return true;
  const found = configOf(call);
  if (found.config.ledger === undefined) return false;
  const location = locationOf(call, found);
  return location.kind === 'postgres' || existsSync(location.path);
}
