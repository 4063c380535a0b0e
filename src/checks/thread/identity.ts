import { sha256 } from '#sha256';
import type { Parsed } from '../../codec/index.ts';
import { placeOfWord } from '../../codec/place.ts';
import type { Place } from '../../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { detached } from './detached.ts';
import type { Seen, ThreadState, Unreadable } from './state.ts';

/** Thread: every id stands for one line that can be read (spec 6.5 R37, R38, R40; 3 R10). */
export const rules = {
  'thread/repeat': {
    severity: 'info',
    section: '6.5 R38',
    message: ({ name, first }: Repeated): string => `${name}: an exact repeat of line ${first}, counted once`,
  },
  'thread/id-reused': {
    severity: 'error',
    section: '6.5 R37',
    message: ({ name, first }: Repeated): string =>
      `${name}: one id with two different lines, the other is line ${first}`,
    hint: (): string => 'give each line the next free number of its sender',
  },
  'thread/two-spellings': {
    severity: 'warning',
    section: '3 R10',
    message: ({ id, other }: Spelling): string =>
      `${id} and ${other} are two ids that differ in noughts only`,
    hint: ({ other }: Spelling): string => `write numbers as in ${other}: ids compare as written`,
  },
  'thread/unreadable': {
    severity: 'error',
    section: '6.5 R40',
    message: ({ name, fault }: Unread): string => `${name}: cannot be read: ${fault}`,
    hint: (): string => 'send what it was meant to say under a new id',
  },
  'thread/unreadable-answered': {
    severity: 'info',
    section: '6.5 R40',
    message: ({ name, fault, by }: Unread & { by: string }): string =>
      `${name}: could not be read, and ${by} answered so: ${fault}`,
  },
} as const;
rules satisfies Rules;

interface Repeated {
  readonly name: string;
  readonly first: number;
}
interface Spelling {
  readonly id: string;
  readonly other: string;
}
interface Unread {
  readonly name: string;
  readonly fault: string;
  readonly codes: readonly string[];
}

/** Registers a line under its id; null when it counts for nothing: a repeat, a second line, or one that is unreadable. */
export function register(state: ThreadState, parsed: Parsed, number: number): Seen | null {
  const hash = sha256(parsed.line);
  const { id } = parsed.heard;
  const seen = seenOf(parsed, id ?? `?${hash}`, { hash, order: state.count, number });
  const before = state.seen.get(seen.id);
  const first = before?.hash === hash ? before.number : state.rivals.get(hash);
  const report = reporter(rules, state.found);
  if (first !== undefined) {
    report('thread/repeat', { name: id ?? `line ${number}`, first }, place(parsed, number));
    return null;
  }
  if (seen.type === null) tellOrKeep(state, parsed, seen);
  if (before !== undefined) {
    report('thread/id-reused', { name: seen.id, first: before.number }, place(parsed, number));
    // A line that can be read takes the place of one that cannot: so more of the thread is checked.
    const yields = before.type === null && seen.type !== null ? before : seen;
    state.rivals.set(yields.hash, yields.number);
    if (yields === seen) return null;
  }
  state.seen.set(seen.id, seen);
  if (seen.type === null) return null;
  tellSpellings(state, parsed, seen);
  return seen;
}

function seenOf(
  { message, heard }: Parsed,
  id: string,
  place: Pick<Seen, 'hash' | 'order' | 'number'>,
): Seen {
  return {
    id: detached(id),
    ...place,
    type: message?.type ?? null,
    from: detached(heard.from),
    to: detached(heard.to),
    item: detached(message?.item ?? null),
    message: null,
    handoff: null,
    answeredBy: null,
    standing: null,
    confirmation: null,
  };
}

function place({ line }: Parsed, number: number): Place {
  return { ...placeOfWord(line, 'id'), number };
}

/** A line that cannot be read waits for its addressee to say so; without an addressee, or an id of its own, for nobody. */
function tellOrKeep(state: ThreadState, { line, heard, diagnostics }: Parsed, seen: Seen): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const unreadable = {
    name: heard.id === null ? `line ${seen.number}` : seen.id,
    fault: errors[0]?.message ?? 'it holds no message',
    codes: errors.map(({ code }) => code),
    at: { ...(errors[0]?.at ?? { line, span: { start: 0, end: line.length } }), number: seen.number },
  };
  const canBeAnswered =
    heard.id !== null && seen.from !== null && seen.to !== null && !state.seen.has(seen.id);
  if (canBeAnswered) state.unreadable.set(seen.id, unreadable);
  else tell(state, unreadable);
}

function tell(state: ThreadState, { at, ...data }: Unreadable): void {
  reporter(rules, state.found)('thread/unreadable', data, at);
}

/** R40: the addressee of an unreadable line said so. */
export function tellAnswered(state: ThreadState, id: string, by: string): void {
  const unreadable = state.unreadable.get(id);
  if (unreadable === undefined) return;
  state.unreadable.delete(id);
  const { at, ...data } = unreadable;
  reporter(rules, state.found)('thread/unreadable-answered', { ...data, by }, at);
}

/** R40: what nobody has answered at the end. */
export function tellUnreadable(state: ThreadState): void {
  for (const unreadable of state.unreadable.values()) tell(state, unreadable);
}

/** R10: ids compare as written, and two that a person takes for one are told. */
function tellSpellings(state: ThreadState, parsed: Parsed, { id, number }: Seen): void {
  const plain = withoutNoughts(id);
  const isPlain = plain === id;
  const other = state.spellings.get(plain) ?? (isPlain || !state.seen.has(plain) ? undefined : plain);
  if (!isPlain) state.spellings.set(plain, id);
  if (other === undefined || other === id) return;
  reporter(rules, state.found)('thread/two-spellings', { id, other }, place(parsed, number));
}

/** `a-01` as `a-1`. */
export function withoutNoughts(id: string): string {
  const digits = id.lastIndexOf('-') + 1;
  let from = digits;
  while (from < id.length - 1 && id.charCodeAt(from) === 0x30) from++;
  return from === digits ? id : id.slice(0, digits) + id.slice(from);
}
