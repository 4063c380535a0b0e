import { lineOf, parse } from '../../codec/index.ts';
import { makeUnable } from '../../compose/index.ts';
import { tailFrom } from '../../reply/refusal.ts';
import { firstProblem } from '../judge/hearing.ts';
import { type Refused, refused } from '../refusal.ts';
import { type Conclusion, decide, type Seat, type Sitting } from '../seat.ts';
import { rule } from '../send.ts';
import { answeredBy, type Looked, lookAt, wantedFor } from './look.ts';
import { type Nothing, none } from './received.ts';

/**
 * Writes the UN with which code declines a handoff, in the step that sees that it still has to be: of several who receive the
 * same line at once one answers, and the others find the answer.
 */
export function decline(seat: Seat, { row, me }: Looked): Promise<Looked | Nothing | Refused> {
  return decide(seat, wantedFor(row.id, me), (sitting) => declineNow(seat, row.id, me, sitting));
}

function declineNow(
  seat: Seat,
  id: string,
  me: string,
  sitting: Sitting,
): Conclusion<Looked | Nothing | Refused> {
  const { rows, at, scribe } = sitting;
  const looked = lookAt(id, { ...seat, rows, at, me });
  const { row, finding } = looked;
  if (finding.is !== 'declined') return () => looked;
  const { why, tail } = finding;
  const made = makeUnable({
    ...{ re: id, to: row.from, from: me, item: rows.handoffs.get(id)?.item ?? null },
    ...{ id: scribe.nextId(me), why, tail: tailFrom(tail) },
  });
  const { message } = made;
  if (message === null) return () => none('not-composed', firstProblem(made.diagnostics), made.diagnostics);
  const ruling = rule({ seat, parsed: parse(lineOf(message)), message, options: {}, sitting });
  if (ruling.outcome === 'refused') return () => refused(ruling.reason, ruling.detail);
  scribe.write({ message, facts: ruling.facts, verdict: ruling.verdict, delegate: true });
  return (_, after) => ({ ...looked, rows: after, finding: answeredBy(message.id, after, why) });
}
