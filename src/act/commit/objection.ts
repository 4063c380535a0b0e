import type { AnyMessage } from '../../codec/message.ts';
import { type Relied, stillApproved } from '../../ledger/approval/relied.ts';
import type { Fact } from '../../ledger/fact.ts';
import { messageOfHandoff } from '../../ledger/judge/hearing.ts';
import type { Sitting } from '../../ledger/seat.ts';
import type { Rows, Statement } from '../../ledger/state.ts';
import type { Desk } from '../desk.ts';
import { refused } from '../refusal.ts';
import { sourcesOf } from '../sources.ts';
import { thawed } from '../statement.ts';
import type { Refused } from '../tool.ts';
import { incidentOf, obstacle } from '../work.ts';

/** Something was written since the approval of the statement was looked at: it is looked at anew. */
export interface Stale {
  readonly outcome: 'stale';
}

/** What stands against running a confirmed statement now; what has changed discards it. */
export function objection(
  desk: Desk,
  statement: Statement,
  { rows, at, scribe }: Sitting,
  { relied, sight }: { readonly relied: Relied | null; readonly sight: Sight },
): Refused | Stale | null {
  const { token, handoff: id } = statement;
  if (sight.sight === 'unseen')
    return refused('unconfirmed', `${token} was confirmed a moment ago: commit again`);
  const handoff = rows.handoffs.get(id);
  if (handoff === undefined) return refused('unknown-handoff', id);
  const stop = obstacle({ handoff }, rows, at);
  if (stop !== null) return stop;
  if (messageOfHandoff(rows, handoff, desk.seat.settings) === null)
    return refused('profile-changed', `send ${id} again`);
  const incident = incidentOf(statement.root, rows);
  if (incident !== null) return incident;
  const approved = relied === null ? 'yes' : stillApproved(desk.seat, relied, { rows });
  if (approved === 'stale') return { outcome: 'stale' };
  // what nobody can read now may be what it was: nothing runs, and nothing is discarded
  if (approved === 'yes' && sight.sight === 'unreadable') return refused('unreadable-source', sight.detail);
  const call = thawed(statement);
  const frozen = call === null ? 'the frozen call is not what was frozen' : changeIn(sight);
  const why = approved === 'no' ? withdrawn(relied) : frozen;
  if (why === null) return null;
  const abandoned: Fact = { fact: 'abandoned', token, why: 'changed', by: null };
  scribe.event(abandoned);
  return refused('changed', why);
}

function withdrawn(relied: Relied | null): string {
  return `its approval ${relied?.reference} was withdrawn, or whoever gave it was revoked`;
}

function changeIn(sight: Sight): string | null {
  return 'detail' in sight ? sight.detail : null;
}

/** What the statement was made from, as it is now; `unseen`: there was no reason to look, nothing waited to run. */
export type Sight =
  | { readonly sight: 'same' | 'unseen' }
  | { readonly sight: 'changed' | 'unreadable'; readonly detail: string };

/** Reads once more what the statement was made from, before it runs (F04). */
export async function sightOf(desk: Desk, rows: Rows, statement: Statement | null): Promise<Sight> {
  const { by, settings } = desk.seat;
  if (statement?.state !== 'CONFIRMED' || statement.principal !== by.principal) return { sight: 'unseen' };
  const handoff = rows.handoffs.get(statement.handoff);
  const ho: AnyMessage | null = handoff === undefined ? null : messageOfHandoff(rows, handoff, settings);
  if (ho === null) return { sight: 'same' }; // refused as profile-changed
  const sources = await sourcesOf(desk, ho);
  if ('fault' in sources) {
    const { fault, detail } = sources;
    return fault === 'unreadable'
      ? { sight: fault, detail }
      : { sight: 'changed', detail: `${fault} ${detail}` };
  }
  if (sources.digest === statement.sources) return { sight: 'same' };
  return { sight: 'changed', detail: 'a record or an artifact is not what it was' };
}
