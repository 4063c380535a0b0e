import type { Approval } from '../fact.ts';
import type { Handle } from '../ledger.ts';
import { seatOf } from '../seat.ts';
import { holdsAt } from './approved.ts';
import { type Asked, askedIn } from './asked.ts';

/** A question as it stands; null for a message that is none. */
export async function questionAt(handle: Handle, id: string): Promise<Asked | null> {
  const [asked = null] = await questionsAt(handle, [id]);
  return asked;
}

/** The questions of these ids as they stand at one moment, in their order; what is no question is left out. */
export function questionsAt(handle: Handle, ids: readonly string[]): Promise<readonly Asked[]> {
  const seat = seatOf(handle);
  const { by, store, settings } = seat;
  const { conversation } = by;
  const holds = holdsAt(seat);
  return settings.pins.reading(async () => {
    if (ids.length === 0) return [];
    const { rows } = await store.read(conversation, { ids });
    return ids.flatMap((id) => askedIn({ rows, conversation, settings, holds }, id) ?? []);
  });
}

/** What a person's answer approves; null for one that approves nothing. */
export async function approvalIn(handle: Handle, answer: string): Promise<Approval | null> {
  const { by, store } = seatOf(handle);
  const { rows } = await store.read(by.conversation, { ids: [answer] });
  return rows.messages.get(answer)?.approval ?? null;
}
