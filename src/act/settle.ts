import { type Conclusion, decide, type Sitting } from '../ledger/seat.ts';
import { isHot, type Statement } from '../ledger/state.ts';
import { timedOut } from '../ledger/sweep.ts';
import { foundBy } from './answer.ts';
import { capabilitiesOf } from './capabilities.ts';
import { caseOf } from './case.ts';
import { claimAgain, strangerTo } from './claim.ts';
import { type Desk, executorFor } from './desk.ts';
import { canLookUp, canSendAgain, isPastHorizon } from './evidence.ts';
import { attemptOf, execute, persist } from './execute.ts';
import type { Executor, Found } from './executor.ts';
import { outcomeOf, refusedFor } from './outcome.ts';
import { answerAsPerson } from './person.ts';
import { askPerson } from './question.ts';
import { recordExecuted, recordNotExecuted } from './record.ts';
import type { CommitOutcome, PersonAnswer, Refused } from './tool.ts';

/**
 * Settles an unknown outcome: by the same key again, where the executor honours keys; else by a look-up, whose "not
 * found" counts only past the horizon; else by a person. Never by sending blindly (act.md 3).
 */
export async function settle(
  desk: Desk,
  { token, answer }: { readonly token: string; readonly answer?: PersonAnswer },
): Promise<CommitOutcome> {
  if (answer !== undefined) return answerAsPerson(desk, token, answer);
  const looked = await look(desk, token);
  if ('outcome' in looked) return looked;
  const { statement, at } = looked;
  if (statement.state !== 'UNKNOWN') return outcomeOf(desk, token, true);
  const executor = executorFor(desk, statement);
  if (executor !== null && canSendAgain(desk, executor, statement, at)) await sendAgain(desk, token);
  else if (executor !== null && canLookUp(executor)) await lookUp(desk, executor, statement, at);
  else await escalate(desk, token);
  return outcomeOf(desk, token, false);
}

/** The statement as time leaves it, for its own principal; a running one is left to its worker. */
function look(
  desk: Desk,
  token: string,
): Promise<Refused | { readonly statement: Statement; readonly at: number }> {
  return decide<Refused | { statement: Statement; at: number }>(
    desk.seat,
    { tokens: [token] },
    ({ rows, at, scribe }) => {
      const statement = rows.statements.get(token);
      const stranger = strangerTo(desk, statement);
      if (stranger !== null || statement === undefined) return () => stranger as Refused;
      const out = timedOut(statement, at);
      if (out !== null) scribe.event(out);
      return (_, after) => {
        const current = after.statements.get(token) ?? statement;
        return current.state === 'CLAIMED' ? refusedFor(after, current) : { statement: current, at };
      };
    },
  );
}

async function sendAgain(desk: Desk, token: string): Promise<void> {
  const claimed = await claimAgain(desk, token);
  if (claimed.outcome === 'claimed') await execute(desk, claimed);
}

async function lookUp(desk: Desk, executor: Executor, statement: Statement, at: number): Promise<void> {
  const attempt = attemptOf(statement);
  const ask = executor.lookup?.bind(executor);
  if (attempt === null || ask === undefined) return escalate(desk, statement.token);
  const found = await foundBy(() => ask(attempt), executor.timeout);
  const gone = found.outcome === 'not-found' && isPastHorizon(desk, executor, statement, at);
  await persist(() => recordFound(desk, statement, found, gone));
  if (!gone && capabilitiesOf(executor).horizon === 'never' && found.outcome === 'not-found')
    await escalate(desk, statement.token);
}

async function recordFound(
  desk: Desk,
  { token, fence }: Statement,
  found: Found,
  gone: boolean,
): Promise<void> {
  await decide(desk.seat, { tokens: [token] }, (sitting): Conclusion<void> => {
    const at = caseOf(desk, token, sitting);
    if (at === null) return () => undefined;
    if (found.outcome === 'found') recordExecuted(desk, at, { ...found, evidence: 'look-up' }, sitting);
    // a claim since would have sent again: what was not there then may be there now
    else if (gone && at.statement.state === 'UNKNOWN' && at.statement.fence === fence) {
      const nothing = {
        cause: 'the executor has no such act, and none can arrive any more',
        why: 'TIMEOUT',
        retry: true,
      } as const;
      recordNotExecuted(at, nothing, { ...sitting, settings: desk.seat.settings });
    }
    return () => undefined;
  });
}

/** A person is asked, once. */
async function escalate(desk: Desk, token: string): Promise<void> {
  await decide(desk.seat, { tokens: [token] }, (sitting: Sitting): Conclusion<void> => {
    const at = caseOf(desk, token, sitting);
    if (at !== null && isHot(at.statement)) askPerson(desk, at, sitting);
    return () => undefined;
  });
}
