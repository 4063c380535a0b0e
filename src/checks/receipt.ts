import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { contrast, told } from './values.ts';

interface Answering {
  readonly type: string;
}
interface Reference extends Answering {
  readonly sent: string;
  readonly heard: string | null;
}
interface Route extends Answering {
  readonly from: string;
  readonly to: string;
  readonly heardFrom: string;
  readonly heardTo: string;
}
interface Item extends Answering {
  readonly sent: string;
  readonly heard: string;
}
interface Profile extends Answering {
  readonly sent: string;
  readonly heard: string;
  /** One name for two texts: both are told with the hash of the text. */
  readonly isChanged: boolean;
}

/** Whether a line answers the message that it is checked against. */
export const rules = {
  'receipt/re': {
    severity: 'error',
    section: '6.2',
    message: ({ type, sent, heard }: Reference): string =>
      `${tier(type)}: ${type} re=${told(heard)} does not point at ${sent}`,
    hint: ({ type, sent }: Reference): string => `check the ${type} that carries re=${sent} instead`,
  },
  'receipt/route': {
    severity: 'error',
    section: '6.2',
    message: ({ type, from, to, heardFrom, heardTo }: Route): string =>
      `${tier(type)}: ${type} must come from ${from} to ${to}, this one goes from ${heardFrom} to ${heardTo}`,
    hint: ({ from, to }: Route): string => `take an answer that ${from}, who was asked, sends to ${to}`,
  },
  'receipt/item': {
    severity: 'error',
    section: '6.3',
    message: ({ type, sent, heard }: Item): string =>
      `${tier(type)}: ${type} item mismatch, ${contrast('sent', sent, 'heard', heard)}`,
    hint: ({ sent }: Item): string => `answer about item=${told(sent)}`,
  },
  'receipt/other-profile': {
    severity: 'error',
    section: '5 R22',
    message: ({ type, sent, heard }: Profile): string =>
      `${tier(type)}: ${type} names the profile ${heard}, and the exchange is read under ${sent}`,
    hint: ({ sent, isChanged }: Profile): string => {
      if (isChanged)
        return 'read both lines under one text of the profile, or hand over again under the new one';
      return sent === 'core' ? 'leave p= out, as the first line does' : `write p=${sent}`;
    },
  },
} as const;
rules satisfies Rules;

/** Two lines of an exchange: `answer` says that it answers `asked`. */
export interface Exchange {
  readonly asked: AnyMessage;
  readonly answer: AnyMessage;
}

/** Tier 1: a message with this id arrived, and the answer is from the agent that it went to (6.2, 6.3, 6.4). */
export function checkReceipt({ asked, answer }: Exchange, found: Diagnostic[]): void {
  const { type } = answer;
  if (answer.re !== asked.id) {
    const data = { type, sent: asked.id, heard: answer.re };
    reporter(rules, found)('receipt/re', data, placeOf(answer, 're'));
  }
  if (answer.from !== asked.to || answer.to !== asked.from) {
    const data = { type, from: asked.to, to: asked.from, heardFrom: answer.from, heardTo: answer.to };
    const wrong = answer.from === asked.to ? 'to' : 'from';
    reporter(rules, found)('receipt/route', data, placeOf(answer, wrong));
  }
  checkProfile({ asked, answer }, found);
}

/** Tier 1 of a DN or AN: it is about the same item where both name one (6.3, 6.4). */
export function checkItem({ asked, answer }: Exchange, found: Diagnostic[]): void {
  const { item: sent } = asked;
  const { item: heard, type } = answer;
  if (sent === null || heard === null || sameValue(sent, heard)) return;
  reporter(rules, found)('receipt/item', { type, sent, heard }, placeOf(answer, 'item'));
}

/** R22: a line of the exchange names the profile of the message that it answers, in the same text, or none. */
export function checkProfile({ asked, answer }: Exchange, found: Diagnostic[]): void {
  const sent = vocabularyOf(asked);
  const heard = vocabularyOf(answer);
  if (answer.slots['p'] === undefined || sent.hash === heard.hash) return;
  const isChanged = sent.name === heard.name;
  const named = ({ name, hash }: Vocabulary): string => (isChanged ? `${name} ${hash}` : name);
  const data = { type: answer.type, sent: named(sent), heard: named(heard), isChanged };
  reporter(rules, found)('receipt/other-profile', data, placeOf(answer, 'p'));
}

/** A readback has tiers; other answers have a receipt. */
function tier(type: string): string {
  return type === 'RB' ? 'tier1 receipt' : 'receipt';
}
