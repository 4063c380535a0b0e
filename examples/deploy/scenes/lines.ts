import type { Agent, Message, Told } from '../cast/agent.ts';

type Record = Readonly<{ [slot: string]: unknown }>;

/**
 * Hands an approved record over: make_handoff composes its line, and send takes the same record to compare it with. Throws
 * where it is refused.
 */
export async function handOver(
  release: Agent,
  record: Record,
  { set = {}, tail }: { readonly set?: Record; readonly tail?: string } = {},
): Promise<Message> {
  const made = await release.call('make_handoff', { record, set, ...(tail === undefined ? {} : { tail }) });
  const said = messageIn(made, 'said');
  const sent = await release.call('send', { line: theLine(said), record });
  if (sent.outcome !== 'accepted') throw new Error(`the handoff was not taken: ${sent.message}`);
  return said;
}

/** A message that a tool told. Throws where it told none, with what it said instead. */
export function messageIn(told: Told, fact: string): Message {
  const found = told[fact] as Message | undefined;
  if (found === undefined) throw new Error(told.message);
  return found;
}

/** The line of a message. Throws for one that was told without, because it carries free text. */
export function theLine({ id, line }: Message): string {
  if (line === null) throw new Error(`${id} was told without its line`);
  return line;
}

/** A handoff in short: its id, what it asks, and the values that it runs with. */
export function inShort({ id, item, slots }: Message): string {
  const values = ['env', 'ver', 'prev', 'apref'].filter((slot) => slot in slots);
  return `${id}: ${slots['ask']} ${item} ${values.map((slot) => `${slot}=${slots[slot]}`).join(' ')}`;
}
