import { UsageError } from '../diagnostic/usage-error.ts';
import { assertStanding, type Seat } from './seat.ts';

/** The agent that is named, or the only one that the principal speaks as. Throws UsageError for any other. */
export function speaker({ by }: Seat, agent: string | undefined): string {
  const [only] = by.agents;
  if (agent === undefined && only !== undefined && by.agents.length === 1) return only;
  if (agent !== undefined && by.agents.includes(agent)) return agent;
  throw new UsageError(
    'usage/agent',
    `name one of the agents that ${by.principal} speaks as: ${by.agents.join(', ')}`,
  );
}

/** An id of an agent of the handle that nobody was given before. */
export async function nextId(seat: Seat, agent: string | undefined): Promise<string> {
  const from = speaker(seat, agent);
  await assertStanding(seat);
  return `${from}-${await seat.store.reserve(seat.by.conversation, from)}`;
}
