import { lineOf } from '../../codec/index.ts';
import { expiredDetail, isExpiredAt } from '../../ledger/judge/hearing.ts';
import { readBack, readFacts } from '../../ledger/judge/readback.ts';
import { keptBeside } from '../../ledger/kept.ts';
import type { Conclusion, Sitting } from '../../ledger/seat.ts';
import { type Handoff, isLive, type MessageRow, type Statement } from '../../ledger/state.ts';
import type { Holder } from '../../ledger/store.ts';
import { timedOut } from '../../ledger/sweep.ts';
import { declineBusy, declineDuplicate } from '../decline.ts';
import type { Desk } from '../desk.ts';
import { askAbout, askedBefore } from '../outcome/question.ts';
import { refused } from '../refusal.ts';
import type { Prepared, Refused } from '../tool.ts';
import { incidentOf, obstacle, type Work, workOf } from '../work.ts';
import { callOf, type Drafted, expOf, notesOf, readbackOf, statementOf } from './freeze.ts';
import type { Plan } from './plan.ts';

/** A statement in the way whose time has passed: that is written down first. */
export interface Stale {
  readonly outcome: 'stale';
  readonly due: Pick<Holder, 'conversation' | 'token'>;
}

/** A statement in the way that has done the act, which may have been undone since: that is looked at first. */
export interface DoneBefore {
  readonly outcome: 'done-before';
  readonly holder: Holder;
}

/** The statement that an equal prepare left, with its readback. */
export interface Before {
  readonly outcome: 'before';
  readonly statement: Statement;
  readonly handoff: Handoff;
  readonly row: MessageRow;
}

/**
 * The decision, on what the ledger holds at this moment: guards in the order of act.md 3. `standing` names the statements
 * whose act is known not to have been undone.
 */
export function prepareNow(
  desk: Desk,
  draft: Drafted,
  sitting: Sitting,
  standing: ReadonlySet<string>,
): Conclusion<Prepared | Before | Stale | DoneBefore> {
  const { plan } = draft;
  const { rows, at, slice } = sitting;
  const work = workOf(desk, rows, draft.work.handoff.id);
  if ('outcome' in work) return () => work;
  const stop = obstacle(work, rows, at);
  if (stop !== null) return () => stop;
  const incident = incidentOf(work.handoff.root, rows);
  if (incident !== null) return () => incident;
  const until = expOf(draft);
  if (isExpiredAt(until, at)) {
    const detail = expiredDetail('the statement', until as number, at);
    return () => refused('expired', detail);
  }
  const live = [...rows.statements.values()].find(
    (statement) => isLive(statement) && statement.root === work.handoff.root,
  );
  const { conversation } = desk.seat.by;
  if (live !== undefined && timedOut(live, at)?.fact === 'expired')
    return stale({ conversation, token: live.token });
  if (live !== undefined) return () => besideLive(desk, draft, live, sitting);
  const [holder] = slice.holders.values();
  if (holder !== undefined && timedOut(holder, at)?.fact === 'expired') return stale(holder);
  if (holder?.state === 'EXECUTED' && !standing.has(holder.token))
    return () => ({ outcome: 'done-before', holder });
  if (holder !== undefined) return declineDuplicate(desk, work, holder, sitting);
  const { caps } = desk.seat.settings;
  if (slice.live >= caps.liveStatements) return declineBusy(desk, work, slice.live, sitting);
  if (plan.open.length > 0) return () => refused('open-slots', plan.open.join(' '));
  if (plan.contradictions.length > 0) {
    const asked = askedBefore(work, plan.contradictions, rows, desk.seat.settings);
    if (asked === null) return ask(desk, work, plan, sitting);
    if (asked.answer === 'open') return () => question(asked.line, true, plan);
    if (asked.answer === 'no')
      return () => refused('stopped', 'the question about it was answered with no', asked.line);
  }
  return readBackFrozen(desk, { ...draft, work }, sitting);
}

function stale({ conversation, token }: Stale['due']): Conclusion<Stale> {
  return () => ({ outcome: 'stale', due: { conversation, token } });
}

/** A second prepare of the same call finds the first one's statement (K1); of another call it is refused. */
function besideLive(
  { seat }: Desk,
  draft: Drafted,
  statement: Statement,
  { rows }: Sitting,
): Refused | Before {
  const { token, state, principal, sha256, sources } = statement;
  const row = rows.messages.get(statement.readback);
  const handoff = rows.handoffs.get(statement.handoff);
  const waits = state === 'PREPARED' || state === 'CONFIRMED';
  const same =
    handoff?.id === draft.work.handoff.id &&
    principal === seat.by.principal &&
    sha256 === callOf(draft, seat.by.conversation).sha256 &&
    sources === draft.sources.digest;
  if (waits && same && row !== undefined) return { outcome: 'before', statement, handoff, row };
  return refused(
    'live-statement',
    `statement ${token} of ${statement.handoff} is ${state}; resolve it first`,
  );
}

function ask(desk: Desk, work: Work, plan: Plan, { scribe }: Sitting): Conclusion<Prepared> {
  const aq = askAbout(work, plan.contradictions, desk.ask ?? work.ho.from, scribe);
  return () => question(lineOf(aq), false, plan);
}

function question(line: string, repeat: boolean, { contradictions }: Plan): Prepared {
  return { outcome: 'question', repeat, line, contradictions };
}

function readBackFrozen(
  desk: Desk,
  draft: Drafted,
  { rows, slice, scribe, now }: Sitting,
): Conclusion<Prepared> {
  const { work, token } = draft;
  const { handoff, ho } = work;
  const rb = readbackOf(draft, scribe.nextId(ho.to));
  if (typeof rb === 'string') return () => refused('not-composed', rb);
  const kept = keptBeside(slice, handoff.id);
  const read = readBack({ ho, rb, kept, now });
  const holds = read.standing !== 'fails';
  scribe.write({
    message: rb,
    facts: [
      ...readFacts(rows, handoff, rb, read.standing),
      { fact: 'prepared', token, statement: statementOf(desk, draft, rb.id) },
      ...(holds ? [] : [{ fact: 'abandoned', token, why: 'mismatch', by: null } as const]),
    ],
    verdict: read.verdict,
    delegate: true,
    ...(kept === null ? {} : { secret: { principal: handoff.principal, diagnostics: read.full } }),
  });
  return (_, after) => {
    const statement = after.statements.get(token);
    const current = after.handoffs.get(handoff.id);
    if (statement === undefined || current === undefined) throw new TypeError(`${token} was just written`);
    const outcome = { line: lineOf(rb), handoff: current, verdict: read.verdict };
    if (!holds) return { outcome: 'held', ...outcome };
    return { outcome: 'prepared', repeat: false, token, statement, notes: notesOf(draft), ...outcome };
  };
}
