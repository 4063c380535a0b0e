import type { OpenHandoff } from 'hearback/ledger';
import type { Approval } from '../read/folder.ts';
import { outcomeOf } from './outcome.ts';
import { commit, receive } from './payer.ts';
import { answerQuestions, waitsForPrincipal } from './principal.ts';
import { said, slot } from './said.ts';
import { answerStatement, cancel, handOver, sendAgain, takeBack } from './scheduler.ts';
import type { Stage } from './stage.ts';

/** A handoff that the scheduler has sent, and the record that it sent it by. */
export interface Job {
  readonly id: string;
  readonly record: Approval['record'];
  readonly withdrawn?: string | undefined;
}

/**
 * Brings an approved act to its end. Nobody remembers anything: each step asks the ledger how the handoff stands, so a
 * play that was killed goes on where it stopped. A handoff that does not get on is left open, and the report says so.
 */
export async function release(stage: Stage, approval: Approval): Promise<void> {
  stage.clock.reach(approval.release);
  let job = (await handedOver(stage, approval)) ?? (await handOverInTime(stage, approval));
  for (let steps = 0; job !== null && steps < 20; steps++) job = await advance(stage, job);
}

/** The handoff that was sent for an approval before; the newest one, or the one that takes its act back. */
async function handedOver({ hands }: Stage, { apref, record, withdrawn }: Approval): Promise<Job | null> {
  const handoffs = (await said(hands.scheduler)).filter(({ message }) => message.type === 'HO');
  const last = handoffs.findLast(({ message }) => slot(message, 'apref') === apref);
  return last === undefined ? null : { id: last.message.id, record, withdrawn };
}

async function handOverInTime(stage: Stage, approval: Approval): Promise<Job | null> {
  const { withdrawn, after, record } = approval;
  if (withdrawn !== undefined && withdrawn <= stage.clock.time()) return null;
  const first = stage.folder.approvals.find(({ apref }) => apref === after);
  if (after !== undefined && first === undefined) return null;
  if (first !== undefined && outcomeOf(first, await said(stage.hands.scheduler)).state !== 'done')
    return null;
  return { id: await handOver(stage, record), record, withdrawn };
}

/** One step of whoever has the next one. Returns the handoff to follow, or null when there is nothing more to do. */
async function advance(stage: Stage, job: Job): Promise<Job | null> {
  await answerQuestions(stage);
  if (await waitsForPrincipal(stage, job.record['item'] ?? '')) return null;
  const handoff = (await stage.hands.scheduler.open()).find(({ id }) => id === job.id);
  if (handoff === undefined) return takeBack(stage, job);
  stage.clock.tick();
  return step(stage, job, handoff);
}

async function step(stage: Stage, job: Job, handoff: OpenHandoff): Promise<Job> {
  const { id, state, statement, stoppedBy, retryOf } = handoff;
  if (stoppedBy.length > 0) {
    await cancel(stage, handoff, `held by ${stoppedBy.join(', ')}`);
  } else if (state === 'HELD' && retryOf !== null) {
    await cancel(stage, handoff, 'read back otherwise twice');
  } else if (state === 'HELD') {
    return { ...job, id: await sendAgain(stage, job, handoff) };
  } else if (statement === null) {
    await receive(stage, handoff);
  } else if (statement.state === 'PREPARED') {
    await answerStatement(stage, job, handoff, statement.token);
  } else {
    await commit(stage, statement.token);
  }
  return { ...job, id };
}
