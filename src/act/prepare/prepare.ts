import { UsageError } from '../../diagnostic/usage-error.ts';
import { momentOf, timeOf } from '../../ledger/clock.ts';
import { LedgerError, notTrusted } from '../../ledger/error.ts';
import { messageOfHandoff } from '../../ledger/judge/hearing.ts';
import { decide } from '../../ledger/seat.ts';
import { entryAt } from '../../ledger/send.ts';
import type { Wanted } from '../../ledger/store.ts';
import { timeOutNow } from '../../ledger/sweep.ts';
import { isTime } from '../../vocabulary/slot-types.ts';
import type { Desk } from '../desk.ts';
import { isUndone, releaseUndone } from '../outcome/undone.ts';
import { preview, without } from '../preview.ts';
import { refused } from '../refusal.ts';
import { sourcesOf } from '../sources.ts';
import { newToken } from '../statement.ts';
import type { Prepared, PrepareInput, PrepareOutcome, Refused, Values } from '../tool.ts';
import { idsFor, obstacleTo, type Work, workOf } from '../work.ts';
import { actKeys, type Drafted, notesOf } from './freeze.ts';
import { planOf } from './plan.ts';
import { type Before, prepareNow } from './prepare-now.ts';

/** Freezes the call of a handoff under a token and reads it back (spec 7, act.md 3). */
export async function prepare(desk: Desk, input: PrepareInput): Promise<PrepareOutcome> {
  const own = { ...input, call: copied(input.call), readback: copied(input.readback) };
  const draft = await draftOf(desk, own);
  if ('outcome' in draft) return draft;
  if (input.dryRun === true) return { outcome: 'dry-run', would: await rehearse(desk, draft) };
  const outcome = await decideOn(desk, draft);
  return outcome.outcome === 'before' ? preparedBefore(desk, draft, outcome) : outcome;
}

/** The caller's values as they are now: whatever is done to its objects while records are read changes nothing (F05). */
function copied(values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).map(([slot, value]) => [slot, Array.isArray(value) ? [...value] : value]),
  );
}

async function decideOn(desk: Desk, draft: Drafted): Promise<Prepared | Before> {
  const { seat } = desk;
  const standing = new Set<string>();
  for (;;) {
    const outcome = await unlessOvertaken(() =>
      decide(seat, wantedBy(desk, draft), (sitting) => prepareNow(desk, draft, sitting, standing)),
    );
    if (outcome.outcome === 'stale') await timeOutNow(seat, outcome.due);
    else if (outcome.outcome !== 'done-before') return outcome;
    else if (!(await releaseUndone(desk, outcome.holder))) standing.add(outcome.holder.token);
  }
}

/** How often two that prepare the same act in two conversations may meet before one of them gives up. */
const mostMeetings = 5;

/** What another writer was faster with is there at the next look: it is answered as what it is. */
async function unlessOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = mostMeetings; ; left--) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 1 || !(error instanceof LedgerError) || error.code !== 'ledger/conflict') throw error;
    }
  }
}

/** Goes to the statement and no further: nothing is written, not even that another one's time has passed. */
async function rehearse(desk: Desk, draft: Drafted): Promise<Prepared> {
  const gone = new Set<string>();
  const standing = new Set<string>();
  for (;;) {
    const outcome = await preview(desk.seat, wantedBy(desk, draft), (sitting) =>
      prepareNow(desk, draft, without(sitting, gone), standing),
    );
    if (outcome.outcome === 'stale') gone.add(outcome.due.token);
    else if (outcome.outcome === 'before') return preparedBefore(desk, draft, outcome);
    else if (outcome.outcome !== 'done-before') return outcome;
    else if (await isUndone(desk, outcome.holder)) gone.add(outcome.holder.token);
    else standing.add(outcome.holder.token);
  }
}

function wantedBy(desk: Desk, draft: Drafted): Wanted {
  const { ho, handoff } = draft.work;
  const { by, settings } = desk.seat;
  return {
    ids: idsFor(ho, handoff.id),
    actKeys: actKeys(desk, draft),
    liveBy: by.principal,
    liveBelow: settings.caps.liveStatements,
  };
}

/** What can be known of a statement before the ledger decides; the tool's own records are read here, outside any step. */
async function draftOf(desk: Desk, input: PrepareInput): Promise<Drafted | Refused> {
  const { handoff: id, call = {}, readback = {}, exp } = input;
  if (exp !== undefined && !isTime(exp)) {
    throw new UsageError('usage/exp', 'exp is the time in UTC as YYYYMMDDTHHMMZ');
  }
  const work = (await obstacleTo(desk.seat)) ?? (await seen(desk, id));
  if ('outcome' in work) return work;
  const unready = work.executor.ready?.() ?? null;
  if (unready !== null) return refused('not-ready', unready);
  const sources = await sourcesOf(desk, work.ho);
  if ('fault' in sources) return refused(faults[sources.fault], sources.detail);
  const { ho, slots, undone } = work;
  const { resolved, approved } = sources;
  const plan = planOf({ ho, slots, call, resolved, approved, undone });
  const [fault] = plan.faults;
  if (fault !== undefined) return refused('not-composed', fault);
  const ownWords = byPrepare.find((slot) => readback[slot] !== undefined);
  if (ownWords !== undefined) return refused('not-composed', `${ownWords} is said by prepare`);
  const until = exp === undefined ? await untilOf(desk, work) : momentOf(exp);
  return { work, sources, plan, readback, exp: until, token: newToken() };
}

/** No statement waits for ever: one whose handoff names no exp has a life of its own, in whole minutes of the ledger's clock. */
async function untilOf({ seat, statementLife }: Desk, { handoff }: Work): Promise<number | null> {
  if (handoff.exp !== null) return null;
  const now = seat.clock?.() ?? (await seat.store.now());
  return momentOf(timeOf(now + statementLife));
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

async function preparedBefore({ seat }: Desk, draft: Drafted, before: Before): Promise<Prepared> {
  const { statement, handoff, row } = before;
  const { verdict } = await entryAt(seat, row.sequence);
  if (verdict === null) throw notTrusted(`at ${row.id} (a readback without a verdict)`);
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
