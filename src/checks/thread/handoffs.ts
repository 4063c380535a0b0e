import { vocabularyOf } from '../../codec/index.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { openWork } from './relays.ts';
import { originOf, reissue } from './retries.ts';
import { at, type Handoff, type Line, type ThreadState } from './state.ts';

/** Thread: a handoff opens; what an UNDO reverses stands in the thread (spec 6.5). */
export const rules = {
  'thread/undo-unknown': {
    severity: 'info',
    section: '6.5',
    message: ({ id, ctx }: { id: string; ctx: string }): string =>
      `${id}: ask=UNDO reverses ${ctx}, which is no DN of this thread`,
    hint: (): string => 'see that ctx= names the DN of the act to be reversed',
  },
} as const;
rules satisfies Rules;

/** An HO: its sender keeps the item until a readback passes. */
export function open(state: ThreadState, line: Line): void {
  const { message, seen } = line;
  const handoff: Handoff = {
    id: seen.id,
    seen,
    order: seen.order,
    from: seen.from as string, // a message that was read has both, and an HO its item
    to: seen.to as string,
    item: seen.item as string,
    ask: message.slots['ask'] as string,
    vocabulary: vocabularyOf(message),
    ...originOf(line),
    message,
    passed: false,
    readbacks: null,
    voided: null,
    mended: null,
    confirmedVoid: null,
    refusal: null,
    ends: 0,
    end: null,
    ran: false,
    cancel: null,
    reissuedBy: null,
    retriedBy: null,
  };
  seen.handoff = handoff;
  state.handoffs.push(handoff);
  openWork(state, handoff);
  reissue(state, line, handoff);
  if (handoff.ask === 'UNDO') tellUnknownAct(state, line);
}

function tellUnknownAct(state: ThreadState, line: Line): void {
  for (const ctx of (line.message.slots['ctx'] as readonly string[] | undefined) ?? []) {
    if (state.seen.get(ctx)?.type === 'DN') continue;
    reporter(rules, state.found)('thread/undo-unknown', { id: line.seen.id, ctx }, at(line, 'ctx'));
  }
}
