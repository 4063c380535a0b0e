import { checkDone } from '../../checks/index.ts';
import { asksFor } from '../../codec/asked.ts';
import type { AnyMessage } from '../../codec/message.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { timeOf } from '../clock.ts';
import type { Fact } from '../fact.ts';
import { keptBeside } from '../kept.ts';
import type { Kept, KeptVerdict } from '../ledger.ts';
import { secretsOf } from '../secrets.ts';
import type { Settings } from '../settings.ts';
import { type Handoff, isClosed, isHot, isLive, type MessageRow, type Rows } from '../state.ts';
import { declineReadback } from './answer.ts';
import {
  goesBack,
  type Hearing,
  messageOf,
  messageOfHandoff,
  type Ruling,
  refuses,
  refusesAnswered,
  refusesClosed,
  refusesDirection,
  statementsOf,
  takes,
} from './hearing.ts';

/** A DN or FL: ends the handoff, once; of a guarded act only the act tool reports. */
export function judgeReport(h: Hearing): Ruling {
  const { message, answered, handoff } = h;
  if (answered === null || handoff === null || answered.type !== 'HO')
    return refuses('unknown-re', `${message.re} is no HO`);
  if (!goesBack(message, answered)) return refusesDirection(message, answered);
  const lateWord = acknowledgesCancel(h, handoff);
  if (lateWord !== null) return lateWord;
  if (isClosed(handoff)) return refusesClosed(h, handoff);
  if (handoff.guarded) return refuses('guarded', `no statement of ${handoff.id} was executed`);
  return message.type === 'DN' ? judgeDone(h, handoff) : takes(h, [closed(handoff, message)]);
}

/** A UN: declines a handoff, a question, or whatever else was addressed to its writer. */
export function judgeUnable(h: Hearing): Ruling {
  const { message: un, answered, handoff, rows } = h;
  if (answered === null) return refuses('unknown-re', 'a UN names what it declines in re=');
  if (!goesBack(un, answered)) {
    // a line that reached the wrong agent closes nothing (6.5 R41)
    return un.slots['why'] === 'SCOPE' && un.from !== answered.from
      ? takes(h, [])
      : refusesDirection(un, answered);
  }
  if (answered.type === 'AQ') return answersQuestion(h, answered);
  if (answered.type === 'RB') return declineReadback(h, answered);
  if (answered.type !== 'HO' || handoff === null) return takes(h, []);
  const lateWord = acknowledgesCancel(h, handoff);
  if (lateWord !== null) return lateWord;
  if (isClosed(handoff)) return refusesClosed(h, handoff);
  const live = statementsOf(rows, handoff.id).filter(isLive);
  if (live.some(isHot)) return refuses('running', `a statement of ${handoff.id} was claimed`);
  const abandoned = live.map(({ token }): Fact => ({ fact: 'abandoned', token, why: 'closed', by: un.id }));
  return takes(h, [...abandoned, closed(handoff, un)]);
}

function answersQuestion(h: Hearing, question: MessageRow): Ruling {
  return (
    refusesAnswered(h, question) ??
    takes(h, [{ fact: 'answered', message: question.id, answer: h.message.id }])
  );
}

/** DN out=NOOP, UN or FL of a handoff that its sender took back says that nothing was done (6.5). */
function acknowledgesCancel(h: Hearing, { state, closed: close }: Handoff): Ruling | null {
  const { message, rows } = h;
  if (state !== 'CLOSED_CX' || close === null || rows.messages.get(close.message)?.answer !== null)
    return null;
  if (message.type === 'DN' && message.slots['out'] !== 'NOOP') return null;
  return takes(h, [{ fact: 'answered', message: close.message, answer: message.id }]);
}

function closed({ id: handoff }: Handoff, { id: message, type }: AnyMessage): Fact {
  return { fact: 'closed', handoff, closer: type as 'DN' | 'FL' | 'UN', message, mismatch: false };
}

/** A DN of work that the act tool does not do: checked against the plan, and taken only when it holds (R44, R45). */
function judgeDone(h: Hearing, handoff: Handoff): Ruling {
  const { message: dn, rows, slice, settings, now, parsed } = h;
  const ho = messageOfHandoff(rows, handoff, settings);
  if (ho === null) return refuses('profile-changed', `send ${handoff.id} again`);
  if (dn.slots['out'] !== 'NOOP' && handoff.readback?.standing !== 'passes' && asksToPass(ho)) {
    return refuses('done-fails', `no readback of ${handoff.id} has passed`);
  }
  const kept = keptBeside(slice, handoff.id);
  const { verdict, full } = doneVerdict({ ho, dn, handoff, rows, settings, kept, now });
  if (!verdict.passes) return refuses('done-fails', dn.id, { diagnostics: verdict.diagnostics });
  return takes(h, [closed(handoff, dn)], {
    verdict: { passes: true, diagnostics: [...parsed.diagnostics, ...verdict.diagnostics] },
    ...(kept === null ? {} : { secret: { principal: handoff.principal, diagnostics: full } }),
  });
}

function asksToPass(ho: AnyMessage): boolean {
  return (['all', 'acc', 'plan', 'exec'] as const).some((level) => asksFor(ho, level));
}

/** What check-dn says of a done report, with the readback that the sender confirmed and the record that it kept. */
export function doneVerdict(done: {
  readonly ho: AnyMessage;
  readonly dn: AnyMessage;
  readonly handoff: Handoff;
  readonly rows: Rows;
  readonly settings: Settings;
  readonly kept: Kept | null;
  readonly now: string;
}): { readonly verdict: KeptVerdict; readonly full: readonly Diagnostic[] } {
  const { ho, dn, handoff, rows, settings, kept, now } = done;
  const { readback, confirmed } = handoff;
  const row = readback?.standing === 'passes' ? rows.messages.get(readback.id) : undefined;
  const rb = row === undefined ? null : messageOf(row, handoff, settings);
  const input = {
    ho,
    dn,
    now,
    ...(rb === null ? {} : { rb }),
    ...(rb === null || confirmed === null ? {} : { confirmed: earlier(timeOf(confirmed), now) }),
  };
  const open = checkDone(input);
  const full = kept === null ? open : checkDone({ ...input, ...secretsOf(kept) });
  return { verdict: { passes: full.passes, diagnostics: open.diagnostics }, full: full.diagnostics };
}

/** A clock that was set back does not put a confirmation into the future. */
function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
