import type { AnyMessage } from '../codec/message.ts';
import type { Parsed } from '../codec/parsed.ts';
import { idsShownBy } from '../compose/next-id.ts';

/** What a thread says to one of its agents, by the ids in it. */
export interface Seen {
  /** Every id that stands on a line, readable or not, or is named by one. */
  readonly ids: ReadonlySet<string>;
  /** The lines that carry an id. */
  readonly linesOf: (id: string) => readonly string[];
  readonly message: (id: string) => AnyMessage | undefined;
  /** Messages that answer an id, in their order. */
  readonly answersTo: (id: string) => readonly AnyMessage[];
}

/** Reads a thread once; unreadable lines count with the id that was heard of them (spec 6.5 R39). */
export function readThread(thread: Iterable<Parsed>): Seen {
  const lines = new Map<string, string[]>();
  const messages = new Map<string, AnyMessage>();
  const answers = new Map<string, AnyMessage[]>();
  const ids = new Set<string>();
  for (const parsed of thread) {
    const { line, message, heard } = parsed;
    for (const id of idsShownBy(parsed)) ids.add(id);
    if (heard.id !== null) listAt(lines, heard.id).push(line);
    if (message === null) continue;
    if (!messages.has(message.id)) messages.set(message.id, message);
    if (message.re !== null) listAt(answers, message.re).push(message);
  }
  return {
    ids,
    linesOf: (id) => lines.get(id) ?? [],
    message: (id) => messages.get(id),
    answersTo: (id) => answers.get(id) ?? [],
  };
}

/**
 * The handoff that a new one retries, if its receiver read that one back and still holds it or did it: `re=` leads to it
 * over handoffs of the same work (spec 6.5 R52, 6.7). One that was declined, failed or cancelled may be handed over anew.
 */
export function heldOriginal(
  ho: AnyMessage,
  seen: Seen,
): { readonly ho: AnyMessage; readonly rb: AnyMessage } | null {
  const passed = new Set([ho.id]);
  for (
    let at: AnyMessage | undefined = original(ho, seen);
    at && !passed.has(at.id);
    at = original(at, seen)
  ) {
    passed.add(at.id);
    const rb = seen.answersTo(at.id).findLast(({ type, from }) => type === 'RB' && from === ho.to);
    if (rb !== undefined && !isGivenUp(at, seen)) return { ho: at, rb };
  }
  return null;
}

/** The CX with which its sender took a handoff back. */
export function cancelOf({ id, from, to }: AnyMessage, seen: Seen): AnyMessage | undefined {
  return seen.answersTo(id).find((cx) => cx.type === 'CX' && cx.from === from && cx.to === to);
}

function original({ re, from, to, item, slots }: AnyMessage, seen: Seen): AnyMessage | undefined {
  const earlier = re === null ? undefined : seen.message(re);
  const isSame =
    earlier?.type === 'HO' && earlier.from === from && earlier.to === to && earlier.item === item;
  return isSame && earlier.slots['ask'] === slots['ask'] ? earlier : undefined;
}

function isGivenUp(ho: AnyMessage, seen: Seen): boolean {
  const own = seen.answersTo(ho.id).filter(({ from }) => from === ho.to);
  if (own.some(({ type, slots }) => type === 'DN' && slots['out'] !== 'NOOP')) return false;
  return own.some(({ type }) => ['UN', 'FL', 'DN'].includes(type)) || cancelOf(ho, seen) !== undefined;
}

function listAt<T>(map: Map<string, T[]>, key: string): T[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}
