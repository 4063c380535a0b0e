import { build, type MessageParts, type Read } from '../codec/json.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import { profileSet } from '../vocabulary/profile-set.ts';
import type { MessageType, Vocabulary } from '../vocabulary/vocabulary.ts';

/** Composes an answer that is judged by the very vocabulary of the message it answers (spec 5 R22). */
export function buildUnder(vocabulary: Vocabulary, parts: MessageParts): Read {
  const isCore = vocabulary.profile === null;
  return build(parts, {
    profiles: profileSet(isCore ? vocabulary : builtIn.core, isCore ? [] : [vocabulary]),
  });
}

/** The slot that names the profile of a message, for an answer to it. */
export function profileSlot(message: AnyMessage): { readonly p?: string } {
  const p = message.slots['p'];
  return typeof p === 'string' ? { p } : {};
}

/** Refuses a message of another type than is answered here: `usage/type`. */
export function expectAnswered(message: AnyMessage, types: readonly MessageType[]): void {
  vocabularyOf(message);
  if (types.includes(message.type)) return;
  throw new UsageError('usage/type', `this answers ${types.join(' or ')}, not ${message.type}`);
}
