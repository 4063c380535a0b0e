import { parse } from '../codec/index.ts';
import type { AnyMessage } from '../codec/message.ts';
import { actSlots } from '../ledger/judge/act-slots.ts';
import { expiredDetail, isExpiredAt, messageOfHandoff, stopsOn } from '../ledger/judge/hearing.ts';
import type { Seat } from '../ledger/seat.ts';
import type { Settings } from '../ledger/settings.ts';
import { type Handoff, isClosed, type Rows, type Statement } from '../ledger/state.ts';
import type { Desk } from './desk.ts';
import type { Executor } from './executor.ts';
import { refused } from './refusal.ts';
import type { Refused } from './tool.ts';
import { executorForAsk, reverserCalled } from './who-acts.ts';

/** A handoff that this tool can act on. */
export interface Work {
  readonly handoff: Handoff;
  readonly ho: AnyMessage;
  readonly executor: Executor;
  /** The slots that the act runs with. */
  readonly slots: readonly string[];
  /** The DN that an UNDO reverses. */
  readonly undone: AnyMessage | null;
  /** The statement that was reported by it, where it ran here. */
  readonly ran: Statement | null;
}

/** The work that a handoff is, or why it is none for this tool. */
export function workOf(desk: Desk, rows: Rows, id: string): Work | Refused {
  const { by, settings } = desk.seat;
  const handoff = rows.handoffs.get(id);
  if (handoff === undefined) return refused('unknown-handoff', id);
  if (!by.agents.includes(handoff.to)) return refused('not-yours', `${id} was handed to ${handoff.to}`);
  const ho = messageOfHandoff(rows, handoff, settings);
  if (ho === null) return refused('profile-changed', `send ${id} again`);
  const slots = actSlots(ho, rows);
  if (slots.length === 0) return refused('not-actable', `ask=${handoff.ask}`);
  // its receiver may report it by hand at any time, also while it ran here
  if (!handoff.guarded) return refused('not-actable', `ask=${handoff.ask} is done elsewhere`);
  const undone = undoneBy(ho, rows, settings);
  const ran = undone === null ? null : ranAs(undone, rows);
  const executor =
    executorForAsk(desk, handoff.ask) ?? (ran === null ? null : reverserCalled(desk, ran.executor));
  if (executor === null) return refused('no-executor', `ask=${handoff.ask}`);
  if (undone !== null && undone.item !== ho.item) {
    return refused('not-composed', `${undone.id} is about ${undone.item}, not ${ho.item}`);
  }
  return { handoff, ho, executor, slots, undone, ran };
}

/** Ids that have to be seen to work on a handoff: its own, and the DN that an UNDO names. */
export function idsFor(ho: AnyMessage | null, id: string): readonly string[] {
  return [id, ...((ho?.slots['ctx'] as readonly string[] | undefined) ?? [])];
}

function undoneBy(ho: AnyMessage, rows: Rows, settings: Settings): AnyMessage | null {
  if (ho.slots['ask'] !== 'UNDO') return null;
  const row = rows.messages.get((ho.slots['ctx'] as readonly string[])[0] ?? '');
  return row === undefined ? null : parse(row.line, settings).message;
}

function ranAs({ id }: AnyMessage, { statements }: Rows): Statement | null {
  return [...statements.values()].find(({ result }) => result?.report === id) ?? null;
}

/** What stands against acting on anything in this ledger, now: it is damaged, or a copy. */
export async function obstacleTo({ trust }: Seat): Promise<Refused | null> {
  const found = (await trust?.obstacle()) ?? null;
  return found === null ? null : refused(found.reason, found.detail);
}

/** What stands against acting on a handoff at all, now. */
export function obstacle({ handoff }: Pick<Work, 'handoff'>, rows: Rows, at: number): Refused | null {
  const { id, state, exp, closed, cancel } = handoff;
  if (isClosed(handoff)) {
    const line = closed === null ? null : (rows.messages.get(closed.message)?.line ?? null);
    return refused('closed', `${id} is ${state}${closed === null ? '' : ` by ${closed.message}`}`, line);
  }
  if (state === 'CANCELLING') return refused('running', `${id} is being cancelled by ${cancel}`);
  if (isExpiredAt(exp, at)) return refused('expired', expiredDetail('the HO', exp as number, at));
  if (handoff.quarantined === true)
    return refused('quarantined', `look whether it was done, then send ${id} again`);
  const stops = stopsOn(rows, handoff);
  return stops.length > 0 ? refused('stopped', `by ${stops.join(', ')}`) : null;
}

/** Why nothing more is done for a handoff: an effect was found where none should be (I1). */
export function incidentOf(root: string, { statements }: Rows): Refused | null {
  const hit = [...statements.values()].find((one) => one.root === root && one.incident !== null);
  return hit === undefined
    ? null
    : refused('incident', `statement ${hit.token} of ${hit.handoff} was ${hit.state}`);
}
