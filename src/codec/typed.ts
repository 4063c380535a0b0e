import { UsageError } from '../diagnostic/usage-error.ts';
import type { ProfileData } from '../vocabulary/profile-data.ts';
import { hashOf } from '../vocabulary/resolve.ts';
import type { Core, Message } from '../vocabulary/typed.ts';
import { type AnyMessage, vocabularyOf } from './message.ts';

/** A judged message of no profile, its slots typed; throws UsageError `usage/profile` when its line names one. */
export function typed(message: AnyMessage): Message<Core>;
/**
 * A judged message with its slots typed by the profile that judged it. Throws UsageError `usage/profile` when that was
 * another one, or another version of it: types say what the vocabulary held the line to, and nothing else.
 */
export function typed<P extends ProfileData>(message: AnyMessage, profile: P): Message<P>;
export function typed(message: AnyMessage, profile: ProfileData | null = null): unknown {
  const vocabulary = vocabularyOf(message);
  const isSame = vocabulary.profile === profile || vocabulary.hash === hashOf(profile);
  // Every slot has been decoded by the vocabulary of exactly this data, which is what Message is computed from.
  if (isSame) return message;
  const expected = profile === null ? 'no profile' : `the profile ${profile.profile} ${profile.version}`;
  const judged = vocabulary.profile === null ? 'none' : `${vocabulary.name} ${vocabulary.profile.version}`;
  throw new UsageError('usage/profile', `expected a message of ${expected}, but it was judged by ${judged}`);
}
