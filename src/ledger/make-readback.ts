import type { AnyMessage } from '../codec/message.ts';
import { type ComposedReadback, makeReadback, type ReadbackOptions } from '../compose/index.ts';
import { messageOfHandoff } from './judge/hearing.ts';
import { type Refused, refused } from './refusal.ts';
import type { Seat } from './seat.ts';
import { nextId } from './speaker.ts';
import { isClosed } from './state.ts';

/** What a receiver says of its own in a readback: how it understands the work, and the values that were left open. */
export type OwnWords = Omit<ReadbackOptions, 'ho' | 'id' | 'used'>;

export type ReadbackMade =
  | ({ readonly outcome: 'composed'; readonly ho: AnyMessage } & ComposedReadback)
  | Refused;

/** The readback of the handoff that arrived under an id, under the next id of its receiver (6.2). */
export async function makeReadbackOf(seat: Seat, id: string, words: OwnWords): Promise<ReadbackMade> {
  const { by, store, settings } = seat;
  const { rows } = await store.read(by.conversation, { ids: [id] });
  const handoff = rows.handoffs.get(id);
  if (handoff === undefined) return refused('unknown-re', `${id} is no handoff of ${by.conversation}`);
  if (!by.agents.includes(handoff.to)) return refused('direction', `${id} was handed to ${handoff.to}`);
  if (isClosed(handoff)) return refused('closed', `${id} is ${handoff.state}`);
  const ho = messageOfHandoff(rows, handoff, settings);
  if (ho === null) return refused('profile-changed', `${id} is sent again`);
  return { outcome: 'composed', ho, ...makeReadback({ ...words, ho, id: await nextId(seat, handoff.to) }) };
}
