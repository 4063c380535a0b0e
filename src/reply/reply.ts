import { assertNow, isExpired } from '../checks/now.ts';
import { checkReadback } from '../checks/readback.ts';
import { lineOf } from '../codec/encode.ts';
import type { AnyMessage } from '../codec/message.ts';
import type { Heard, Parsed } from '../codec/parsed.ts';
import { makeUnable } from '../compose/answer.ts';
import { idsShownBy, nextId } from '../compose/next-id.ts';
import { makeReadback } from '../compose/readback.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Report, reporter } from '../diagnostic/rule.ts';
import { refusalFor, tailFrom } from './refusal.ts';
import { rules } from './rules.ts';
import { cancelOf, heldOriginal, readThread, type Seen } from './seen.ts';

export interface ReplyOptions {
  /** The line that came in, as `parse` read it. */
  readonly parsed: Parsed;
  /** The agent that is to answer. */
  readonly as: string;
  /** The lines before it, in their order. */
  readonly thread?: Iterable<Parsed>;
  /** The time in UTC, YYYYMMDDTHHMMZ. */
  readonly now: string;
  /** The answer's id; else the next of the agent after those that the thread and the line show. */
  readonly id?: string;
}

/** Why code answers: a refusal by its reason, a readback, or an answer that was given before. */
export type Because = 'SCOPE' | 'VER' | 'UNK' | 'DUP' | 'EXPIRED' | 'readback' | 'repeat';

/** What code can answer by itself, what it leaves to a model, or why nothing is answered. */
export type Reply =
  | {
      readonly outcome: 'reply';
      readonly because: Because;
      readonly message: AnyMessage;
      readonly line: string;
    }
  /** `open`: slots that only understanding can fill; none where the line needs no answer, or another than a readback. */
  | { readonly outcome: 'model'; readonly because: 'open' | 'type'; readonly open: readonly string[] }
  | { readonly outcome: 'none'; readonly diagnostics: readonly Diagnostic[] };

/**
 * What code answers to a line by itself, in the order of spec 6.7; it never guesses a meaning. A UN is never answered: two
 * agents would decline each other for ever. Throws `UsageError` for a name or a clock that is none.
 *
 * @example
 * const parsed = parse('RW1 HO a-1 from=a to=b item=x:1 ask=FIX');
 * reply({ parsed, as: 'b', now: '20261002T0900Z' }).outcome; // => 'reply'
 */
export function reply({ parsed, as, thread = [], now, id }: ReplyOptions): Reply {
  assertNow(now);
  const seen = readThread(thread);
  const self: Self = { as, now, id: id ?? nextId(as, [...seen.ids, ...idsShownBy(parsed)]) };
  const { heard, message } = parsed;
  if (heard.from === as) return none('reply/own-line', { agent: as });
  const before = answerBefore(parsed, self, seen);
  if (before !== null) return before;
  const refusal = heard.type === 'UN' ? null : refusalFor(parsed, as);
  if (refusal !== null) return unable({ id: heard.id, from: heard.from }, refusal, self);
  if (message === null) return { outcome: 'none', diagnostics: parsed.diagnostics };
  if (message.type !== 'HO') return { outcome: 'model', because: 'type', open: awaitedSlots(message.type) };
  return answerHandoff(message, self, seen);
}

interface Self {
  readonly as: string;
  readonly now: string;
  readonly id: string;
}

/** Slots of the answer that a model gives to a message of a type; none where it needs none, or another than these. */
export function awaitedSlots(type: string): readonly string[] {
  return ['AQ', 'RB', 'CX'].includes(type) ? ['val'] : [];
}

/** An exact repeat of a line gets the same answer again; another line under its id gets none (spec 6.5 R37, R38). */
function answerBefore({ line, heard }: Parsed, { as }: Self, seen: Seen): Reply | null {
  if (heard.id === null) return null;
  const lines = seen.linesOf(heard.id);
  if (lines.some((other) => other !== line)) return none('reply/id-reused', { id: heard.id });
  if (lines.length === 0) return null;
  const own = seen.answersTo(heard.id).filter(({ from, to }) => from === as && to === heard.from);
  const answer = own.findLast(({ type }) => ['RB', 'AN', 'UN'].includes(type)) ?? own.at(-1);
  return answer === undefined ? null : told('repeat', answer);
}

function answerHandoff(ho: AnyMessage, self: Self, seen: Seen): Reply {
  const held = heldOriginal(ho, seen);
  if (held !== null) {
    return unable(ho, { why: 'DUP', tail: `${held.ho.id} was read back in ${held.rb.id}` }, self);
  }
  const exp = ho.slots['exp'] as string | undefined;
  if (exp !== undefined && isExpired(self.now, exp)) {
    return unable(ho, { why: 'EXPIRED', tail: `${ho.id} expired at ${exp}` }, self);
  }
  const cx = cancelOf(ho, seen);
  if (cx !== undefined) return none('reply/cancelled', { id: ho.id, cx: cx.id });
  return readBack(ho, self);
}

/** A readback by code, where nothing is open; it is sent only if it passes the check that its sender will make. */
export function readBack(ho: AnyMessage, { id, now }: Pick<Self, 'id' | 'now'>): Reply {
  const { message, open, diagnostics } = makeReadback({ ho, id });
  const errors = diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'compose/open');
  if (errors.length > 0) return { outcome: 'none', diagnostics };
  if (message === null) return { outcome: 'model', because: 'open', open };
  const verdict = checkReadback({ ho, rb: message, now });
  return verdict.passes ? told('readback', message) : { outcome: 'none', diagnostics: verdict.diagnostics };
}

/** Declines; an id that is not the sender's own is not answered, since that would name a message of another agent. */
function unable(
  { id: re, from: to, item }: Pick<Heard, 'id' | 'from'> & { readonly item?: string | null },
  { why, tail }: { readonly why: Because; readonly tail: string },
  { as: from, id }: Self,
): Reply {
  if (re === null || to === null || re.slice(0, re.lastIndexOf('-')) !== to)
    return none('reply/no-sender', {});
  const { message, diagnostics } = makeUnable({
    re,
    to,
    from,
    item: item ?? null,
    id,
    why,
    tail: tailFrom(tail),
  });
  return message === null ? { outcome: 'none', diagnostics } : told(why, message);
}

function told(because: Because, message: AnyMessage): Reply {
  return { outcome: 'reply', because, message, line: lineOf(message) };
}

function none(...finding: Parameters<Report<typeof rules>>): Reply {
  const diagnostics: Diagnostic[] = [];
  reporter(rules, diagnostics)(...finding);
  return { outcome: 'none', diagnostics };
}
