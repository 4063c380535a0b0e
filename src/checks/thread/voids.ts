import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { at, type Handoff, type Line, type Seen, type ThreadState } from './state.ts';

/** Thread: nothing rests on a void readback (spec 6.5 R50). */
export const rules = {
  'thread/void-readback': {
    severity: 'error',
    section: '6.5 R50',
    message: ({ id, readback, handoff, use }: Void): string =>
      `${id}: ${use} ${readback}, a void readback of ${handoff}`,
    hint: ({ readback }: Void): string =>
      `send the handoff again with re=${readback}, and confirm what passes`,
  },
  'thread/void-mended': {
    severity: 'info',
    section: '6.5 R50',
    message: ({ id, readback, handoff }: Void): string =>
      `${id}: passes where ${readback}, a readback of ${handoff}, was void`,
  },
} as const;
rules satisfies Rules;

interface Void {
  readonly id: string;
  readonly readback: string;
  readonly handoff: string;
  readonly use: 'confirms' | 'ran upon';
}

/** The sender answered a void readback Y: a problem once it is clear that no passing one follows. */
export function confirmVoid(line: Line, readback: Seen, handoff: Handoff): void {
  handoff.confirmedVoid = { readback: readback.id, answer: line.seen.id, at: at(line, 're') };
}

/** A passing readback mends what was void before it, on its own handoff and on the one that this one re-issues. */
export function mend(state: ThreadState, line: Line, handoff: Handoff): void {
  handoff.mended = handoff.voided ?? handoff.mended;
  handoff.voided = null;
  for (const mended of handoff.isReissue ? [handoff, handoff.retryOf] : [handoff]) {
    if (mended?.confirmedVoid == null) continue;
    const { readback, answer } = mended.confirmedVoid;
    mended.confirmedVoid = null;
    if (mended.mended?.id === readback) mended.mended = null;
    const data = { id: line.seen.id, readback, handoff: mended.id, use: 'confirms' as const, answer };
    reporter(rules, state.found)('thread/void-mended', data, at(line, 'id'));
  }
}

/** At the end of a handoff, and of the thread: a confirmed void readback that nothing has mended. */
export function tellConfirmedVoid(state: ThreadState, handoff: Handoff): void {
  if (handoff.confirmedVoid === null) return;
  const { readback, answer, at } = handoff.confirmedVoid;
  const data = { id: answer, readback, handoff: handoff.id, use: 'confirms' as const };
  reporter(rules, state.found)('thread/void-readback', data, at);
}

/** A DN that ran: whether it followed a void readback that nothing has mended. */
export function tellRanUponVoid(state: ThreadState, line: Line, handoff: Handoff): void {
  const { voided, mended, id } = handoff;
  const readback = (voided ?? mended)?.id;
  if (readback === undefined) return;
  const code = voided === null ? 'thread/void-mended' : 'thread/void-readback';
  const passing = handoff.readbacks.at(-1)?.id;
  const data = {
    id: voided === null && passing ? passing : line.seen.id,
    readback,
    handoff: id,
    use: 'ran upon' as const,
  };
  reporter(rules, state.found)(code, data, at(line, 're'));
}
