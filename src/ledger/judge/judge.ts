import { shown } from '../../text/shown.ts';
import type { MessageType } from '../../vocabulary/vocabulary.ts';
import { isLedgersOwn } from '../ids.ts';
import type { Rows } from '../state.ts';
import { judgeAnswer } from './answer.ts';
import { judgeCancel } from './cancel.ts';
import { judgeHandoff } from './handoff.ts';
import { type Hearing, type NotTaken, type Ruling, refuses } from './hearing.ts';
import { judgeQuestion } from './question.ts';
import { judgeReadback } from './readback.ts';
import { judgeReport, judgeUnable } from './report.ts';

const byType: Readonly<Record<MessageType, (h: Hearing) => Ruling>> = {
  HO: judgeHandoff,
  RB: judgeReadback,
  AQ: judgeQuestion,
  AN: judgeAnswer,
  ST: judgeQuestion,
  DN: judgeReport,
  UN: judgeUnable,
  FL: judgeReport,
  CX: judgeCancel,
};

/** Whether a line that speaks for itself is taken, and what it changes: first what it answers, then what it says. */
export function judge(h: Hearing): Ruling {
  return namesWhatIsThere(h) ?? byType[h.message.type](h);
}

/** I20: no line speaks for anybody but the principal that brought it. */
export function speaksForItself({ message: { from }, by }: Pick<Hearing, 'message' | 'by'>): NotTaken | null {
  if (!by.agents.includes(from)) {
    return refuses('identity', `${shown(by.principal)} speaks as ${by.agents.join(', ')}, not as ${from}`);
  }
  return from === 'human' && !by.person ? refuses('not-a-person', shown(by.principal)) : null;
}

/** No line takes an id that code will compose under: a report could not be written then (I20). */
export function leavesIdsFree(
  { id, from }: Pick<Hearing['message'], 'id' | 'from'>,
  { numbers }: Rows,
): NotTaken | null {
  return isLedgersOwn(id, from, numbers.get(from) ?? 0) ? refuses('id-reserved', id) : null;
}

/** R39: re= names an accepted line of the conversation. */
function namesWhatIsThere({ message: { re }, answered }: Hearing): NotTaken | null {
  return re === null || answered !== null
    ? null
    : refuses('unknown-re', `no line of this conversation is ${re}`);
}
