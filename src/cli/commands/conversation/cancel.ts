import { UsageError } from '../../../diagnostic/usage-error.ts';
import { type Cancelled, cancelHandoff, cancelReasons } from '../../../ledger/cancel.ts';
import { sentJson } from '../../../ledger/entry-json.ts';
import { noticeText } from '../../act/statement-text.ts';
import { actToolIn } from '../../act/tool.ts';
import { Stopped } from '../../failure.ts';
import { type Room, withSpeaker } from '../../ledger/conversation.ts';
import { handoffText } from '../../ledger/handoff-text.ts';
import { exitOfSent, sentText } from '../../ledger/sent-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

/** `cancel`: takes a handoff back. */
export const cancel: Verb = {
  name: 'cancel',
  group: 'Hand over in a ledger',
  uses: 'conversation',
  summary: 'take a handoff back with a CX; what waits to run under it is discarded',
  about:
    'An act that is running, or of which nobody knows whether it ran, is not called back: the cancel is kept, and answered ' +
    'by what comes of it.',
  arguments: [{ name: 'HANDOFF', about: 'the id of the handoff' }],
  options: {
    why: { value: 'WHY', about: `${cancelReasons.join(', ')}; REVOKED unless given` },
    tail: { value: 'TEXT', about: 'free text behind //, for a reader' },
  },
  exits: { 3: 'too late: it was sent already, and what comes of it answers the cancel' },
  example: {
    command: 'hearback cancel ops-1 --key-file office.key --ledger office.ledger',
    output: [
      'RW1 CX ops-2 re=ops-1 from=ops to=builder item=jira:OPS-77 why=REVOKED',
      'cancelled: ops-1 is CLOSED_CX, ops has it, closed by ops-2',
    ].join('\n'),
  },
  run: (call) =>
    withSpeaker(call, async (room) => {
      const { options, words } = call;
      const given = options.value('why') ?? 'REVOKED';
      const why = cancelReasons.find((one) => one === given);
      if (why === undefined) throw new UsageError('usage/why', `--why is one of ${cancelReasons.join(', ')}`);
      const tail = options.value('tail');
      const cancelled = await cancelHandoff(room.handle, {
        handoff: words[0] as string,
        why,
        profiles: room.opened.profiles,
        ...(tail === undefined ? {} : { tail }),
      });
      switch (cancelled.outcome) {
        case 'refused':
          throw new Stopped(cancelled.reason, cancelled.message);
        case 'not-composed':
          throw new UsageError('usage/tail', cancelled.diagnostics[0]?.message ?? 'the cancel is no line');
        case 'not-taken':
          return tell(call, {
            json: sentJson(cancelled.sent),
            text: sentText(cancelled.sent),
            exit: exitOfSent(cancelled.sent),
          });
        default:
          return told(call, room, cancelled);
      }
    }),
};

/** Done when it is closed by the cancel; while the act may have run, undecided. */
async function told(
  call: Call,
  room: Room,
  cancelled: Extract<Cancelled, { outcome: 'cancelled' | 'too-late' }>,
): Promise<void> {
  const { outcome, handoff, line, repeat } = cancelled;
  if (outcome === 'cancelled') {
    const text = `${repeat ? 'was cancelled' : 'cancelled'}: ${handoffText(handoff)}`;
    return tell(call, { json: { ...cancelled }, line, text });
  }
  const open = (await room.handle.open()).find(({ id }) => id === handoff.id);
  const token = open?.statement?.token;
  const statement = token === undefined ? null : await (await actToolIn(room)).show({ token });
  const text = statement === null ? handoffText(handoff) : noticeText(statement);
  tell(call, { json: { ...cancelled, notice: statement?.notice ?? null }, line, text, exit: 3 });
}
