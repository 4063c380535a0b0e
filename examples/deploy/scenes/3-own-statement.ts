import { Agent } from '../cast/agent.ts';
import type { Stage } from '../stage.ts';

/** The operator prepares, and tries to confirm what it prepared. Returns the token of the statement. */
export async function ownStatement(stage: Stage, handoff: string): Promise<string> {
  const { story, house, console, operator, production } = stage;
  story.scene('3. Whoever runs it does not confirm it');
  const prepared = await operator.call('prepare', { handoff });
  const token = prepared['token'] as string;
  story.says('operator', `prepare: ${prepared.message}`);
  story.holds('the call is frozen and read back', prepared.outcome === 'prepared');

  const early = await operator.call('commit', { token });
  story.says('operator', `commit, at once: ${early.message}`);
  story.holds('nothing runs that nobody has confirmed', early.reason === 'unconfirmed');

  const own = await operator.call('confirm', { statement: token });
  story.says('operator', `confirm, of its own statement: ${own.message}`);
  story.holds('it has no such tool', own.reason === 'scope' && !operator.tools.includes('confirm'));

  const careless = new Agent({ house, name: 'operator', scope: 'read,confirm', console: console.origin });
  const still = await (await careless.start()).call('confirm', { statement: token });
  await careless.end();
  story.says('operator', `confirm, where somebody gave its server that scope: ${still.message}`);
  story.holds('the ledger refuses it all the same', still.outcome === 'refused');
  story.holds('production runs 3.4.0, untouched', production.stands('3.4.0', 0));
  return token;
}
