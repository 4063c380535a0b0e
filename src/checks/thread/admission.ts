import { vocabularyOf } from '../../codec/index.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { shown } from '../../text/shown.ts';
import type { MessageType } from '../../vocabulary/vocabulary.ts';
import { detached } from './detached.ts';
import { withoutNoughts } from './identity.ts';
import { at, type Line, type Seen, type ThreadState } from './state.ts';

/**
 * Thread: a line answers what its type may answer, goes between the two who are party to it, and speaks of the same
 * item (spec 6.5 R39, R41, R42). What fails here moves nothing: it closes, cancels, confirms and answers nothing.
 */
export const rules = {
  'thread/unknown-re': {
    severity: 'error',
    section: '6.5 R39',
    message: ({ id, re, comesLater }: Unknown): string =>
      `${id}: re=${re} names no line before it${comesLater ? `, and ${re} comes after it` : ''}`,
    hint: ({ near, comesLater }: Unknown): string => {
      if (comesLater) return 'give the lines in the order in which they were sent';
      return near === undefined
        ? 'name a line of the thread, or check it as an excerpt'
        : `write ${near}: ids compare as written`;
    },
  },
  'thread/outside-excerpt': {
    severity: 'info',
    section: '6.5 R39',
    message: ({ id, re }: Unknown): string => `${id}: re=${re} names a line outside this excerpt`,
  },
  'thread/not-a-handoff': {
    severity: 'error',
    section: '6.5',
    message: ({ id, type, re, named }: Misdirected): string =>
      `${id}: ${article(type)} answers a handoff, and ${re} is ${article(named)}`,
    hint: (): string => 'name the HO itself in re=',
  },
  'thread/not-answerable': {
    severity: 'error',
    section: '6.5',
    message: ({ id, re, named }: Misdirected): string =>
      `${id}: an AN answers an AQ, RB, CX or ST, and ${re} is ${article(named)}`,
    hint: (): string => 'name the question, readback, cancel or status in re=',
  },
  'thread/wrong-party': {
    severity: 'error',
    section: '6.5 R41',
    message: ({ id, type, re, from, to, heard }: Parties): string =>
      `${id}: ${article(type)} with re=${re} must come from ${from ?? '?'} to ${to ?? '?'}, not from ${heard}`,
    hint: (): string => 'send it from the agent that it is up to; it counts for nothing as it is',
  },
  'thread/not-asked': {
    severity: 'error',
    section: '6.5 R42',
    message: ({ id, re, from, to, heard }: Parties): string =>
      `${id}: the answer to ${re} must come from ${from ?? '?'} to ${to ?? '?'}, not from ${heard}: nobody approves for another`,
    hint: ({ from }: Parties): string =>
      `let ${from ?? 'the addressee'} answer; this answer counts for nothing`,
  },
  'thread/not-addressed': {
    severity: 'info',
    section: '6.5 R41',
    message: ({ id, re, from, heard }: Parties): string =>
      `${id}: ${re} is addressed to ${from ?? '?'}, as UN why=SCOPE says, which came from ${heard}; it closes nothing`,
  },
  'thread/other-item': {
    severity: 'error',
    section: '6.5',
    message: ({ id, re, sent, heard }: OtherItem): string =>
      `${id}: item mismatch with ${re}, sent ${shown(sent)}, heard ${shown(heard)}`,
    hint: ({ sent }: OtherItem): string => `write item=${shown(sent)}; it counts for nothing as it is`,
  },
  'thread/other-profile': {
    severity: 'error',
    section: '5 R22',
    message: ({ id, handoff, sent, heard }: OtherProfile): string =>
      `${id}: p mismatch with ${handoff}, sent ${sent}, heard ${heard}`,
    hint: ({ sent }: OtherProfile): string =>
      sent === 'core' ? 'leave p= out: the handoff has none' : `write p=${sent}`,
  },
} as const;
rules satisfies Rules;

interface Unknown {
  readonly id: string;
  readonly re: string;
  readonly near: string | undefined;
  /** In an excerpt: what it names is no line outside. */
  readonly comesLater: boolean;
}
interface Misdirected {
  readonly id: string;
  readonly type: MessageType;
  readonly re: string;
  /** The type of the line that re= names; null when it cannot be read. */
  readonly named: MessageType | null;
}
interface Parties {
  readonly id: string;
  readonly type: MessageType;
  readonly re: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly heard: string;
}
interface OtherItem {
  readonly id: string;
  readonly re: string;
  readonly sent: string;
  readonly heard: string;
}
interface OtherProfile {
  readonly id: string;
  readonly handoff: string;
  readonly sent: string;
  readonly heard: string;
}

/** What a type may answer (absent: anything), and whether it goes back to the sender or the way of what it names. */
interface Reply {
  readonly to?: ReadonlySet<MessageType | null>;
  readonly direction?: 'back' | 'along';
}
const handoff: ReadonlySet<MessageType | null> = new Set(['HO'] as const);
const answerable: ReadonlySet<MessageType | null> = new Set(['AQ', 'RB', 'CX', 'ST'] as const);
const replies: Readonly<Record<MessageType, Reply>> = {
  HO: {},
  ST: {},
  AQ: {},
  RB: { to: handoff, direction: 'back' },
  AN: { to: answerable, direction: 'back' },
  DN: { to: handoff, direction: 'back' },
  UN: { direction: 'back' },
  FL: { to: handoff, direction: 'back' },
  CX: { to: handoff, direction: 'along' },
};

/** Whether a line may do what its type does; false once something was told that makes it count for nothing. */
export function isAdmitted(state: ThreadState, line: Line): boolean {
  const { message, target } = line;
  if (message.re === null) return true;
  const reply = replies[message.type];
  if (target === null) {
    tellUnknown(state, line, message.re);
    return reply.direction === undefined;
  }
  if (!answersItsKind(state, line, target, reply)) return false;
  if (reply.direction !== undefined && !isBetweenParties(state, line, target, reply.direction)) return false;
  tellOtherProfile(state, line, target);
  return reply.direction === undefined || isAboutItem(state, line, target);
}

/** R39: in the thread so far, since a line answers what was said before it. */
function tellUnknown(state: ThreadState, line: Line, re: string): void {
  const plain = withoutNoughts(re);
  const near = state.seen.has(plain) ? plain : state.spellings.get(plain);
  const isOutside = state.excerpt && re !== line.seen.id;
  const code = isOutside ? 'thread/outside-excerpt' : 'thread/unknown-re';
  reporter(rules, state.found)(code, { id: line.seen.id, re, near, comesLater: false }, at(line, 're'));
  if (isOutside && !state.outside.has(re)) state.outside.set(detached(re), line.seen.id);
}

/** R39: a line of the excerpt that an earlier one names was not outside of it, and was answered before it was sent. */
export function tellNamedBefore(state: ThreadState, line: Line): void {
  const re = line.seen.id;
  const id = state.outside.get(re);
  if (id === undefined) return;
  reporter(rules, state.found)(
    'thread/unknown-re',
    { id, re, near: undefined, comesLater: true },
    at(line, 'id'),
  );
}

function answersItsKind(state: ThreadState, line: Line, target: Seen, { to }: Reply): boolean {
  if (to === undefined || to.has(target.type)) return true;
  const { type } = line.message;
  const code = type === 'AN' ? 'thread/not-answerable' : 'thread/not-a-handoff';
  const data = { id: line.seen.id, type, re: target.id, named: target.type };
  reporter(rules, state.found)(code, data, at(line, 're'));
  return false;
}

/** R41, R42. Of an unreadable line only what was heard is held against the answer. */
function isBetweenParties(
  state: ThreadState,
  line: Line,
  target: Seen,
  direction: 'back' | 'along',
): boolean {
  const { message, seen } = line;
  const [from, to] = direction === 'back' ? [target.to, target.from] : [target.from, target.to];
  const isFrom = from === null || message.from === from;
  const isTo = to === null || message.to === to;
  if (isFrom && isTo) return true;
  const heard = `${message.from} to ${message.to}`;
  const data = { id: seen.id, type: message.type, re: target.id, from, to, heard };
  const isMisrouted = message.type === 'UN' && message.slots['why'] === 'SCOPE' && !isFrom && isTo;
  const isApproval = message.type === 'AN' && !isFrom;
  const code = isMisrouted ? 'not-addressed' : isApproval ? 'not-asked' : 'wrong-party';
  reporter(rules, state.found)(`thread/${code}`, data, at(line, isFrom ? 'to' : 'from'));
  return false;
}

function isAboutItem(state: ThreadState, line: Line, target: Seen): boolean {
  const { message, seen } = line;
  const [sent, heard] = [target.item, message.item];
  if (sent === null || heard === null || sent === heard || hasOwnCheck(message.type, target.type))
    return true;
  reporter(rules, state.found)(
    'thread/other-item',
    { id: seen.id, re: target.id, sent, heard },
    at(line, 'item'),
  );
  return false;
}

/** R22: a line of an exchange names the handoff's profile or none. */
function tellOtherProfile(state: ThreadState, line: Line, { type, handoff }: Seen): void {
  const { message, seen } = line;
  if (handoff === null || message.type === 'DN' || hasOwnCheck(message.type, type)) return;
  const heard = vocabularyOf(message).name;
  const sent = handoff.vocabulary.name;
  if (heard === 'core' || heard === sent || message.type === 'HO' || message.type === 'ST') return;
  const data = { id: seen.id, handoff: handoff.id, sent, heard };
  reporter(rules, state.found)('thread/other-profile', data, at(line, 'p'));
}

/** Readbacks and answers to questions have checks that compare item and profile. */
function hasOwnCheck(type: MessageType, answers: MessageType | null): boolean {
  return type === 'RB' || (type === 'AN' && answers === 'AQ');
}

function article(type: MessageType | null): string {
  if (type === null) return 'a line that cannot be read';
  return type === 'DN' || type === 'UN' || type === 'CX' ? `a ${type}` : `an ${type}`;
}
