import type { Parsed } from '../codec/index.ts';
import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import type { Verdict } from '../diagnostic/verdict.ts';
import type { MessageType } from '../vocabulary/vocabulary.ts';
import { assertNow } from './now.ts';
import { isAdmitted, tellNamedBefore } from './thread/admission.ts';
import { answer } from './thread/answers.ts';
import { cancel } from './thread/cancelling.ts';
import { declined, done, failed } from './thread/closing.ts';
import { tellEnd } from './thread/ending.ts';
import { open } from './thread/handoffs.ts';
import { register } from './thread/identity.ts';
import { ownerAfter } from './thread/ownership.ts';
import { ask } from './thread/questions.ts';
import { readBack } from './thread/readbacks.ts';
import { emptyState, type Line, type ThreadState } from './thread/state.ts';
import { type HandoffView, viewOf } from './thread/view.ts';

export { ownerOf } from './thread/ownership.ts';
export type { HandoffView } from './thread/view.ts';

/** How a thread is to be checked. */
export interface ThreadOptions {
  /** The time in UTC, YYYYMMDDTHHMMZ: by it alone an open handoff is in time or orphaned. */
  readonly now: string;
  /** The lines are a part of a longer thread: what a re= names may lie outside of it (R39). */
  readonly excerpt?: boolean | undefined;
  /** Takes each finding as soon as it is known, those of the end from `finish`; the thread then keeps none. */
  readonly tell?: ((finding: Diagnostic) => void) | undefined;
}

/** The findings (none that went to `tell`), every handoff in the order in which they were sent, and the owner of every item. */
export interface ThreadVerdict extends Verdict {
  readonly handoffs: readonly HandoffView[];
  readonly owners: Readonly<Record<string, string>>;
}

/** A thread that is being read. `finish` says how it stands; more lines may follow. */
export interface Thread {
  /** The next line, read under its own `p=`; `number` is its number in a file, if that is not the count of lines. */
  add(parsed: Parsed, number?: number): void;
  finish(): ThreadVerdict;
}

/**
 * A thread, line by line (6.5): linear in the lines, in memory that is bound by ids and open handoffs. Throws `UsageError`
 * for a clock that is none; `add` throws for nothing that was parsed.
 *
 * @example
 * const thread = createThread({ now: '20261002T0900Z' });
 * thread.add(parse('RW1 HO a-1 from=a to=b item=x:1 ask=FIX'));
 * thread.finish().owners; // => { 'x:1': 'a' }
 */
export function createThread({ now, excerpt = false, tell }: ThreadOptions): Thread {
  assertNow(now);
  const state = emptyState(now, excerpt);
  const kept: Diagnostic[] = [];
  const handOut = tell ?? ((finding: Diagnostic): unknown => kept.push(finding));
  let hasFailed = false;
  return {
    add: (parsed, number) => {
      add(state, parsed, number);
      if (state.found.length === 0) return;
      const found = state.found.splice(0);
      hasFailed ||= hasErrors(found);
      for (const one of found) handOut(one);
    },
    finish: () => {
      const found = foundAtEnd(state);
      if (tell !== undefined) for (const one of found) tell(one);
      return {
        passes: !hasFailed && !hasErrors(found),
        diagnostics: tell === undefined ? [...kept, ...found].sort(byLine) : [],
        handoffs: state.handoffs.map(viewOf),
        owners: ownersOf(state),
      };
    },
  };
}

/**
 * A whole thread, its lines in the order in which they were sent (6.5). Throws as `createThread` does.
 *
 * @example
 * const lines = ['RW1 HO a-1 from=a to=b item=x:1 ask=FIX exp=20261002T0900Z'].map((line) => parse(line));
 * checkThread({ lines, now: '20261002T0900Z' }).diagnostics.map(({ code }) => code); // => ['thread/orphaned']
 */
export function checkThread({
  lines,
  ...options
}: ThreadOptions & { readonly lines: Iterable<Parsed> }): ThreadVerdict {
  const thread = createThread(options);
  for (const parsed of lines) thread.add(parsed);
  return thread.finish();
}

/** What each type does to the thread. An ST changes nothing: it hands nothing over. */
const transitions: Readonly<Record<MessageType, (state: ThreadState, line: Line) => void>> = {
  HO: open,
  RB: readBack,
  AQ: ask,
  AN: answer,
  ST: () => {},
  DN: done,
  UN: declined,
  FL: failed,
  CX: cancel,
};

function add(state: ThreadState, parsed: Parsed, number?: number): void {
  state.count += 1;
  const seen = register(state, parsed, number ?? state.count);
  const { message } = parsed;
  if (seen === null || message === null) return;
  const target = message.re === null || message.re === seen.id ? null : (state.seen.get(message.re) ?? null);
  const line = { message, seen, target };
  tellNamedBefore(state, line);
  if (isAdmitted(state, line)) transitions[message.type](state, line);
}

/** Changes nothing, so that a thread may be looked at and then go on. */
function foundAtEnd(state: ThreadState): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  tellEnd({ ...state, found });
  return found.sort(byLine);
}

/** Without a prototype: an item may be called anything. */
function ownersOf({ handoffs }: ThreadState): Readonly<Record<string, string>> {
  const owners: Record<string, string> = Object.create(null);
  for (const handoff of handoffs) owners[handoff.item] = ownerAfter(owners[handoff.item] ?? null, handoff);
  return owners;
}

function byLine(one: Diagnostic, other: Diagnostic): number {
  return (one.at?.number ?? 0) - (other.at?.number ?? 0);
}
