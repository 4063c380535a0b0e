import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { AnyMessage } from './message.ts';

/** How a line is to be read. */
export interface ReadOptions {
  /** The profiles that a line's `p=` may name; the built-in ones unless given. */
  readonly profiles?: Profiles;
  /** The profile that the caller expects; a line that names another is refused (spec 5 R22). */
  readonly profile?: string;
}

/** What could be read of a line, refused or not; each part is null where it could not. */
export interface Heard {
  readonly v: string | null;
  readonly type: string | null;
  readonly id: string | null;
  readonly re: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** A line and all that reading it told: `message` is null when the line is refused. */
export interface Parsed {
  readonly line: string;
  readonly message: AnyMessage | null;
  readonly heard: Heard;
  readonly diagnostics: readonly Diagnostic[];
}
