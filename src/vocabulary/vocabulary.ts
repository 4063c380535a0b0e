import { core } from './data/core.ts';
import type { ProfileData } from './profile-data.ts';

/** The nine message types (spec 3). */
export type MessageType = 'HO' | 'RB' | 'AQ' | 'AN' | 'ST' | 'DN' | 'UN' | 'FL' | 'CX';

/** What a slot decodes to (spec 3): an `int` or `days` to a number, a `bool` to a boolean, a list to an array. */
export type ScalarValue = string | number | boolean;
export type SlotValue = ScalarValue | readonly ScalarValue[];

/** One type as the vocabulary has it: what it must carry, and what it may. `required` and `optional` hold profile slots too. */
export interface TypeRow {
  readonly type: MessageType;
  readonly name: string;
  readonly desc: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Every slot that may stand on the type without a warning; RB takes all that HO takes. */
  readonly takes: ReadonlySet<string>;
}

/** One slot as the vocabulary has it. */
export interface SlotRow {
  readonly key: string;
  /** As written in the profile: `token`, `enum:ask`, `list:enum:flag`, `int:0-100`. */
  readonly type: string;
  /** The row of slot-types.ts that the type, or the element of the list, is: `token`, `enum`, `int`. */
  readonly base: string;
  readonly isList: boolean;
  /** The enum that the type names: `ask` of `enum:ask`. */
  readonly enum: string | null;
  readonly desc: string;
  /** `core`, or the name of the profile that added it. */
  readonly origin: string;
  /** R7: the value is printable ASCII, since some ask acts with it and the profile does not open it. */
  readonly ascii: boolean;
  /** Decodes one written value; `undefined` when it is none of the type. Never throws; linear. */
  readonly decode: (text: string) => SlotValue | undefined;
  /** `decode` of the value between two offsets of a line of printable ASCII, whose units are at hand. */
  readonly decodeAt: (line: string, units: Uint8Array, start: number, end: number) => SlotValue | undefined;
  /** Writes a decoded value; `undefined` when it is none of the type. */
  readonly encode: (value: unknown) => string | undefined;
  /** What a value of the type looks like, for messages: `digits with two decimals`. */
  readonly expected: string;
}

/** A key of the closed constraint set (spec 6.2). */
export interface ConstraintKey {
  readonly key: string;
  readonly desc: string;
  readonly many: boolean;
  /** Written form -> the form it stands for; both in lower case. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Core merged with at most one profile: everything that a line's own `p=` makes it mean (spec 5). */
export interface Vocabulary {
  /** `core`, or the profile's name. */
  readonly name: string;
  /** The profile's data; null for core. */
  readonly profile: ProfileData | null;
  /** First 12 hex digits of the SHA-256 of the profile's canonical JSON; pins the vocabulary to a handoff. */
  readonly hash: string;
  readonly types: ReadonlyMap<string, TypeRow>;
  readonly slots: ReadonlyMap<string, SlotRow>;
  /** Enum name -> code -> what it means. */
  readonly enums: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Agents that the profile names; empty when it names none, and then any name is one. */
  readonly agents: ReadonlySet<string>;
  /** Ask -> the slots that the act runs with (spec 5, 6.2 tier 5). */
  readonly exec: ReadonlyMap<string, readonly string[]>;
  /** Every slot that some ask acts with. */
  readonly execSlots: ReadonlySet<string>;
  /** Asks that cannot be undone: UNDO itself, `irreversible` of the profile, and those with execution slots. */
  readonly irreversible: ReadonlySet<string>;
  /** Slots that are each line's own and never compared between plan and report (6.3). */
  readonly ownLine: ReadonlySet<string>;
  /** Answers that mean go, and answers that mean stop (6.5 R46). */
  readonly go: ReadonlySet<string>;
  readonly stop: ReadonlySet<string>;
  readonly constraintKeys: ReadonlyMap<string, ConstraintKey>;
  /** Codes of asks to show first in a legend; the profile's `asks_used`, else every core ask. */
  readonly asksUsed: readonly string[];
}

/** The readback levels (R18). */
export const levels: readonly string[] = Object.keys(core.levels);
/** Slots that no readback echoes (R18). */
export const neverEchoed: ReadonlySet<string> = new Set(core.never_echoed);
