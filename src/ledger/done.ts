import type { AnyMessage } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { timeOf } from './clock.ts';
import { messageOf, messageOfHandoff, settingsFor, statementsOf } from './judge/hearing.ts';
import { doneVerdict } from './judge/report.ts';
import { keptBeside } from './kept.ts';
import type { KeptVerdict } from './ledger.ts';
import type { Seat } from './seat.ts';
import type { Handoff, Rows, Statement } from './state.ts';

/** What a done report amounts to, against the ledger. */
export type DoneChecked =
  | {
      readonly outcome: 'checked';
      readonly line: string;
      readonly handoff: Handoff;
      /** What was executed; null for work that the act tool does not do. */
      readonly statement: Statement | null;
      readonly verdict: KeptVerdict;
    }
  /** There is no report to check, or nothing was executed that it could report. */
  | {
      readonly outcome: 'not-done';
      readonly handoff: Handoff;
      readonly message: string;
    };

/** The done report of a handoff, found by the id of either, checked with what the ledger holds (6.3, F15). */
export function checkDoneOf(seat: Seat, id: string): Promise<DoneChecked | null> {
  return seat.settings.pins.reading(() => check(seat, id));
}

async function check(seat: Seat, id: string): Promise<DoneChecked | null> {
  const { by, store, clock } = seat;
  const slice = await store.read(by.conversation, { ids: [id] });
  const { rows, now } = slice;
  const named = rows.messages.get(id);
  // an answer or a question about a handoff is neither it nor its report
  if (named?.type !== 'HO' && named?.type !== 'DN') return null;
  const handoff = rows.handoffs.get(named.handoff ?? '');
  if (handoff === undefined) return null;
  const settings = settingsFor(handoff, seat.settings);
  const { closed } = handoff;
  const line = closed?.closer === 'DN' ? rows.messages.get(closed.message)?.line : undefined;
  if (closed === null || line === undefined)
    return {
      outcome: 'not-done',
      handoff,
      message: `${handoff.id} is ${handoff.state}: nothing was reported done`,
    };
  const statement = executedFor(rows, handoff, closed.message);
  if (handoff.guarded && statement === null)
    return { outcome: 'not-done', handoff, message: `no act was executed under ${handoff.id}` };
  const ho = messageOfHandoff(rows, handoff, settings);
  const dn = reported(rows, handoff, settings, closed.message);
  if (ho === null || dn === null)
    return { outcome: 'not-done', handoff, message: `the profile of ${handoff.id} is not what it was` };
  const own = handoff.principal === by.principal ? keptBeside(slice, handoff.id) : null;
  const at = timeOf(clock?.() ?? now);
  const { verdict, full } = doneVerdict({ ho, dn, handoff, rows, settings, kept: own, now: at });
  if (statement?.result?.mismatch !== true)
    return {
      outcome: 'checked',
      line,
      handoff,
      statement,
      verdict: { passes: verdict.passes, diagnostics: full },
    };
  const diagnostics = full.map((one) => (one.code === 'done/not-reported' ? missing(one) : one));
  return { outcome: 'checked', line, handoff, statement, verdict: { passes: false, diagnostics } };
}

/** What a report leaves out is a note where nobody saw the act (out=PARTIAL); here the ledger did, and it was planned. */
function missing(found: Diagnostic): Diagnostic {
  return { ...found, severity: 'error' };
}

function executedFor(rows: Rows, { id }: Handoff, report: string): Statement | null {
  const ran = statementsOf(rows, id).find(
    ({ state, result }) => state === 'EXECUTED' && result?.report === report,
  );
  return ran ?? null;
}

function reported(rows: Rows, handoff: Handoff, settings: Seat['settings'], id: string): AnyMessage | null {
  const row = rows.messages.get(id);
  return row === undefined ? null : messageOf(row, handoff, settings);
}
