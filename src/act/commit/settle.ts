import { assertAsPrepared } from '../../ledger/as-prepared.ts';
import { type Conclusion, decide, decideAnyway, type Sitting } from '../../ledger/seat.ts';
import { isHot, type Rows, type Statement } from '../../ledger/state.ts';
import { timedOut } from '../../ledger/sweep.ts';
import { caseOf } from '../case.ts';
import type { Desk } from '../desk.ts';
import type { Executor, Found } from '../executor.ts';
import { canLookUp, canSendAgain, horizonOf, isAwaited, resendAt } from '../outcome/evidence.ts';
import { recordFound } from '../outcome/found.ts';
import { outcomeOf, refusedFor } from '../outcome/outcome.ts';
import { answerAsPerson } from '../outcome/person.ts';
import { askPerson } from '../outcome/question.ts';
import type { CommitOutcome, PersonAnswer, Refused } from '../tool.ts';
import { executorFor } from '../who-acts.ts';
import { foundBy } from './answer.ts';
import { claimAgain, strangerTo } from './claim.ts';
import { attemptOf, execute, persist } from './execute.ts';

/**
 * Settles an unknown outcome: by the same key again, where the executor honours keys and wants to be asked now, and what
 * approved it holds; else by a look-up, whose no counts only past the horizon; else by a person. Never by sending blindly (act.md 3).
 */
export async function settle(
  desk: Desk,
  { token, answer }: { readonly token: string; readonly answer?: PersonAnswer },
): Promise<CommitOutcome> {
  if (answer !== undefined) return answerAsPerson(desk, token, answer);
  const looked = await look(desk, token);
  if ('outcome' in looked) return looked;
  const { statement, at, rows } = looked;
  if (statement.state !== 'UNKNOWN') return outcomeOf(desk, token, true);
  await assertAsPrepared(desk.seat, rows, statement); // it is asked for by its key
  const executor = executorFor(desk, statement);
  if (executor === null) await escalate(desk, token);
  else if (canSendAgain(desk, executor, statement, at) && isReady(executor))
    await sendAgain(desk, executor, statement, at);
  else if (canLookUp(executor)) await lookUp(desk, executor, statement, at);
  else if (!mayWait(desk, executor, statement, at)) await escalate(desk, token);
  return outcomeOf(desk, token, false);
}

/** Whether there is time before a person is asked: for the same key, or for a callback that is still to come. */
function mayWait(desk: Desk, executor: Executor, statement: Statement, at: number): boolean {
  if (resendAt(desk, executor, statement, at) !== null) return true;
  const over = horizonOf(desk, executor, statement);
  return isAwaited(executor, statement) && over !== null && at <= over;
}

function isReady(executor: Executor): boolean {
  return (executor.ready?.() ?? null) === null;
}

interface Looked {
  readonly statement: Statement;
  readonly at: number;
  readonly rows: Rows;
}

/** The statement as time leaves it, for its own principal; a running one is left to its worker. */
function look(desk: Desk, token: string): Promise<Refused | Looked> {
  return decide<Refused | Looked>(desk.seat, { tokens: [token] }, ({ rows, at, scribe }) => {
    const statement = rows.statements.get(token);
    const stranger = strangerTo(desk, statement);
    if (stranger !== null || statement === undefined) return () => stranger as Refused;
    const out = timedOut(statement, at);
    if (out !== null) scribe.event(out);
    return (_, after) => {
      const current = after.statements.get(token) ?? statement;
      return current.state === 'CLAIMED'
        ? refusedFor(desk, after, current, at)
        : { statement: current, at, rows: after };
    };
  });
}

/** By the same key; where its approval was taken back meanwhile, it is looked for alone, and a person is asked. */
async function sendAgain(desk: Desk, executor: Executor, statement: Statement, at: number): Promise<void> {
  const { token } = statement;
  const claimed = await claimAgain(desk, token);
  if (claimed.outcome === 'claimed') return execute(desk, claimed);
  if (claimed.outcome !== 'withdrawn') return;
  if (canLookUp(executor)) await lookUp(desk, executor, statement, at);
  await escalate(desk, token);
}

async function lookUp(desk: Desk, executor: Executor, statement: Statement, asked: number): Promise<void> {
  const { token, fence, key } = statement;
  const attempt = attemptOf(statement);
  const ask = executor.lookup?.bind(executor);
  if (attempt === null || ask === undefined) return escalate(desk, token);
  const found = await foundBy(() => ask(attempt), executor.timeout, key);
  const finding = { executor, evidence: 'look-up', fence, asked } as const;
  await persist(() =>
    decideAnyway(desk.seat, { tokens: [token] }, (sitting): Conclusion<void> => {
      const at = caseOf(desk, token, sitting);
      if (at !== null) recordFound(desk, at, found, finding, sitting);
      return () => undefined;
    }),
  );
  if (resendAt(desk, executor, statement, asked) !== null) return;
  if (isNoUse(found, horizonOf(desk, executor, statement), asked)) await escalate(desk, token);
}

/** Whether looking up once more leads nowhere: its no never counts, or it cannot tell by when it should. */
function isNoUse({ outcome }: Found, over: number | null, asked: number): boolean {
  if (outcome === 'unknown') return over === null || asked > over;
  return over === null && (outcome === 'not-found' || outcome === 'declined');
}

/** A person is asked, once. */
async function escalate(desk: Desk, token: string): Promise<void> {
  await decide(desk.seat, { tokens: [token] }, (sitting: Sitting): Conclusion<void> => {
    const at = caseOf(desk, token, sitting);
    if (at !== null && isHot(at.statement)) askPerson(desk, at, sitting);
    return () => undefined;
  });
}
