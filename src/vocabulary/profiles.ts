import type { Vocabulary } from './vocabulary.ts';

/** The profiles that a caller trusts, by name. A line's own `p=` picks one (R22); a name is never a path. */
export interface Profiles {
  /** What a line without `p=` is read under. */
  readonly core: Vocabulary;
  /** The vocabulary of a profile's name; `core` is none. */
  get(name: string): Vocabulary | undefined;
  /** Names in order of loading. */
  readonly names: readonly string[];
  /** Which other profiles know a slot's key, for the warning about an unknown one (spec 2). */
  knowing(key: string): readonly string[];
}
