import { checkAnswer } from '../../checks/index.ts';
import { build, parse } from '../../codec/index.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { notTrusted } from '../../ledger/error.ts';
import { composed } from '../../ledger/scribe.ts';
import { type Conclusion, decide, type Sitting } from '../../ledger/seat.ts';
import { timedOut } from '../../ledger/sweep.ts';
import { type Case, caseOf } from '../case.ts';
import type { Desk } from '../desk.ts';
import { refused } from '../refusal.ts';
import { tailOf } from '../tail.ts';
import type { CommitOutcome, PersonAnswer, Refused } from '../tool.ts';
import { outcomeOf, refusedFor } from './outcome.ts';
import { askPerson, personOptions } from './question.ts';
import { recordExecuted, recordNotExecuted } from './record.ts';

/** A named person's word on an unknown outcome: AN to the question, and what follows from it, in one transaction. */
export async function answerAsPerson(
  desk: Desk,
  token: string,
  answer: PersonAnswer,
): Promise<CommitOutcome> {
  const { by } = desk.seat;
  if (!by.person || !by.agents.includes(desk.person)) return refused('not-a-person', by.principal);
  if (!personOptions.includes(answer.outcome)) return refused('answer-fails', personOptions.join(' '));
  if (answer.evidence.trim() === '') throw new UsageError('usage/evidence', 'say what was looked at');
  const refusal = await decide<Refused | null>(
    desk.seat,
    { tokens: [token], agents: [desk.person] },
    (sitting) => decideAs(desk, token, answer, sitting),
  );
  return refusal ?? outcomeOf(desk, token, false);
}

function decideAs(
  desk: Desk,
  token: string,
  answer: PersonAnswer,
  sitting: Sitting,
): Conclusion<Refused | null> {
  const at = caseOf(desk, token, sitting);
  if (at === null) return () => refused('unknown-token', 'no statement of this conversation has it');
  const out = timedOut(at.statement, sitting.at);
  if (out !== null) {
    sitting.scribe.event(out);
    if (out.fact === 'expired')
      return (_, after) => refusedFor(desk, after, after.statements.get(token) ?? at.statement, sitting.at);
  } else if (at.statement.state !== 'UNKNOWN')
    return () => refusedFor(desk, sitting.rows, at.statement, sitting.at);
  if (answer.outcome === 'EXECUTED' && Object.keys(answer.values ?? {}).length === 0) {
    return () => refused('needs-values', `statement ${token}`);
  }
  const stranger = writeAnswer(desk, at, answer, sitting);
  if (stranger !== null) return () => stranger;
  if (answer.outcome === 'EXECUTED') {
    recordExecuted(desk, at, { values: answer.values ?? {}, evidence: 'person' }, sitting);
  } else if (answer.outcome === 'NOTEXEC') {
    const cause = `${desk.person} found that it was not done`;
    recordNotExecuted(at, { cause, why: 'ERR', retry: true }, sitting);
  }
  return () => null;
}

/** The AN of the person, to the question that is open or that is asked for it now; a refusal where it was another's. */
function writeAnswer(
  desk: Desk,
  at: Case,
  { outcome, evidence }: PersonAnswer,
  sitting: Sitting,
): Refused | null {
  const { rows, scribe } = sitting;
  const { profiles } = desk.seat.settings;
  const open = at.statement.question === null ? undefined : rows.messages.get(at.statement.question);
  const aq = askPerson(desk, at, sitting) ?? parse(open?.line ?? '', { profiles }).message;
  if (aq === null) throw notTrusted(`at ${at.statement.token} (its question cannot be read)`);
  if (aq.to !== desk.person) return refused('direction', `${aq.id} asks ${aq.to}, not ${desk.person}`);
  const parts = { type: 'AN', re: aq.id, from: desk.person, to: aq.from, item: aq.item } as const;
  const tail = tailOf(evidence);
  const an = composed(
    build({ ...parts, id: scribe.nextId(desk.person), slots: { val: outcome }, tail }, { profiles }),
  );
  const { passes, diagnostics } = checkAnswer({ aq, an });
  scribe.write({
    message: an,
    facts: [{ fact: 'answered', message: aq.id, answer: an.id }],
    verdict: { passes, diagnostics },
  });
  return null;
}
