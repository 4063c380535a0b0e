import type { Connection } from '../ledger.ts';
import type { Standing } from '../seat.ts';
import { isSameKey, presented } from './key.ts';
import { assertConversation } from './names.ts';
import type { Key, Principal, Roster } from './roster.ts';

/** Who a key connects, and where; null for no such key, a revoked one, and a conversation that is not its principal's. */
export async function connected(
  roster: Roster,
  text: string,
  wanted: string | undefined,
): Promise<{ readonly by: Required<Connection>; readonly standing: Standing } | null> {
  if (wanted !== undefined) assertConversation(wanted);
  const key = presented(text);
  if (key === null) return null;
  await roster.refresh();
  const held = roster.holder(key.id);
  if (held === null || !isSameKey(held.key, key) || !isGood(held)) return null;
  const { name: principal, agents, conversations, person } = held.principal;
  const conversation = wanted ?? conversations?.[0] ?? 'main';
  if (conversations !== null && !conversations.includes(conversation)) return null;
  const holds = (): boolean => isGood(roster.holder(key.id));
  return { by: { principal, agents, conversation, person }, standing: { roster, holds } };
}

function isGood(held: { readonly principal: Principal; readonly key: Key } | null): boolean {
  return held !== null && held.principal.revoked === null && held.key.revoked === null;
}
