import { checkReadback, type ReadbackVerdict } from '../../checks/index.ts';
import { asksFor } from '../../codec/asked.ts';
import type { AnyMessage } from '../../codec/message.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { Fact, ReadbackStanding } from '../fact.ts';
import { keptBeside } from '../kept.ts';
import type { Kept, KeptVerdict } from '../ledger.ts';
import { secretsOf } from '../secrets.ts';
import { type Handoff, isClosed, isHot, isLive, type Rows } from '../state.ts';
import {
  goesBack,
  type Hearing,
  messageOfHandoff,
  type Ruling,
  refuses,
  refusesClosed,
  refusesDirection,
  statementsOf,
  takes,
} from './hearing.ts';

/** An RB that its receiver wrote: judged by the ledger with what the sender kept (act.md 4, spec 6.2). */
export function judgeReadback(h: Hearing): Ruling {
  const { message: rb, answered, handoff, rows, slice, settings, now } = h;
  if (answered === null || handoff === null || answered.type !== 'HO')
    return refuses('unknown-re', `${rb.re} is no HO`);
  if (!goesBack(rb, answered)) return refusesDirection(rb, answered);
  if (isClosed(handoff)) return refusesClosed(h, handoff);
  if (handoff.state === 'CANCELLING')
    return refuses('running', `${handoff.id} is being cancelled by ${handoff.cancel}`);
  if (statementsOf(rows, handoff.id).some(isLive)) return refuses('has-statement', handoff.id);
  if (rb.slots['x_tok'] !== undefined) return refuses('unknown-token', 'only prepare reads a statement back');
  const ho = messageOfHandoff(rows, handoff, settings);
  if (ho === null) return refuses('profile-changed', `send ${handoff.id} again`);
  const kept = keptBeside(slice, handoff.id);
  const read = readBack({ ho, rb, kept, now });
  return takes(h, [...readFacts(rows, handoff, rb, read.standing)], {
    verdict: { ...read.verdict, diagnostics: [...h.parsed.diagnostics, ...read.verdict.diagnostics] },
    ...(kept === null ? {} : { secret: { principal: handoff.principal, diagnostics: read.full } }),
  });
}

/** What a readback amounts to; `verdict` holds no finding that would tell what the sender kept, `full` holds all. */
export interface ReadBack {
  readonly standing: ReadbackStanding;
  readonly verdict: KeptVerdict;
  readonly full: readonly Diagnostic[];
}

/** The verdict on a readback with the criteria and the record that the sender kept; `now` is YYYYMMDDTHHMMZ. */
export function readBack({
  ho,
  rb,
  kept,
  now,
}: {
  ho: AnyMessage;
  rb: AnyMessage;
  kept: Kept | null;
  now: string;
}): ReadBack {
  const open = checkReadback({ ho, rb, now });
  const full = kept === null ? open : demanding(kept, checkReadback({ ho, rb, now, ...secretsOf(kept) }));
  const { passes, roger, wilco } = full;
  const unchecked =
    passes && asksForCriteria(ho) && kept?.criteria === undefined && ho.slots['acc'] === undefined;
  return {
    standing: unchecked ? 'unchecked' : passes ? 'passes' : 'fails',
    verdict: { passes, roger, wilco, ...(unchecked ? { unchecked } : {}), diagnostics: open.diagnostics },
    full: full.diagnostics,
  };
}

/** A sender may demand that nothing runs but what it has approved: what is otherwise a note is an error then. */
function demanding({ onlyRecorded = false }: Kept, verdict: ReadbackVerdict): ReadbackVerdict {
  const isUnapproved = ({ code }: Diagnostic): boolean => code === 'execution/resolved';
  if (!onlyRecorded || !verdict.diagnostics.some(isUnapproved)) return verdict;
  const diagnostics = verdict.diagnostics.map(
    (found): Diagnostic => (isUnapproved(found) ? { ...found, severity: 'error' } : found),
  );
  return { ...verdict, passes: false, wilco: false, diagnostics };
}

/** What a readback changes: its handoff, and the one that it re-issues, which ends (act.md 4). */
export function* readFacts(
  rows: Rows,
  handoff: Handoff,
  rb: AnyMessage,
  standing: ReadbackStanding,
): Iterable<Fact> {
  yield { fact: 'read-back', handoff: handoff.id, readback: rb.id, standing };
  const original = handoff.retryOf === null ? undefined : rows.handoffs.get(handoff.retryOf);
  if (original === undefined || isClosed(original) || original.state === 'CANCELLING') return;
  const statements = statementsOf(rows, original.id).filter(isLive);
  if (statements.some(isHot)) return;
  for (const { token } of statements) yield { fact: 'abandoned', token, why: 'superseded', by: handoff.id };
  yield { fact: 'superseded', handoff: original.id, by: handoff.id };
}

function asksForCriteria(ho: AnyMessage): boolean {
  return asksFor(ho, 'acc') || asksFor(ho, 'plan');
}
