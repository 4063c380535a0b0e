import type { AnyMessage } from '../codec/message.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import type { Connection, Handle, SendOptions, Sent } from './ledger.ts';
import { seatOf } from './seat.ts';
import { send } from './send.ts';
import { nextId } from './speaker.ts';

/** The principal that a handoff is proposed to: whose agent it is written for, and who alone confirms it. */
export type Owner = Pick<Connection, 'principal' | 'agents' | 'person'>;

/**
 * Writes a handoff in the name of another principal's agent, for a call that the handle's principal wants to make: the other
 * principal confirms, cancels and reads what is kept, and the entry says who had it written (I20). Throws UsageError for
 * a message that is no HO, and where a principal would confirm what it proposes itself.
 */
export function propose(
  handle: Handle,
  owner: Owner,
  message: AnyMessage,
  options: SendOptions,
): Promise<Sent> {
  if (message.type !== 'HO') throw new UsageError('usage/propose', 'only a handoff is proposed');
  if (owner.principal === handle.principal)
    throw new UsageError('usage/propose', `${owner.principal} would confirm what it proposes itself`);
  return send(seatOf(handle), message, options, { owner: ownerIn(handle, owner) });
}

/** An id of the owner's agent that nobody was given before. */
export function nextIdFor(handle: Handle, owner: Owner, agent: string): Promise<string> {
  return nextId({ ...seatOf(handle), by: ownerIn(handle, owner) }, agent);
}

/** The owner as the one whose word a line is. */
export function ownerIn(
  { conversation }: Handle,
  { principal, agents, person = false }: Owner,
): Required<Connection> {
  return { principal, agents, person, conversation };
}
