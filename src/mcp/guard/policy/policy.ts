import type { FormatName } from '../mapping/formats.ts';

/** What the policy file of a guard says. */
export interface Policy {
  /** Names the guarded server, and with it the executor that statements are frozen for. */
  readonly name: string;
  readonly profile: string;
  readonly approver: Approver;
  /** Seconds that a call waits for its confirmation; a day unless set. */
  readonly confirmWithin?: number;
  /** Milliseconds that a guarded tool may take, and the list of them; a minute unless set. */
  readonly timeout?: number;
  /** What becomes of a tool that the policy does not name. */
  readonly undeclared?: Undeclared;
  /** The same of one that was not there when the guard started, and that does not say that it only reads. */
  readonly appearing?: 'pass' | 'refuse';
  readonly tools: Readonly<Record<string, ToolPolicy>>;
}

export type Undeclared = 'pass' | 'read-only' | 'refuse';

/** Who confirms: a person by the name of its principal, or another agent with its principal. */
export type Approver = { readonly person: string } | { readonly principal: string; readonly agent: string };

export type ToolPolicy = 'pass' | 'refuse' | GuardedTool;

/** A tool that runs only when its approver has confirmed the call. */
export interface GuardedTool {
  readonly ask: string;
  /** What the call is about: `{slot}` is a value of it, `{call}` a number that no other call has. */
  readonly item: string;
  /** Slot by slot, where its value comes from. */
  readonly slots: Readonly<Record<string, SlotSource>>;
  /** Arguments that may be there besides: frozen with the call, and shown by their hash alone. */
  readonly extras?: readonly string[];
  /** SHA-256 of the tool's definition as it was approved. */
  readonly pin: string;
  readonly approver?: Approver;
  /** Lets an approval that the approver gave before confirm the call: of its ask, its item and exactly its values. */
  readonly approvals?: boolean;
  readonly timeout?: number;
  /** What a result means; the first row that fits counts. */
  readonly outcomes?: readonly OutcomeRow[];
  /** Slots whose value the result says. */
  readonly reports?: Readonly<Record<string, ReportedSlot>>;
}

/** A slot's value: that of an argument, in a written form, or the same for every call. */
export type SlotSource =
  | { readonly argument: string; readonly as: FormatName; readonly absent?: string }
  | { readonly constant: string };

export interface OutcomeRow {
  readonly if: ResultTest;
  readonly means: 'done' | 'failed' | 'unknown';
}

/** A result is told by the code of its error, by isError, or by a value at a JSON pointer. */
export type ResultTest =
  | { readonly error: number }
  | { readonly isError: boolean }
  | { readonly at: string; readonly is: string | number | boolean };

export interface ReportedSlot {
  readonly at: string;
  readonly as: FormatName;
}
