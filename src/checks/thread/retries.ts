import type { AnyMessage } from '../../codec/index.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { releaseWork } from './relays.ts';
import { at, type Handoff, isOver, type Line, type Lineage, type Seen, type ThreadState } from './state.ts';

/** Thread: a handoff that is sent again is one act, done once (spec 6.5 R48, R52). */
export const rules = {
  'thread/ran-twice': {
    severity: 'error',
    section: '6.5 R48',
    message: ({ id, handoff, other, by }: RanTwice): string =>
      `${id}: the act of ${handoff} was done already, under ${other} as ${by} says`,
    hint: ({ id, by }: RanTwice): string => `undo one of them: HO ask=UNDO with ctx=${id} or ctx=${by}`,
  },
  'thread/duplicate': {
    severity: 'info',
    section: '6.5 R52',
    message: ({ id, handoff, original }: Duplicate): string =>
      `${id}: closes the retry ${handoff} as a duplicate and leaves ${original} as it stands`,
  },
  'thread/superseded': {
    severity: 'info',
    section: '6.5 R52',
    message: ({ handoff, by }: { handoff: string; by: string }): string =>
      `${handoff}: superseded by ${by}, which sent it again`,
  },
} as const;
rules satisfies Rules;

interface RanTwice {
  readonly id: string;
  readonly handoff: string;
  readonly other: string;
  readonly by: string;
}
interface Duplicate {
  readonly id: string;
  readonly handoff: string;
  readonly original: string;
}

/** What a new handoff sends again: its retry names the original, a re-issue names a readback of it. */
export interface Origin {
  readonly retryOf: Handoff | null;
  readonly isReissue: boolean;
  readonly lineage: Lineage;
}

/**
 * Whether a handoff sends another again. A relay (another sender), another item, and a follow-up (another ask, unless it
 * corrects a void readback) are work of their own. A retry to another receiver is the same act (R48) though it
 * supersedes nothing (R52): the first receiver may still do it.
 */
export function originOf({ message, target }: Line): Origin {
  const original = target?.handoff ?? null;
  if (target === null || original === null || !isAgain(message, target, original)) {
    return { retryOf: null, isReissue: false, lineage: { ran: null, objections: null } };
  }
  return { retryOf: original, isReissue: target.type === 'RB', lineage: original.lineage };
}

function isAgain(message: AnyMessage, target: Seen, original: Handoff): boolean {
  if (target.type !== 'HO' && target.type !== 'RB') return false;
  if (message.from !== original.from || message.item !== original.item) return false;
  return message.slots['ask'] === original.ask || (target.standing === 'void' && !isOver(original));
}

/**
 * R52: a re-issue that names a void readback takes the place of the original. A readback that only its sender could
 * judge (kept criteria, record) is void once the sender sends the handoff again because of it.
 */
export function reissue(state: ThreadState, { target }: Line, { id, to, retryOf, isReissue }: Handoff): void {
  if (!isReissue || retryOf === null || target === null || retryOf.to !== to || isOver(retryOf)) return;
  if (target.standing === 'unchecked') voidReadback(state, retryOf, target);
  if (target.standing === 'void') retryOf.reissuedBy ??= id;
}

function voidReadback(state: ThreadState, handoff: Handoff, readback: Seen): void {
  readback.standing = 'void';
  handoff.voided = readback;
  handoff.readbacks?.delete(readback);
  handoff.passed = (handoff.readbacks?.size ?? 0) > 0;
  if (!handoff.passed) releaseWork(state, handoff);
}

/** R52: a retry that its receiver has taken up takes the place of the original. */
export function takeUp(state: ThreadState, { id, to, retryOf, isReissue }: Handoff): void {
  if (retryOf === null || isReissue || retryOf.to !== to) return;
  retryOf.retriedBy ??= id;
  releaseWork(state, retryOf);
}

/** The handoff that has taken a handoff's place; null while it stands for itself. */
export function supersededBy({ retriedBy, reissuedBy, passed }: Handoff): string | null {
  return retriedBy ?? (passed ? null : reissuedBy);
}

/** R48, when a DN says that the act ran. */
export function tellRanTwice(state: ThreadState, line: Line, handoff: Handoff): void {
  const { lineage, id } = handoff;
  const by = line.seen.id;
  if (lineage.ran !== null && lineage.ran.handoff !== handoff) {
    const data = { id: by, handoff: id, other: lineage.ran.handoff.id, by: lineage.ran.by };
    reporter(rules, state.found)('thread/ran-twice', data, at(line, 're'));
  }
  lineage.ran ??= { handoff, by };
}

/** R52: the receiver has the original and closes the retry. */
export function tellDuplicate(state: ThreadState, line: Line, handoff: Handoff, original: Handoff): void {
  const data = { id: line.seen.id, handoff: handoff.id, original: original.id };
  reporter(rules, state.found)('thread/duplicate', data, at(line, 'why'));
}

/** R52, at the end of the thread. */
export function tellSuperseded(state: ThreadState, line: Line, by: string): void {
  reporter(rules, state.found)('thread/superseded', { handoff: line.seen.id, by }, at(line, 'id'));
}
