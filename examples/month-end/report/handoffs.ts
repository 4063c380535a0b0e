import { answerTo, type Said, slot } from '../play/said.ts';
import type { Paint } from './layout.ts';
import { count, heading, row, wrap } from './layout.ts';
import type { Story } from './story.ts';

const widths = [12, 7, 15, 10, 5, 5, 4] as const;

/** Every handoff with its verdicts: received intact, understood as asked, done as planned, and how it ended. */
export function handoffSection(story: Story, paint: Paint): string {
  const handoffs = story.said.filter(({ message }) => message.type === 'HO');
  const head = row(['handoff', 'ask', 'item', 'to', 'roger', 'wilco', 'done', 'ended by'], widths);
  return [
    heading(`${count(handoffs.length, 'handoff')} and their verdicts`, paint),
    `  ${paint(head, 'dim')}`,
    ...handoffs.map((handoff) => `  ${handoffRow(story, handoff, paint)}`),
    '',
    wrap(
      'roger: the readback answers this handoff and carries its digest. wilco: it holds all that the sender asked for. done: what was done is what was planned. A handoff is named after the agent that sent it.',
    ),
  ].join('\n');
}

function handoffRow(story: Story, { message }: Said, paint: Paint): string {
  const { id, item, to } = message;
  const readback = story.said.findLast((said) => said.message.type === 'RB' && said.message.re === id);
  const verdict = readback?.entry.verdict;
  const done = answerTo(story.said, 'DN', id);
  const mark = (holds: boolean | undefined, yes: string, no: string): string =>
    holds === undefined ? '-' : holds ? yes : no;
  const cells = [
    id,
    slot(message, 'ask'),
    item ?? '',
    to,
    mark(verdict?.roger, 'roger', 'NO'),
    mark(verdict?.wilco, 'wilco', 'NO'),
    mark(done?.entry.verdict?.passes, 'done', 'NO'),
    endingOf(story, id),
  ];
  const text = row(cells, widths);
  return text.replace(/\bNO\b|OPEN/g, (word) => paint(word, 'bad'));
}

/** What ended a handoff, in words. */
export function endingOf(story: Story, id: string): string {
  const end = (type: string): Said | undefined => answerTo(story.said, type, id);
  const done = end('DN');
  if (done) return done.message.id;
  const unable = end('UN') ?? end('FL');
  if (unable) return `${unable.message.id}, ${unable.message.type} ${slot(unable.message, 'why')}`;
  const cancel = end('CX');
  if (cancel) {
    const acknowledged = answerTo(story.said, 'AN', cancel.message.id);
    return acknowledged
      ? `${cancel.message.id}, CX ${slot(cancel.message, 'why')}`
      : 'OPEN, CX unacknowledged';
  }
  const reissue = reissueOf(story, id);
  return reissue ? `sent again, ${reissue.message.id}` : 'OPEN';
}

/** The handoff that was sent again because this one's readback was void. */
function reissueOf({ said }: Story, id: string): Said | undefined {
  const readbacks = said.filter(({ message }) => message.type === 'RB' && message.re === id);
  return said.find(
    ({ message }) =>
      message.type === 'HO' && readbacks.some((readback) => readback.message.id === message.re),
  );
}
