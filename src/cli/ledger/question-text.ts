import { parse } from '../../codec/index.ts';
import type { OpenQuestion, QuestionSubject } from '../../ledger/questions.ts';
import { escaped } from '../../text/shown.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';
import { ageText } from './plain.ts';

/** A question that waits for its answer: who asks whom, about what, since when, and in what words. */
export function questionText(question: OpenQuestion, profiles: Profiles): string {
  const { id, from, to, about, item, age, token, line } = question;
  const { message } = parse(line, { profiles });
  const opts = message?.slots['opts'] as readonly string[] | undefined;
  const head = [
    `${id}  QUESTION${subjects[about]}${item === null ? '' : `  ${escaped(item)}`}`,
    `${from} asks ${to}${opts === undefined ? '' : `: ${opts.join(', ')}`}`,
    `${ageText(age)} old`,
  ].join('  ');
  const words = message?.tail ?? '';
  return [
    head,
    // the statement tells what may have happened
    ...(about === 'outcome' ? [`  a person settles it: hearback reconcile ${token} --answer …`] : []),
    ...(about === 'outcome' || words === '' ? [] : [`  ${escaped(words)}`]),
  ].join('\n');
}

const subjects: Readonly<Record<QuestionSubject, string>> = {
  contradiction: ' about records that differ',
  outcome: ' about an outcome that nobody knows',
  undo: ' about what ran: undo it?',
  other: '',
};
