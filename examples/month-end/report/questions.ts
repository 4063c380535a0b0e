import { answerTo, type Said, slot } from '../play/said.ts';
import { count, heading, type Paint, row, wrap } from './layout.ts';
import type { Story } from './story.ts';

/** What agents asked the principal, with the options that each question left, and what was answered. */
export function questionSection(story: Story, paint: Paint): string {
  const questions = story.said.filter(({ message }) => message.type === 'AQ');
  return [
    heading(`${count(questions.length, 'question')} to ${story.folder.policy.principal}`, paint),
    ...questions.map((question) => questionText(story, question, paint)),
  ].join('\n');
}

function questionText({ said }: Story, { message }: Said, paint: Paint): string {
  const answer = answerTo(said, 'AN', message.id)?.message;
  const val = answer ? slot(answer, 'val') : '';
  const options = slot(message, 'need') === 'YESNO' ? ['Y', 'N'] : slot(message, 'opts').split('+');
  const shown = options.map((option) => (option === val ? paint(`[${option}]`, 'bold') : option)).join('  ');
  const flags = slot(message, 'flag');
  const subject = row([message.id, message.item ?? '', flags], [14, 16]);
  return [
    `  ${subject}`,
    wrap(message.tail ?? '', '      asked  '),
    `      of     ${shown}`,
    answer
      ? wrap(`${val}${answer.tail ? `: ${answer.tail}` : ''}`, '      said   ')
      : `      ${paint('NOT ANSWERED', 'bad')}`,
  ].join('\n');
}
