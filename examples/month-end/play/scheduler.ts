import { type AnyMessage, checkReadback, decode, makeCancel, makeHandoff } from 'hearback';
import type { OpenHandoff } from 'hearback/ledger';
import type { Approval } from '../read/folder.ts';
import { composed } from './compose.ts';
import { plantedFault } from './faults.ts';
import type { Job } from './release.ts';
import { answerTo, said, slot } from './said.ts';
import type { Stage } from './stage.ts';

type ActRecord = Approval['record'];

/**
 * Hands an approved act over. The ledger checks the draft against the record before it goes; one that differs stays
 * here, and the handoff is composed from the record by code.
 */
export async function handOver(stage: Stage, record: ActRecord): Promise<string> {
  const fault = plantedFault(stage, 'draft', record);
  if (fault === undefined) return send(stage, await compose(stage, record), record);
  const draft = await compose(stage, { ...record, ...fault });
  const { outcome } = await stage.hands.scheduler.send(draft, { record });
  return outcome === 'refused' ? send(stage, await compose(stage, record), record) : draft.id;
}

/** Sends a handoff again whose readback was void. */
export async function sendAgain(stage: Stage, { record }: Job, { readback }: OpenHandoff): Promise<string> {
  return send(stage, await compose(stage, record, readback?.id), record);
}

async function compose({ hands }: Stage, record: ActRecord, re?: string): Promise<AnyMessage> {
  const id = await hands.scheduler.nextId();
  return composed(makeHandoff({ record, id, profile: 'pay', ...(re === undefined ? {} : { set: { re } }) }));
}

async function send({ hands }: Stage, handoff: AnyMessage, record: ActRecord): Promise<string> {
  const sent = await hands.scheduler.send(handoff, { record });
  if (sent.outcome === 'refused') throw new Error(sent.message);
  return sent.id;
}

/** Reads the tool's statement in the ledger, checks it, and clears it with its token; or takes the handoff back. */
export async function answerStatement(
  stage: Stage,
  { record, withdrawn }: Job,
  handoff: OpenHandoff,
  token: string,
): Promise<void> {
  const { desk, clock } = stage;
  const now = clock.time();
  if (withdrawn !== undefined && withdrawn <= now) {
    return cancel(stage, handoff, `approval withdrawn ${withdrawn}`);
  }
  const statement = await desk.show({ token });
  if (statement === null) throw new Error(`there is no statement of ${handoff.id}`);
  const { wilco } = checkReadback({ ho: decode(handoff.line), rb: decode(statement.line), record, now });
  if (!wilco) return cancel(stage, handoff, 'the statement is not what was approved');
  const confirmed = await desk.confirm({ token });
  if (confirmed.outcome === 'refused') throw new Error(confirmed.message);
}

/** Takes a handoff back; the ledger discards what was prepared for it, and acknowledges. */
export async function cancel({ hands }: Stage, { line }: OpenHandoff, tail: string): Promise<void> {
  const id = await hands.scheduler.nextId();
  await hands.scheduler.send(composed(makeCancel({ ho: decode(line), why: 'REVOKED', id, tail })));
}

/** What was done otherwise than planned is taken back by a further handoff, when the principal says so. */
export async function takeBack(stage: Stage, { id, record }: Job): Promise<Job | null> {
  const shown = await stage.hands.scheduler.show(id);
  const close = shown?.handoff?.closed;
  if (!close?.mismatch || record['ask'] === 'UNDO') return null;
  const { from = '', to = '', item = '', exp = '' } = record;
  const undo = { from, to, item, ask: 'UNDO', ctx: close.message, exp };
  const lines = await said(stage.hands.scheduler);
  const sent = lines.find(
    ({ message }) =>
      slot(message, 'ask') === 'UNDO' && slot(message, 'ctx') === close.message && message.type === 'HO',
  );
  if (sent !== undefined) return { id: sent.message.id, record: undo };
  const question = lines.find(({ message }) => message.type === 'AQ' && message.re === close.message);
  const answer = question && answerTo(lines, 'AN', question.message.id)?.message;
  if (answer === undefined || slot(answer, 'val') !== 'Y') return null;
  return { id: await send(stage, await compose(stage, undo), undo), record: undo };
}
