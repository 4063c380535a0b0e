import { instantOf } from '../../ledger/clock.ts';
import { isHot, type Rows, type Statement, type StatementState } from '../../ledger/state.ts';
import type { Desk } from '../desk.ts';
import type { Executor } from '../executor.ts';
import { tailOf } from '../tail.ts';
import type { Notice } from '../tool.ts';
import { executorFor } from '../who-acts.ts';
import { differenceOf, planOfCall, unknownNotice } from './notice-unknown.ts';

/** What a notice is made of. */
export interface Noticed {
  readonly desk: Desk;
  readonly rows: Rows;
  readonly statement: Statement;
  /** Null where this tool has not the executor: it belongs to another side. */
  readonly executor: Executor | null;
  /** Milliseconds, by the ledger's clock. */
  readonly at: number;
}

/** What a user is told of a statement as it is now, and what to do about it (act.md 8). */
export function noticeOf(desk: Desk, rows: Rows, statement: Statement, at: number): Notice {
  const noticed = { desk, rows, statement, executor: executorFor(desk, statement), at };
  if (statement.incident !== null) return incident(noticed);
  if (isHot(statement) && rows.handoffs.get(statement.handoff)?.state === 'CANCELLING')
    return tooLate(noticed);
  return byState[statement.state](noticed);
}

const nothing = 'nothing was executed';

const byState: Readonly<Record<StatementState, (noticed: Noticed) => Notice>> = {
  PREPARED: ({ statement: { readback, exp } }) => ({
    code: 'WAITING',
    text: `${nothing}. ${readback} waits for its answer${before(exp)}.`,
    todo: 'confirm',
  }),
  CONFIRMED: ({ statement: { confirmed, exp } }) => ({
    code: 'READY',
    text: `${nothing}. Confirmed ${instantOf(confirmed?.at ?? 0)}, will run${before(exp)}.`,
    todo: 'nothing',
  }),
  CLAIMED: ({ statement: { lastClaimedAt, lease } }) => ({
    code: 'RUNNING',
    text: `claimed ${instantOf(lastClaimedAt ?? 0)}. What came of it is known by ${instantOf(lease ?? 0)}, or it is unknown.`,
    todo: 'wait',
  }),
  UNKNOWN: unknownNotice,
  EXECUTED: ({ statement, rows }) => executed(statement, rows),
  NOTEXEC: ({ statement: { cause, report } }) => ({
    code: 'NOT-DONE',
    text: `${cause}. It is safe to hand over again (${report}).`,
    todo: 'nothing',
  }),
  ABANDONED: ({ statement: { abandoned } }) => ({
    code: 'ABANDONED',
    text: `${nothing}. It was discarded: ${whyAbandoned(abandoned)}.`,
    todo: 'prepare',
  }),
  EXPIRED: ({ statement: { exp }, at }) => ({
    code: 'EXPIRED',
    text: `window closed ${instantOf(exp ?? 0)}, now ${instantOf(at)} (ledger clock). Nothing was executed. Prepare again.`,
    todo: 'prepare',
  }),
};

function whyAbandoned(abandoned: Statement['abandoned']): string {
  if (abandoned === null) return 'no reason was kept';
  const cause = abandoned.why === 'cancel' ? 'CX' : abandoned.why;
  return abandoned.by === null ? cause : `${cause} ${abandoned.by}`;
}

function before(exp: number | null): string {
  return exp === null ? '' : ` before ${instantOf(exp)}`;
}

function executed(statement: Statement, rows: Rows): Notice {
  const { result, question, reference } = statement;
  const name = reference === null ? '' : `, reference ${tailOf(reference)}`;
  if (result?.mismatch !== true)
    return { code: 'DONE', text: `${planOfCall(statement)}: ${result?.report}${name}.`, todo: 'nothing' };
  const asked = rows.messages.get(question ?? '');
  const undo = asked === undefined ? '' : `; UNDO question ${asked.id} sent to ${asked.to}`;
  return {
    code: 'MISMATCH',
    text: `${differenceOf(statement)}. Handoff closed DN with mismatch${undo}.`,
    todo: 'decide',
  };
}

/** A cancel that came when it was sent already. */
function tooLate({ statement: { lastClaimedAt } }: Noticed): Notice {
  return {
    code: 'TOO-LATE-TO-CANCEL',
    text: `already sent at ${instantOf(lastClaimedAt ?? 0)}. You will get the DN, or the answer to your CX if it did not run. To reverse: HO ask=UNDO ctx=<DN>.`,
    todo: 'UNDO',
  };
}

function incident({ statement, rows }: Noticed): Notice {
  const asked = rows.messages.get(statement.question ?? '');
  const undo = asked === undefined ? '' : ` UNDO question ${asked.id} sent to ${asked.to}.`;
  const { incident: found } = statement;
  const values = Object.entries(found?.values ?? {}).map(([slot, value]) => `${slot}=${value}`);
  return {
    code: 'INCIDENT',
    text: `an effect was found (${values.join(' ')}) for ${planOfCall(statement)}, which was ${statement.state}.${undo}`,
    todo: 'decide',
  };
}

/** A notice as one line. */
export function noticeLine({ code, text }: Notice): string {
  return `${code.replaceAll('-', ' ')}: ${text}`;
}
