import type { Stage } from '../stage.ts';
import { messageIn, theLine } from './lines.ts';

/** It is confirmed; the operator is killed before it commits, and commits twice. Returns the id of the report. */
export async function once(stage: Stage, handoff: string, token: string): Promise<string> {
  const { story, release, operator, production, change } = stage;
  story.scene('4. Once');
  const readback = await release.newest('RB');
  const checked = await release.call('check_readback', { ho: handoff, rb: readback.id, record: change });
  story.says('release', `check_readback: ${checked.message}`);
  story.holds('it is what was approved', checked.outcome === 'passes');
  const confirmed = await release.call('confirm', { statement: theLine(readback) });
  story.says('release', `confirm: ${confirmed.message}`);

  await operator.kill();
  story.says('operator', 'is killed (SIGKILL) before it commits');
  story.holds('production runs 3.4.0, untouched', production.stands('3.4.0', 0));

  await operator.start();
  const done = await operator.call('commit', { token });
  story.says('operator', `is started again, and knows nothing but the token. commit: ${done.message}`);
  story.holds('production runs 3.4.1', production.runs() === '3.4.1');

  const again = await operator.call('commit', { token });
  story.says('operator', `commit, once more: ${again.message}`);
  story.holds('the second time it is told of the first', again['repeat'] === true);
  story.holds('it was deployed once', production.stands('3.4.1', 1));
  return messageIn(done, 'report').id;
}
