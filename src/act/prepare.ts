import { lineOf } from '../codec/index.ts';
import { makeUnable } from '../compose/index.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { momentOf } from '../ledger/clock.ts';
import { expiredDetail, isExpiredAt, messageOfHandoff } from '../ledger/judge/hearing.ts';
import { readBack, readFacts } from '../ledger/judge/readback.ts';
import { keptBeside } from '../ledger/kept.ts';
import { composed } from '../ledger/scribe.ts';
import { type Conclusion, decide, type Sitting } from '../ledger/seat.ts';
import { entryAt } from '../ledger/send.ts';
import { type Handoff, isLive, type MessageRow, type Statement } from '../ledger/state.ts';
import type { Holder } from '../ledger/store.ts';
import { timedOut, timeOutNow } from '../ledger/sweep.ts';
import { isTime } from '../vocabulary/slot-types.ts';
import type { Desk } from './desk.ts';
import { actKeys, callOf, type Drafted, expOf, notesOf, readbackOf, statementOf } from './freeze.ts';
import { type Plan, planOf } from './plan.ts';
import { askAbout, askedBefore } from './question.ts';
import { refused } from './refusal.ts';
import { sourcesOf } from './sources.ts';
import { newToken } from './statement.ts';
import { tailOf } from './tail.ts';
import type { PrepareInput, PrepareOutcome, Refused } from './tool.ts';
import { idsFor, incidentOf, obstacle, type Work, workOf } from './work.ts';

/** Freezes the call of a handoff under a token and reads it back (spec 7, act.md 3). */
export async function prepare(desk: Desk, input: PrepareInput): Promise<PrepareOutcome> {
  const draft = await draftOf(desk, input);
  if ('outcome' in draft) return draft;
  const { seat } = desk;
  const wanted = { ids: idsFor(draft.work.ho, input.handoff), actKeys: actKeys(desk, draft) };
  const attempt = () =>
    decide<PrepareOutcome | Before | Stale>(seat, wanted, (sitting) => prepareNow(desk, draft, sitting));
  let outcome = await attempt();
  while (outcome.outcome === 'stale') {
    await timeOutNow(seat, outcome.due);
    outcome = await attempt();
  }
  return outcome.outcome === 'before' ? preparedBefore(desk, draft, outcome) : outcome;
}

/** A statement in the way whose time has passed: that is written down first. */
interface Stale {
  readonly outcome: 'stale';
  readonly due: Pick<Holder, 'conversation' | 'token'>;
}

/** The statement that an equal prepare left, with its readback. */
interface Before {
  readonly outcome: 'before';
  readonly statement: Statement;
  readonly handoff: Handoff;
  readonly row: MessageRow;
}

/** What can be known of a statement before the ledger decides; the tool's own records are read here, outside any step. */
async function draftOf(desk: Desk, input: PrepareInput): Promise<Drafted | Refused> {
  const { handoff: id, call = {}, readback = {}, exp } = input;
  if (exp !== undefined && !isTime(exp)) {
    throw new UsageError('usage/exp', 'exp is the time in UTC as YYYYMMDDTHHMMZ');
  }
  const work = await seen(desk, id);
  if ('outcome' in work) return work;
  const sources = await sourcesOf(desk, work.ho);
  if ('fault' in sources) return refused(faults[sources.fault], sources.detail);
  const { ho, slots, undone } = work;
  const plan = planOf({ ho, slots, call, resolved: sources.resolved, undone });
  const [fault] = plan.faults;
  if (fault !== undefined) return refused('not-composed', fault);
  const ownWords = byPrepare.find((slot) => readback[slot] !== undefined);
  if (ownWords !== undefined) return refused('not-composed', `${ownWords} is said by prepare`);
  const until = exp === undefined ? null : momentOf(exp);
  return { work, sources, plan, readback, exp: until, token: newToken() };
}

/** What a source that cannot be used makes of a prepare. */
const faults = {
  record: 'not-composed',
  artifact: 'unreadable-artifact',
  unreadable: 'unreadable-source',
} as const;

/** What a readback says of its statement, which nobody else can know. */
const byPrepare = ['exp', 'x_tok', 'x_sha'] as const;

async function seen(desk: Desk, id: string): Promise<Work | Refused> {
  const { store, by, settings } = desk.seat;
  const first = await store.read(by.conversation, { ids: [id] });
  const handoff = first.rows.handoffs.get(id);
  const ho = handoff === undefined ? null : messageOfHandoff(first.rows, handoff, settings);
  const { rows } = await store.read(by.conversation, { ids: idsFor(ho, id) });
  return workOf(desk, rows, id);
}

/** The decision, on what the ledger holds at this moment: guards in the order of act.md 3. */
function prepareNow(
  desk: Desk,
  draft: Drafted,
  sitting: Sitting,
): Conclusion<PrepareOutcome | Before | Stale> {
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
  if (holder !== undefined) return declineDuplicate(desk, work, holder, sitting);
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

async function preparedBefore({ seat }: Desk, draft: Drafted, before: Before): Promise<PrepareOutcome> {
  const { statement, handoff, row } = before;
  const { verdict } = await entryAt(seat, row.sequence);
  if (verdict === null) throw new TypeError(`the readback ${row.id} has a verdict`);
  const { token } = statement;
  return {
    outcome: 'prepared',
    repeat: true,
    token,
    line: row.line,
    statement,
    handoff,
    verdict,
    notes: notesOf(draft),
  };
}

/** UN why=DUP in the receiver's name: the act is somebody else's already (act.md 9). */
function declineDuplicate(
  { seat }: Desk,
  { handoff, ho }: Work,
  holder: Holder,
  { scribe }: Sitting,
): Conclusion<PrepareOutcome> {
  const elsewhere = holder.conversation === seat.by.conversation ? '' : ` of ${holder.conversation}`;
  const known = `${holder.handoff}${elsewhere}${holder.report === null ? '' : ` / ${holder.report}`}`;
  const un = composed(
    makeUnable({
      re: ho.id,
      from: ho.to,
      to: ho.from,
      id: scribe.nextId(ho.to),
      why: 'DUP',
      tail: tailOf(`open or done as ${known}`),
    }),
  );
  const closed = {
    fact: 'closed',
    handoff: handoff.id,
    closer: 'UN',
    message: un.id,
    mismatch: false,
  } as const;
  scribe.write({ message: un, facts: [closed], verdict: null, delegate: true });
  return () => refused('duplicate', known, lineOf(un));
}

function ask(desk: Desk, work: Work, plan: Plan, { scribe }: Sitting): Conclusion<PrepareOutcome> {
  const aq = askAbout(work, plan.contradictions, desk.ask ?? work.ho.from, scribe);
  return () => question(lineOf(aq), false, plan);
}

function question(line: string, repeat: boolean, { contradictions }: Plan): PrepareOutcome {
  return { outcome: 'question', repeat, line, contradictions };
}

function readBackFrozen(
  desk: Desk,
  draft: Drafted,
  { rows, slice, scribe, now }: Sitting,
): Conclusion<PrepareOutcome> {
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
