import type { Stage } from '../stage.ts';
import { handOver, inShort, messageIn, theLine } from './lines.ts';

/** What the scene leaves behind: a readback that is void, and the question about it. */
export interface Misread {
  readonly voided: string;
  readonly disputed: string;
}

/** The operator reads back another version than it was given. */
export async function misread({ story, release, operator, production, change }: Stage): Promise<Misread> {
  story.scene('1. Two digits turned');
  const handoff = await handOver(release, change);
  story.says('release', `hands over ${inShort(handoff)}`);

  const { id: arrived } = await operator.newest('HO');
  const right = theLine(messageIn(await operator.call('make_readback', { handoff: arrived }), 'said'));
  await operator.call('send', { line: right.replace('ver=3.4.1', 'ver=3.1.4') });
  story.says('operator', 'writes its readback by hand, and writes ver=3.1.4');

  const readback = await release.newest('RB');
  const checked = await release.call('check_readback', { ho: handoff.id, rb: readback.id, record: change });
  const [finding] = checked['findings'] as readonly { readonly message: string }[];
  story.says('release', `check_readback: ${checked.message} ${finding?.message}.`);
  story.holds('it is caught before anything runs', checked.outcome === 'fails');

  const doubt = 'you read back 3.1.4 where the change says 3.4.1: do not run it';
  const asked = await release.call('dispute', { about: readback.id, doubt });
  story.says('release', `dispute: ${asked.message}`);
  const dispute = await operator.newest('AQ');
  story.holds('the dispute is in the inbox of the operator', dispute.from === 'release');
  story.holds('production runs 3.4.0, untouched', production.stands('3.4.0', 0));
  return { voided: readback.id, disputed: dispute.id };
}
