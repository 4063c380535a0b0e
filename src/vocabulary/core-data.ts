import type { MessageType } from './vocabulary.ts';

/** A message type as spec/profiles/core.json holds it; `also` names the type whose slots it takes as well. */
export interface CoreType {
  readonly name: string;
  readonly desc: string;
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly also?: MessageType;
}

/** A constraint key of the closed set: `many` when it may stand several times (spec 6.2). */
export interface ConstraintKeyData {
  readonly desc: string;
  readonly many?: boolean;
}

/** The closed constraint set: keys, and for each key the forms that mean the same, by the form that they stand for. */
export interface ConstraintData {
  readonly keys?: Readonly<Record<string, ConstraintKeyData>>;
  readonly aliases?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** What every line has, whatever its profile: the form of spec/profiles/core.json (spec 3). */
export interface CoreData {
  readonly profile: 'core';
  readonly version: string;
  readonly description: string;
  /** Most code points of a line and of a tail. */
  readonly limits: { readonly line: number; readonly tail: number };
  readonly reserved_agents: readonly string[];
  readonly types: Readonly<Record<MessageType, CoreType>>;
  readonly slots: Readonly<Record<string, { readonly type: string; readonly desc: string }>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Reasons that a type is expected to give; another one is a warning. */
  readonly why_on: Readonly<Partial<Record<MessageType, readonly string[]>>>;
  /** Asks that cannot be undone and have no execution slots of their own (R25). */
  readonly irreversible: readonly string[];
  /** Readback levels (R18). */
  readonly levels: Readonly<Record<string, string>>;
  /** Slots that no readback echoes (R18). */
  readonly never_echoed: readonly string[];
  readonly constraints: ConstraintData;
}
