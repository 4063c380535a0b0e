import { timeOf } from '../clock.ts';
import { notTrusted } from '../error.ts';
import { isExpiredAt, statementsOf } from '../judge/hearing.ts';
import type { Seat } from '../seat.ts';
import { type Handoff, isClosed, isLive, type MessageRow, type Rows } from '../state.ts';
import type { Wanted } from '../store.ts';
import { heldOriginal } from './held-original.ts';
import type { Answering, Declining, PassedOver } from './received.ts';

/** Where a line is looked at: the rows of one moment, in milliseconds, by one agent of a handle. */
export interface Sight extends Pick<Seat, 'by' | 'settings'> {
  readonly rows: Rows;
  readonly at: number;
  readonly me: string;
}

/** What a line comes to. */
export type Finding =
  | { readonly is: 'nothing'; readonly because: PassedOver; readonly detail: string }
  | { readonly is: 'answered'; readonly because: Answering; readonly answer: MessageRow }
  | { readonly is: 'declined'; readonly why: Declining; readonly tail: string }
  | { readonly is: 'handoff' | 'act'; readonly handoff: Handoff }
  | { readonly is: 'message' };

/** A line that the ledger holds, and what it came to. */
export interface Looked extends Sight {
  readonly row: MessageRow;
  readonly finding: Finding;
}

/** What has to be seen to look at a line: all that was said about its handoff, and about every other one of the same act. */
export function wantedFor(id: string, me: string): Wanted {
  return { ids: [id], agents: [me] };
}

/** What a line that the ledger holds comes to, in the order of spec 6.7, and by what has become of it since. Pure. */
export function lookAt(id: string, sight: Sight): Looked {
  const row = sight.rows.messages.get(id);
  if (row === undefined) throw notTrusted(`at ${id} (it is not there any more)`);
  return { ...sight, row, finding: findingFor(row, sight) };
}

function findingFor(row: MessageRow, sight: Sight): Finding {
  if (row.to !== sight.me) return misdirected(row, sight);
  if (row.type === 'HO') return ofHandoff(row, sight);
  return row.answer === null ? { is: 'message' } : answeredBy(row.answer, sight.rows);
}

/** Work for another agent is declined, once; its receiver gets it from the ledger all the same (6.5 R41). */
function misdirected(row: MessageRow, { rows, me, by }: Sight): Finding {
  const told = nothing('not-addressed', `${row.id} is to ${row.to}, not to ${me}`);
  if (row.type !== 'HO' || by.agents.includes(row.to) || by.agents.includes(row.from)) return told;
  const own = [...rows.messages.values()].find(
    ({ type, re, from }) => type === 'UN' && re === row.id && from === me,
  );
  if (own !== undefined) return answeredBy(own.id, rows);
  if (isClosed(handoffOf(row, rows))) return told;
  return { is: 'declined', why: 'SCOPE', tail: `addressed to ${row.to}, not to ${me}` };
}

function ofHandoff(row: MessageRow, { rows, at, settings }: Sight): Finding {
  const handoff = handoffOf(row, rows);
  const { id, state, cancel, quarantined, exp, guarded } = handoff;
  if (state === 'CANCELLING' || state === 'CLOSED_CX') return nothing('cancelled', `${id} by ${cancel}`);
  if (state === 'SUPERSEDED') return nothing('superseded', id);
  if (quarantined === true && !isClosed(handoff)) return nothing('quarantined', id);
  const answer = answerTo(handoff, rows);
  if (answer !== null) return answeredBy(answer, rows);
  const original = heldOriginal(handoff, rows, settings);
  if (original !== null)
    return { is: 'declined', why: 'DUP', tail: `${original.id} was read back in ${original.readback?.id}` };
  if (exp !== null && isExpiredAt(exp, at))
    return { is: 'declined', why: 'EXPIRED', tail: `${id} expired at ${timeOf(exp)}` };
  return { is: guarded ? 'act' : 'handoff', handoff };
}

/**
 * The id of what its receiver said to a handoff; null where nothing was said. A readback of a guarded act says nothing once no
 * statement stands behind it: it is prepared again.
 */
function answerTo({ id, closed, readback, guarded }: Handoff, rows: Rows): string | null {
  if (closed !== null) return closed.closer === 'UN' ? closed.message : (readback?.id ?? closed.message);
  const stands = !guarded || readback?.standing === 'fails' || statementsOf(rows, id).some(isLive);
  return stands ? (readback?.id ?? null) : null;
}

function nothing(because: PassedOver, detail: string): Finding {
  return { is: 'nothing', because, detail };
}

/** Answered by a line that is there. */
export function answeredBy(id: string, { messages }: Rows, because: Answering = 'repeat'): Finding {
  const answer = messages.get(id);
  if (answer === undefined) throw notTrusted(`at ${id} (the answer is not there)`);
  return { is: 'answered', because, answer };
}

function handoffOf({ id }: MessageRow, { handoffs }: Rows): Handoff {
  const handoff = handoffs.get(id);
  if (handoff === undefined) throw notTrusted(`at ${id} (its handoff is not there)`);
  return handoff;
}
