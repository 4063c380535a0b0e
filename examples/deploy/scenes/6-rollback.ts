import type { Stage } from '../stage.ts';
import { handOver, theLine } from './lines.ts';

interface Done {
  readonly handoff: string;
  readonly report: string;
}

/** What ran is compared with the plan; then it is taken back, by the same steps. */
export async function rollback(stage: Stage, { handoff, report }: Done): Promise<void> {
  const { story, release, operator, production, change } = stage;
  story.scene('6. As planned, and back');
  const { id: told } = await release.newest('DN');
  const checked = await release.call('check_done', { ho: handoff });
  story.says('release', `finds ${told} in its inbox. check_done: ${checked.message}`);
  story.holds('what ran is what was planned', told === report && checked.outcome === 'passes');

  const { p, from, to, item } = change;
  const undo = await handOver(release, { p, from, to, item, ask: 'UNDO', ctx: [report] });
  story.says('release', `finds that 3.4.1 loses orders, and hands over ${undo.id}: UNDO of ${report}`);
  const prepared = await operator.call('prepare', { handoff: undo.id });
  story.says('operator', `prepare: ${prepared.message}`);
  const readback = await release.newest('RB');
  const read = await release.call('check_readback', { ho: undo.id, rb: readback.id });
  const confirmed = await release.call('confirm', { statement: theLine(readback) });
  story.says('release', `check_readback: ${read.message} confirm: ${confirmed.message}`);
  const back = await operator.call('commit', { token: prepared['token'] });
  story.says('operator', `commit: ${back.message}`);
  story.holds('production runs 3.4.0 again', production.stands('3.4.0', 2));
  const over = await release.call('check_done', { ho: undo.id });
  story.says('release', `check_done: ${over.message}`);
  story.holds('and that is as planned too', over.outcome === 'passes');
}
