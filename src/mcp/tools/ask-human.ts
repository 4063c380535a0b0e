import { z } from 'zod';
import { refusal } from '../answer.ts';
import { isId } from '../given.ts';
import { ask, messageUnder, speakerAbout } from '../question.ts';
import { messageShape, outputOf, questionShape } from '../shapes.ts';
import { type Tool, tool, writes } from '../tool.ts';

/** `ask_human`: a question to a person. */
export const askHuman: Tool = tool({
  name: 'ask_human',
  title: 'Ask a person',
  about:
    'Asks a person one question with closed answers. They answer on the console, or at the command line with their own key; what you or the client fill in never counts as theirs. The call returns at once: the answer comes to your inbox.',
  scope: 'send',
  hints: writes,
  input: z.strictObject({
    about: z.string().describe('The id of the handoff or message that it is about, or an item such as inv:7'),
    question: z.string().min(1).describe('The question, at most 300 characters'),
    options: z
      .array(z.string())
      .min(2)
      .describe('The answers to choose from, as codes; those of the profile, else yes and no, unless given')
      .optional(),
    by: z.string().describe('The day by which it has to be answered, YYYYMMDD').optional(),
    as: z
      .string()
      .describe('Which of your agents asks; needed about an item where you have several')
      .optional(),
  }),
  output: outputOf(['asked', 'answered'], { question: questionShape, answer: messageShape }),
  run: async ({ about: subject, question, options, by, as }, at) => {
    const handle = await at.handle();
    const about = isId(subject) ? await messageUnder(subject, handle, at) : null;
    const item = about === null ? subject : about.item;
    if (item === null)
      return refusal('no-item', `${subject} is about no item.`, 'Give the item that the question is about.');
    const from = as ?? (about === null ? handle.agents[0] : speakerAbout(about, handle));
    if (
      from === undefined ||
      !handle.agents.includes(from) ||
      (as === undefined && about === null && handle.agents.length > 1)
    )
      return refusal(
        'identity',
        `Your agents are ${handle.agents.join(', ')}.`,
        'Say with as which of them asks.',
      );
    return ask(
      {
        ...{ about, item, from, to: 'human', words: question },
        ...(options === undefined ? {} : { options }),
        ...(by === undefined ? {} : { by }),
      },
      handle,
      at,
    );
  },
});
