import { isDeepStrictEqual } from 'node:util';
import type { Stage } from '../stage.ts';
import type { Misread } from './1-misread.ts';
import { handOver, inShort } from './lines.ts';

/** The operator doubts, and a person decides. Returns the id of the handoff that goes on. */
export async function doubt(stage: Stage, { voided, disputed }: Misread): Promise<string> {
  const { story, house, console, release, operator, kim, production, change } = stage;
  story.scene('2. A doubt, and a person');
  const handoff = await handOver(release, change, { set: { re: voided } });
  story.says('release', `hands over again, in the place of ${voided}: ${inShort(handoff)}`);

  const { id: about } = await operator.newest('HO');
  const line = `RW1 UN operator-2 re=${disputed} p=deploy from=operator to=release why=SUPERSEDED`;
  const closed = await operator.call('send', { line });
  story.says('operator', `send, that ${disputed} is superseded by it (UN): ${closed.message}`);
  const early = await operator.call('prepare', { handoff: about });
  story.says('operator', `prepare: ${early.message}`);
  story.holds('nothing is frozen that no person has approved', early.outcome === 'refused');

  const question = '3.4.1 was built nine minutes ago: is it to go live today?';
  const asked = await operator.call('ask_human', { about, question });
  const { url } = asked['question'] as { readonly url: string };
  story.says('operator', `ask_human: ${asked.message}`);
  story.holds('the call is over at once, with a link to the console', url.startsWith(`${console.origin}/`));

  const answered = async (): Promise<boolean> =>
    (await operator.call('ask_human', { about, question })).outcome === 'answered';
  await kim.decide(story, url, answered);
  story.holds('the same question, asked again, has its answer', await answered());
  const { from, slots } = await operator.newest('AN');
  story.says('operator', `inbox: ${slots['val']} from ${from}`);
  story.holds('the answer is a go, of a person', from === 'human' && slots['val'] === 'APPROVE');
  const approved = ['--key-file', 'operator.key', '--json'];
  const { values } = JSON.parse(house.run('approvals', `item=${change['item']}`, ...approved));
  const { env, ver, prev, apref } = change;
  story.holds(
    'it is kept as a record of exactly the values that were shown',
    isDeepStrictEqual(values, { env, ver, prev, apref }),
  );
  story.holds('production runs 3.4.0, untouched', production.stands('3.4.0', 0));
  return handoff.id;
}
