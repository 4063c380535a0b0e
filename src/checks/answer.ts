import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { type Verdict, verdict } from '../diagnostic/verdict.ts';
import { isDay } from '../vocabulary/slot-types.ts';
import { expectType } from './expect-type.ts';
import { checkItem, checkReceipt } from './receipt.ts';
import { checkProfileSlots } from './unknown-keys.ts';
import { told } from './values.ts';

interface Shape {
  readonly need: string;
  readonly val: string;
  readonly expected: string;
}

/** Whether an answer has the shape that the question asked for. */
export const rules = {
  'answer/not-an-option': {
    severity: 'error',
    section: '6.4',
    message: ({ val, opts }: { val: string; opts: readonly string[] }): string =>
      `answer: val=${told(val)} is none of the options ${told(opts)}`,
    hint: ({ opts }: { opts: readonly string[] }): string =>
      `answer with one of ${told(opts)}, exactly as written`,
  },
  'answer/shape': {
    severity: 'error',
    section: '6.4',
    message: ({ need, val, expected }: Shape): string =>
      `answer: val=${told(val)} is no answer to need=${need}, which takes ${expected}`,
    hint: ({ expected }: Shape): string => `answer with ${expected}`,
  },
  'answer/other-statement': {
    severity: 'error',
    section: '6.4',
    message: ({ sent, heard }: { sent: string; heard: string }): string =>
      `answer: x_tok=${told(heard)} confirms another statement than the one asked about, ${told(sent)}`,
    hint: ({ sent }: { sent: string }): string => `answer with x_tok=${told(sent)}`,
  },
} as const;
rules satisfies Rules;

/** The shapes of an answer, by need; ENUM has its options. */
const shapes: Readonly<
  Record<string, { expected: string; fits: (val: string, tail: string | null) => boolean }>
> = {
  YESNO: { expected: 'Y or N', fits: (val) => val === 'Y' || val === 'N' },
  NUM: {
    expected: 'a number, digits with or without decimals',
    fits: (val) => /^-?[0-9]+(?:\.[0-9]+)?$/.test(val),
  },
  DATE: { expected: 'a real day, YYYYMMDD', fits: isDay },
  TEXT: {
    expected: 'val=tail and the words in the tail',
    fits: (val, tail) => val === 'tail' && tail !== null && tail !== '',
  },
};

/** What check-an compares. */
export interface AnswerCheck {
  readonly aq: AnyMessage;
  readonly an: AnyMessage;
}

/**
 * The answer: from the agent that was asked, to the one who asked, about the same item, in the shape that the question
 * asks for (6.4). Throws `UsageError` for another type of message.
 *
 * @example
 * const aq = decode('RW1 AQ a-1 from=a to=human need=ENUM opts=RETIRE+PARK');
 * const an = decode('RW1 AN human-1 re=a-1 from=human to=a val=park');
 * checkAnswer({ aq, an }).diagnostics.map(({ code }) => code); // => ['answer/not-an-option']
 */
export function checkAnswer({ aq, an }: AnswerCheck): Verdict {
  for (const message of [aq, an]) vocabularyOf(message);
  expectType(aq, 'AQ');
  expectType(an, 'AN');
  const found: Diagnostic[] = [];
  checkReceipt({ asked: aq, answer: an }, found);
  checkItem({ asked: aq, answer: an }, found);
  checkProfileSlots({ asked: aq, answer: an }, found);
  checkShape(aq, an, found);
  checkStatement(aq, an, found);
  return verdict(found);
}

function checkShape(aq: AnyMessage, an: AnyMessage, found: Diagnostic[]): void {
  const report = reporter(rules, found);
  const need = aq.slots['need'] as string;
  const val = an.slots['val'] as string;
  if (need === 'ENUM') {
    const opts = (aq.slots['opts'] as readonly string[] | undefined) ?? [];
    if (!opts.includes(val)) report('answer/not-an-option', { val, opts }, placeOf(an, 'val'));
    return;
  }
  const shape = shapes[need];
  if (shape?.fits(val, an.tail)) return;
  report('answer/shape', { need, val, expected: shape?.expected ?? 'nothing' }, placeOf(an, 'val'));
}

/** An AN with x_tok confirms exactly that statement. */
function checkStatement(aq: AnyMessage, an: AnyMessage, found: Diagnostic[]): void {
  const sent = aq.slots['x_tok'] as string | undefined;
  const heard = an.slots['x_tok'] as string | undefined;
  if (sent === undefined || heard === undefined || sent === heard) return;
  reporter(rules, found)('answer/other-statement', { sent, heard }, placeOf(an, 'x_tok'));
}
