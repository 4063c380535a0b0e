import type { AnyMessage } from '../codec/message.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import type { MessageType } from '../vocabulary/vocabulary.ts';

/** Refuses a message of another type than a check compares: `usage/type`. */
export function expectType(message: AnyMessage, type: MessageType): void {
  if (message.type === type) return;
  throw new UsageError('usage/type', `this check takes a message of type ${type} here, not ${message.type}`);
}
