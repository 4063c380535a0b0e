import { type AnyMessage, placeOf } from '../codec/index.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import type { MessageType } from '../vocabulary/vocabulary.ts';

/** What is wrong with a line that is valid and was not the one to give. */
export const rules = {
  'usage/type': {
    severity: 'error',
    section: '6',
    message: ({ expected, got }: { expected: MessageType; got: MessageType }): string =>
      `the line is of type ${got}; ${expected} belongs here`,
    hint: ({ expected }: { expected: MessageType }): string => `give the ${expected} line in this place`,
  },
} as const;
rules satisfies Rules;

/** Tells a message of another type than the place takes; true when it is of the right one. */
export function isOfType(message: AnyMessage, expected: MessageType, found: Diagnostic[]): boolean {
  if (message.type === expected) return true;
  reporter(rules, found)('usage/type', { expected, got: message.type }, placeOf(message, 'type'));
  return false;
}
