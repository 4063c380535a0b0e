import { decode, lineOf, makeReadback } from 'hearback';
import type { OpenHandoff } from 'hearback/ledger';
import { plantedFault } from './faults.ts';
import type { Stage } from './stage.ts';

/** Takes a handoff in: the payment tool freezes the call and reads it back. */
export async function receive(stage: Stage, handoff: OpenHandoff): Promise<void> {
  const misread = plantedFault(stage, 'misread', handoff);
  if (misread !== undefined && handoff.retryOf === null) return readBackByHand(stage, handoff, misread);
  const { tool, clock, folder } = stage;
  await tool.prepare({ handoff: handoff.id, exp: clock.time(folder.policy.statementMinutes) });
}

/** What a hurried agent does in place of that: it writes the readback itself, as it has read the handoff. */
async function readBackByHand(
  { hands }: Stage,
  handoff: OpenHandoff,
  misread: Readonly<Record<string, string>>,
): Promise<void> {
  const readback = makeReadback({ ho: decode(handoff.line), id: await hands.payer.nextId() });
  if (readback.message === null) throw new Error(`no readback of ${handoff.id}`);
  let line = lineOf(readback.message);
  for (const [slot, value] of Object.entries(misread)) {
    line = line.replace(new RegExp(`(?<= ${slot}=)\\S+`), value);
  }
  await hands.payer.send(line);
}

/** Runs the confirmed statement, and settles an outcome that is not known by asking with the same key. */
export async function commit({ tool }: Stage, token: string): Promise<void> {
  const outcome = await tool.commit({ token });
  if (outcome.outcome === 'unknown' && outcome.next === 'resend') await tool.settle({ token });
}
