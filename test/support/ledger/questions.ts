import { questionAt } from '../../../src/ledger/approval/look.ts';
import {
  type Answered,
  answerQuestion,
  type Handle,
  type QuestionAnswer,
  shownIn,
} from '../../../src/ledger/index.ts';
import { record } from './lines.ts';

const { item, ask, apref: _, ...slots } = record;

/** What a question about a payment carries, as words of a line. */
export function words(change: Readonly<Record<string, string | null>> = {}): string {
  return Object.entries({ ask, ...slots, ...change })
    .flatMap(([slot, value]) => (value === null ? [] : [`${slot}=${value}`]))
    .join(' ');
}

/** A question before anything is handed over: may this be paid? */
export function mayPay(
  number: number,
  change: Readonly<Record<string, string | null>> = {},
  rest = 'by=20261002',
): string {
  return `RW1 AQ scheduler-${number} p=pay from=scheduler to=human item=${item} need=ENUM opts=APPROVE+HOLD+CALLBACK ${words(change)} ${rest}`;
}

export const proof = { kind: 'passkey', passkey: 'pk-1', since: 1 } as const;

/** Answers as somebody who has just looked. */
export async function says(
  handle: Handle,
  question: string,
  val: string,
  more: Partial<QuestionAnswer> = {},
): Promise<Answered> {
  const asked = await questionAt(handle, question);
  const shown = asked === null ? '' : shownIn(asked);
  return answerQuestion(handle, { question, val, shown, seen: shown, proof, policy: null, ...more });
}
