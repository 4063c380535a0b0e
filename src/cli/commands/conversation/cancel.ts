import { type AnyMessage, parse } from '../../../codec/index.ts';
import { makeCancel } from '../../../compose/index.ts';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { refusals } from '../../../ledger/refusal.ts';
import type { Handoff } from '../../../ledger/state.ts';
import { shown } from '../../../text/shown.ts';
import { noticeText } from '../../act/statement-text.ts';
import { actToolIn } from '../../act/tool.ts';
import { Stopped } from '../../failure.ts';
import { type Room, withSpeaker } from '../../ledger/conversation.ts';
import { sentJson } from '../../ledger/entry-json.ts';
import { handoffText } from '../../ledger/handoff-text.ts';
import { exitOfSent, sentText } from '../../ledger/sent-text.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Verb } from '../../verb.ts';

const reasons = ['REVOKED', 'SUPERSEDED', 'EXPIRED', 'TIMEOUT'] as const;

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
    why: { value: 'WHY', about: `${reasons.join(', ')}; REVOKED unless given` },
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
      const id = call.words[0] as string;
      const { handoff, line } = await handoffOf(room, id);
      const before = handoff.cancel === null ? null : await room.handle.show(handoff.cancel);
      if (before?.entry.line != null && (handoff.state === 'CLOSED_CX' || handoff.state === 'CANCELLING')) {
        return told(call, room, { handoff, line: before.entry.line, repeat: true });
      }
      const sent = await room.handle.send(await cancelOf(call, room, line));
      if (sent.outcome === 'refused' || sent.handoff === null) {
        return tell(call, { json: sentJson(sent), text: sentText(sent), exit: exitOfSent(sent) });
      }
      return told(call, room, { handoff: sent.handoff, line: sent.entry.line ?? '', repeat: false });
    }),
};

async function handoffOf(
  { handle }: Room,
  id: string,
): Promise<{ readonly handoff: Handoff; readonly line: string }> {
  const found = await handle.show(id);
  if (found === null || found.handoff === null || found.handoff.id !== id || found.entry.line === null) {
    throw new Stopped('unknown-handoff', `no handoff of ${handle.conversation} is ${shown(id)}`);
  }
  return { handoff: found.handoff, line: found.entry.line };
}

async function cancelOf({ options }: Call, { handle, opened }: Room, line: string): Promise<AnyMessage> {
  const ho = parse(line, { profiles: opened.profiles }).message;
  if (ho === null)
    throw new Stopped('profile-changed', 'the handoff cannot be read under the profiles of today');
  if (!handle.agents.includes(ho.from)) {
    throw new Stopped(
      'principal-differs',
      `${refusals['principal-differs'].means}: ${ho.id} was sent by ${ho.from}`,
    );
  }
  const given = options.value('why') ?? 'REVOKED';
  const why = reasons.find((one) => one === given);
  if (why === undefined) throw new UsageError('usage/why', `--why is one of ${reasons.join(', ')}`);
  const tail = options.value('tail');
  const id = await handle.nextId(ho.from);
  const { message, diagnostics } = makeCancel({ ho, why, id, ...(tail === undefined ? {} : { tail }) });
  if (message === null)
    throw new UsageError('usage/tail', diagnostics[0]?.message ?? 'the cancel is no line');
  return message;
}

/** Done when it is closed by the cancel; while the act may have run, undecided. */
async function told(
  call: Call,
  room: Room,
  { handoff, line, repeat }: { readonly handoff: Handoff; readonly line: string; readonly repeat: boolean },
): Promise<void> {
  const json = { outcome: handoff.state === 'CANCELLING' ? 'too-late' : 'cancelled', repeat, line, handoff };
  if (handoff.state !== 'CANCELLING') {
    return tell(call, {
      json,
      line,
      text: `${repeat ? 'was cancelled' : 'cancelled'}: ${handoffText(handoff)}`,
    });
  }
  const open = (await room.handle.open()).find(({ id }) => id === handoff.id);
  const token = open?.statement?.token;
  const statement = token === undefined ? null : await (await actToolIn(room)).show({ token });
  const text = statement === null ? handoffText(handoff) : noticeText(statement);
  tell(call, { json: { ...json, notice: statement?.notice ?? null }, line, text, exit: 3 });
}
