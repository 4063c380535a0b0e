import type { ReadOptions } from '../codec/index.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { Options } from './arguments.ts';
import type { Reporter } from './report.ts';
import type { World } from './world.ts';

/** One argument by position, as help shows it. */
export interface Argument {
  readonly name: string;
  readonly about: string;
  readonly isOptional?: boolean;
  /** One or more, to the end of the line. */
  readonly isMany?: boolean;
}

/** One option; without `value` it is a switch. */
export interface Option {
  readonly value?: string;
  readonly about: string;
  /** May be given several times. */
  readonly isMany?: boolean;
  /** The verb does not run without it. */
  readonly isRequired?: boolean;
}

/** A command of help, with what it prints: run as a test. */
export interface Example {
  /** Commands that make what it needs and print nothing: shown on its page, not in help. */
  readonly before?: readonly string[];
  readonly command: string;
  readonly output: string;
  readonly exit?: number;
}

/** A verb that was called: its arguments, and what the options on every verb amount to. */
export interface Call {
  readonly words: readonly string[];
  readonly options: Options;
  readonly profiles: Profiles;
  /** The profile that lines are expected to name, if any (R22). */
  readonly profile: string | undefined;
  /** How lines are read under these. */
  readonly reading: ReadOptions;
  /** The time to judge by, YYYYMMDDTHHMMZ. */
  readonly now: string;
  readonly report: Reporter;
  readonly world: World;
}

/** The groups of verbs, in the order of help. */
export const groups = [
  'Read and write lines',
  'Check an exchange',
  'Make and answer',
  'Look up',
  'Keep a ledger',
  'Hand over in a ledger',
  'Act',
  'Beside an agent',
] as const;

/** What a verb works with, which decides the options that it shares with others. */
export type Uses = 'lines' | 'ledger' | 'conversation' | 'config';

/** One verb of the command line: a file in commands/, a row in verbs.ts. */
export interface Verb {
  /** One word, or two: a family's and its own. */
  readonly name: string;
  readonly group: (typeof groups)[number];
  /** One line for the list of verbs. */
  readonly summary: string;
  /** What else help says, in short paragraphs. */
  readonly about?: string;
  /** Lines unless set; a ledger as a whole; one of its conversations; or the config file alone. */
  readonly uses?: Uses;
  readonly arguments: readonly Argument[];
  readonly options?: Readonly<Record<string, Option>>;
  /** Exit codes beside those of its kind, or what these mean for it; null for one that it never ends with. */
  readonly exits?: Readonly<Record<number, string | null>>;
  readonly example: Example;
  readonly run: (call: Call) => void | Promise<void>;
}
