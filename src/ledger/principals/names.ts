import { UsageError } from '../../diagnostic/usage-error.ts';
import { isAgentName } from '../../vocabulary/slot-types.ts';
import { itself } from '../itself.ts';

/** Throws UsageError for names that are none, and for `human` where no person speaks. */
export function assertAgents(agents: readonly string[], person: boolean): void {
  for (const agent of agents) {
    if (!isAgentName(agent))
      throw new UsageError('usage/agent', `${JSON.stringify(agent)} is no name of an agent`);
    if (agent !== 'human' && agent.toLowerCase() === 'human')
      throw new UsageError('usage/agent', `the agent of a person is written human, not ${agent}`);
    if (agent === 'human' && !person)
      throw new UsageError('usage/agent', 'only a person speaks as human: connect with person: true');
  }
}

/** Throws UsageError for a name that no conversation of lines has. */
export function assertConversation(name: string): void {
  if (name === '' || name.startsWith('.'))
    throw new UsageError(
      'usage/conversation',
      'a conversation has a name, and it does not begin with a point',
    );
}

/** Throws UsageError where nobody is named as the writer of a change. */
export function assertWriter(by: string): void {
  if (by.trim() === '' || by === itself)
    throw new UsageError('usage/principal', 'say by whom: the entry names who changed the principals');
}
