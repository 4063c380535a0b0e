import { escaped } from '../../../text/shown.ts';
import { actToolIn } from '../../act/tool.ts';
import { type Room, withReader } from '../../ledger/conversation.ts';
import { openText } from '../../ledger/handoff-text.ts';
import { questionText } from '../../ledger/question-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

/** `open`: what is not closed. */
export const open: Verb = {
  name: 'open',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary:
    'what is not closed, oldest first: handoffs, who has them, their statements; then questions that wait for an answer',
  about:
    'A question is shown although its handoff is closed where what ran is still to be decided on. With --json there is one ' +
    'object for each handoff, and one with a question for each of those.',
  arguments: [],
  example: {
    command: 'hearback open --ledger office.ledger',
    output: 'ops-1  OPEN  FIX jira:OPS-77  ops to builder, ops has it  2 s old',
  },
  run: (call) =>
    withReader(call, async (room) => {
      const { handle } = room;
      const tool = await actToolIn(room);
      const handoffs = await handle.open();
      for (const handoff of handoffs) {
        const { statement: live } = handoff;
        const statement = live === null ? null : await tool.show({ token: live.token });
        tell(call, { json: { ...handoff, statement }, text: openText(handoff, statement) });
      }
      const asked = await tellQuestions(call, room);
      if (handoffs.length === 0 && asked === 0 && !call.options.has('json')) {
        tell(call, { json: {}, text: `nothing is open in ${escaped(handle.conversation)}` });
      }
    }),
};

/** Every question that waits, a page at a time; how many there were. */
async function tellQuestions(call: Call, { handle, opened: { profiles } }: Room): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const questions = await handle.questions({ after });
    for (const question of questions)
      tell(call, { json: { question }, text: questionText(question, profiles) });
    const last = questions.at(-1);
    if (last === undefined) return count;
    count += questions.length;
    after = last.sequence;
    await call.world.out.drained();
  }
}
