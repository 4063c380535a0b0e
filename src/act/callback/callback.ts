import { type Conclusion, decideAnyway, type Sitting } from '../../ledger/seat.ts';
import { isHot, isLive, type Rows, type Statement } from '../../ledger/state.ts';
import { timedOut } from '../../ledger/sweep.ts';
import { caseOf } from '../case.ts';
import { strangerTo } from '../commit/claim.ts';
import { persist } from '../commit/execute.ts';
import type { Desk } from '../desk.ts';
import type { Executor, Told } from '../executor.ts';
import { recordFound } from '../outcome/found.ts';
import { outcomeOf, refusedFor } from '../outcome/outcome.ts';
import { refused } from '../refusal.ts';
import type { CallbackInput, CommitOutcome, Refused } from '../tool.ts';

/**
 * What an executor says by itself, later: nothing counts before its signature does. A yes settles from every state, and
 * is an incident where there should be none; a no has the guards of any other (act.md 3).
 */
export async function callback(desk: Desk, input: CallbackInput): Promise<CommitOutcome> {
  const heard = await hear(desk, input);
  if ('reason' in heard) return heard;
  const token = heard.told.token ?? input.token ?? null;
  if (token === null) return refused('unreadable-callback', 'it names no token, and came under none');
  const taken = await persist(() =>
    decideAnyway<Taken | Refused>(desk.seat, { tokens: [token] }, (sitting) =>
      take(desk, token, heard, sitting),
    ),
  );
  return taken.outcome === 'taken' ? outcomeOf(desk, taken.token, taken.repeat) : taken;
}

type Heard = { readonly executor: Executor; readonly told: Extract<Told, { outcome: 'told' }> };

/** The executor whose callback this is, by its signature. */
async function hear(
  desk: Desk,
  { body, signature, executor: name }: CallbackInput,
): Promise<Heard | Refused> {
  const { store, clock } = desk.seat;
  const now = clock?.() ?? (await store.now());
  const listening = [...new Set(Object.values(desk.executors))].filter(
    (one) => one.callback !== undefined && (name === undefined || one.name === name),
  );
  if (listening.length === 0)
    return refused('no-executor', `${name ?? 'none'} has no callback: give it a secret to sign with`);
  let why: Extract<Told, { outcome: 'refused' }>['reason'] = 'unsigned';
  for (const executor of listening) {
    const told = await executor.callback?.({ body, signature, now });
    if (told?.outcome === 'told') return { executor, told };
    if (told !== undefined && told.reason !== 'unsigned') why = told.reason;
  }
  return refused(`${why}-callback`, whatNext[why]);
}

const whatNext = {
  unsigned: 'no executor signed these bytes',
  stale: 'the clocks differ, or it is an old one sent again',
  unreadable: 'it is no JSON object with a key that says everything once',
} as const;

/** What a callback was taken for; `repeat`: it had come to that before. */
interface Taken {
  readonly outcome: 'taken';
  readonly token: string;
  readonly repeat: boolean;
}

/** Takes what was told into the ledger, or says why it is not taken. */
function take(
  desk: Desk,
  token: string,
  { executor, told: { key, answer, at: said } }: Heard,
  sitting: Sitting,
): Conclusion<Taken | Refused> {
  const { rows, scribe, at: now } = sitting;
  const named = rows.statements.get(token);
  const stranger = strangerTo(desk, named);
  if (stranger !== null || named === undefined) return () => stranger as Refused;
  if (named.key !== key || named.executor !== executor.name)
    return () => refused('other-key', `${token} is not the act that ${executor.name} tells of`);
  const statement = hotOf(rows, named);
  const taken = { outcome: 'taken', token: statement.token, repeat: !isLive(statement) } as const;
  const at = caseOf(desk, statement.token, sitting);
  if (at === null) return () => refused('unknown-token', token);
  const { fence } = statement;
  const finding = { executor, evidence: 'callback', fence, asked: Math.min(said, now) } as const;
  if (answer.outcome === 'found') {
    recordFound(desk, at, answer, finding, sitting);
    return () => taken;
  }
  const out = timedOut(statement, now);
  if (out !== null) scribe.event(out);
  if (statement.state === 'UNKNOWN' || out?.fact === 'unknown') {
    recordFound(desk, { ...at, statement: { ...statement, state: 'UNKNOWN' } }, answer, finding, sitting);
    return () => taken;
  }
  // a no to what is running, waits or has ended changes nothing
  return (_, after) => refusedFor(desk, after, after.statements.get(statement.token) ?? statement, now);
}

/** The statement that may have done it: of one handoff's statements, which share a key, the one that is not settled. */
function hotOf({ statements }: Rows, named: Statement): Statement {
  if (isHot(named)) return named;
  const { key, executor } = named;
  const same = (one: Statement): boolean => one.key === key && one.executor === executor;
  return [...statements.values()].find((one) => same(one) && isHot(one)) ?? named;
}
