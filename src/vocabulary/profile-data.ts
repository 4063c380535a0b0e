import type { MessageType } from './vocabulary.ts';

/** A slot that a profile adds. `type` is a row of slot-types.ts, `on` the message types that list it. */
export interface ProfileSlot {
  readonly key: string;
  readonly type: string;
  readonly on: readonly MessageType[];
  readonly required?: boolean;
  readonly desc?: string;
}

/** Money, int or days slots: `parts` add up to `total`, exactly, when all of them are there and `when` holds (null: the slot is absent). */
export interface SumRule {
  readonly on?: readonly MessageType[];
  readonly total: string;
  readonly parts: readonly string[];
  readonly when?: Readonly<Record<string, readonly (string | null)[]>>;
}

/**
 * The forms that a slot's value (a list's elements) may take: literal text with `<n>` a whole number from 1, `<m>` one
 * greater than the `<n>` before it, `<day>` a real day YYYYMMDD, `<hhmm>` a time of day 0000-2359, `<id>` one or
 * more characters that are neither `#` nor `+`. A field ends where its characters end. A value whose namespace (the text before its first colon) belongs
 * to one of the forms must have that form; another namespace is `other`; a value without one fits a form or is an error.
 */
export interface ShapeRule {
  readonly slot: string;
  readonly on?: readonly MessageType[];
  readonly forms: readonly string[];
  readonly other?: 'error' | 'warning';
}

/** When every slot of `if` is there (none: always), so is every slot of `then`. */
export interface TogetherRule {
  readonly on: readonly MessageType[];
  readonly if: readonly string[];
  readonly then: readonly string[];
}

/** How lines point at their source documents, and what those have to say (6.6). */
export interface EvidenceRule {
  /** The slot whose value, or elements, are pointers. */
  readonly pointer: string;
  /** Namespace of a pointer -> slots whose values such a source says. */
  readonly sought?: Readonly<Record<string, readonly string[]>>;
  /** Slot -> the types on which it says what a source says; on others it is a plan. */
  readonly stated_on?: Readonly<Record<string, readonly MessageType[]>>;
  /** Slots whose value a source may say in other words: where it is not written so, that is doubtful and no error. */
  readonly free?: readonly string[];
  /** Slot -> code -> other texts by which a source says it: `£`. */
  readonly written?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Slot -> words, in lower case, that stand before its value in a source: `total`, `amount due`. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /** Kinds of item whose concept is a reference that the source says. */
  readonly item?: readonly string[];
  /** Type -> kinds of item whose lines carry the pointer. */
  readonly needed?: Readonly<Partial<Record<MessageType, readonly string[]>>>;
  /** The tail stands word for word on the lines that the pointer names. */
  readonly quote?: boolean;
  /** Slots that say, with the item, what a statement is about; all of them, and the tail, when left out. */
  readonly matter?: readonly string[];
}

/** A profile as its JSON file holds it (spec 5); published as spec/profiles/profile.schema.json. */
export interface ProfileData {
  readonly profile: string;
  readonly version: string;
  readonly extends: string;
  readonly description?: string;
  readonly enums?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly asks?: Readonly<Record<string, string>>;
  readonly slots?: readonly ProfileSlot[];
  readonly agents?: readonly string[];
  readonly asks_used?: readonly string[];
  readonly item_namespace?: string;
  readonly item_examples?: readonly string[];
  readonly item_kinds?: Readonly<Record<string, string>>;
  readonly exec?: Readonly<Record<string, readonly string[]>>;
  readonly translation?: Readonly<Record<string, string>>;
  // This project's own keys (R23): what the protocol's profiles say in prose, as data.
  /** Types whose item is `<kind>:<concept>` with a kind of item_kinds. */
  readonly item_kinds_on?: readonly MessageType[];
  readonly sums?: readonly SumRule[];
  readonly shapes?: readonly ShapeRule[];
  readonly together?: readonly TogetherRule[];
  /** Types that need a tail that is not empty. */
  readonly tail_on?: readonly MessageType[];
  /** Slots that are each line's own, never compared between plan and report (6.3). */
  readonly own_line?: readonly string[];
  /** Ask -> money, int or days slots that are above zero on its HO and RB. */
  readonly positive?: Readonly<Record<string, readonly string[]>>;
  /** Asks that cannot be undone. */
  readonly irreversible?: readonly string[];
  /** Execution slots that take any script (R7). */
  readonly open_scripts?: readonly string[];
  /** Codes of the enum `ans` that mean go, and those that mean stop; without `stop`, all the others do (R46). */
  readonly answers?: { readonly go?: readonly string[]; readonly stop?: readonly string[] };
  /** Constraint keys and aliases added to the closed set (6.2). */
  readonly constraints?: {
    readonly keys?: Readonly<Record<string, { readonly desc: string; readonly many?: boolean }>>;
    readonly aliases?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  };
  /** Agent -> the asks that it gives to others and those that it takes, for its legend. */
  readonly roles?: Readonly<
    Record<string, { readonly gives?: readonly string[]; readonly takes?: readonly string[] }>
  >;
  /** Slots whose value may be used by one executed statement only (act.md 9). */
  readonly single_use?: readonly string[];
  /** The execution slot that names the approval which an act was given by; where a question leaves it open, the answer that means go gives it. */
  readonly approval?: string;
  /** Money slot -> the slot that names its currency: what is added up is added up by currency. */
  readonly amounts?: Readonly<Record<string, string>>;
  readonly evidence?: EvidenceRule;
}
