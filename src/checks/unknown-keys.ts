import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, unknownKeysOf, vocabularyOf } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { nearest } from '../text/nearest.ts';
import { shown } from '../text/shown.ts';
import type { Exchange } from './receipt.ts';

interface UnknownKey {
  readonly type: string;
  readonly slot: string;
  readonly vocabulary: string;
  readonly near: string | undefined;
}

/** Whether a line holds a key that was ignored and may not be. */
export const rules = {
  'execution/unknown-key': {
    severity: 'error',
    section: '2 R4',
    message: ({ type, slot, vocabulary }: UnknownKey): string =>
      `${type} carries ${shown(slot)}, which is no slot of ${vocabulary}: what it says was not compared`,
    hint: ({ near }: UnknownKey): string =>
      near === undefined
        ? 'name the profile that has it with p=, or leave it out'
        : `write ${near}= if that is meant`,
  },
} as const;
rules satisfies Rules;

/** R4: around an act a key that its vocabulary does not know is no harmless extra; a misspelt one hides a value. */
export function checkUnknownKeys(message: AnyMessage, found: Diagnostic[]): void {
  const { slots } = vocabularyOf(message);
  for (const slot of unknownKeysOf(message))
    tell(message, { slot, near: nearest(slot, slots.keys()) }, found);
}

/** R22: an answer without p= cannot carry the slots of the profile that it is read under: their values are not heard. */
export function checkProfileSlots({ asked, answer }: Exchange, found: Diagnostic[]): void {
  const { slots } = vocabularyOf(asked);
  for (const slot of unknownKeysOf(answer)) {
    if (slots.has(slot)) tell(answer, { slot, near: undefined }, found);
  }
}

function tell(
  message: AnyMessage,
  key: { readonly slot: string; readonly near: string | undefined },
  found: Diagnostic[],
): void {
  const data = { type: message.type, vocabulary: vocabularyOf(message).name, ...key };
  reporter(rules, found)('execution/unknown-key', data, placeOf(message, key.slot));
}
