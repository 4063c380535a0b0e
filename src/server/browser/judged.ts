// What is found about pasted lines: the same on the server, for a page without scripts, and in the browser.
import { checkReadback, checkThread } from '../../checks/index.ts';
import { type AnyMessage, digest, type Parsed, parse } from '../../codec/index.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { linesOf } from '../../text/lines.ts';
import type { Profiles } from '../../vocabulary/profiles.ts';

/** One of the lines, by its number in the text from 1. */
export interface JudgedLine {
  readonly number: number;
  readonly line: string;
  /** Type, id and digest; null where it is no valid line. */
  readonly means: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Judged {
  readonly lines: readonly JudgedLine[];
  /** What is found between them, when there are several; null for one. */
  readonly thread: readonly Diagnostic[] | null;
  /** Lines that were not looked at: a page takes 200. */
  readonly left: number;
}

const most = 200;

/** Judges every line of a text by itself, and several as a conversation at `now`, YYYYMMDDTHHMMZ. Never throws for what it holds. */
export function judged(
  text: string,
  { profiles, now }: { readonly profiles: Profiles; readonly now: string },
): Judged {
  const given = linesOf(new TextEncoder().encode(text));
  const read = given.slice(0, most).map((line) => ({ ...line, parsed: parse(line.text, { profiles }) }));
  const lines = read.map(({ number, text: line, parsed: { message, diagnostics } }) => ({
    number,
    line,
    means: message === null ? null : `${message.type} ${message.id}, digest ${digest(message)}`,
    diagnostics,
  }));
  const thread =
    read.length < 2
      ? null
      : between(
          read.map(({ parsed }) => parsed),
          now,
        );
  return { lines, thread, left: given.length - read.length };
}

/** What no line shows by itself: each readback against its handoff, and how the conversation stands. */
function between(read: readonly Parsed[], now: string): readonly Diagnostic[] {
  const own = new Set(read.flatMap(({ diagnostics }) => diagnostics));
  const messages = read.flatMap(({ message }) => message ?? []);
  const handoffs = new Map(messages.filter(({ type }) => type === 'HO').map((ho) => [ho.id, ho]));
  const readbacks = messages.flatMap((rb: AnyMessage) => {
    const ho = rb.type === 'RB' && rb.re !== null ? handoffs.get(rb.re) : undefined;
    return ho === undefined ? [] : checkReadback({ ho, rb, now }).diagnostics;
  });
  const thread = checkThread({ lines: read, now }).diagnostics.filter((one) => !own.has(one));
  return [...readbacks, ...thread];
}
