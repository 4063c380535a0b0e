import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, unknownKeysOf, vocabularyOf } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { nearest } from '../text/nearest.ts';
import { shown } from '../text/shown.ts';

interface UnknownKey {
  readonly type: string;
  readonly slot: string;
  readonly vocabulary: string;
  readonly near: string | undefined;
}

/** Whether a line around an act holds a key that was ignored. */
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
  const unknown = unknownKeysOf(message);
  if (unknown.size === 0) return;
  const vocabulary = vocabularyOf(message);
  for (const slot of unknown) {
    const near = nearest(slot, vocabulary.slots.keys());
    const data = { type: message.type, slot, vocabulary: vocabulary.name, near };
    reporter(rules, found)('execution/unknown-key', data, placeOf(message, slot));
  }
}
