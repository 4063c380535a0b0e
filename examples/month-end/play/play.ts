import { decode, makeDone } from 'hearback';
import { sum } from '../read/money.ts';
import { written } from '../read/time.ts';
import { composed } from './compose.ts';
import { outcomeOf } from './outcome.ts';
import { waitsForPrincipal } from './principal.ts';
import { release } from './release.ts';
import { said, slot } from './said.ts';
import { sayLines } from './script.ts';
import { auditSources } from './sources.ts';
import type { Stage } from './stage.ts';

/**
 * Plays the month-end: the agents' lines, then every approved act, then the report to the principal. Played again over
 * the same ledger it says nothing twice and goes on where it stopped.
 */
export async function play(stage: Stage): Promise<void> {
  await goOn(stage);
  await sayLines(stage);
  const messages = (await said(stage.hands.scheduler)).map(({ message }) => message);
  const doubtful = new Set(auditSources(stage.folder, messages).map(({ item }) => item));
  for (const approval of stage.folder.approvals) {
    const { item = '' } = approval.record;
    if (!doubtful.has(item) && !doubtful.has(stage.folder.policy.run)) await release(stage, approval);
  }
  if (!(await waitsForPrincipal(stage))) await closeRun(stage);
}

/** After a play that was cut off: later than its last line, and with what it left unknown settled. */
async function goOn({ hands, clock, tool }: Stage): Promise<void> {
  const last = (await said(hands.scheduler)).at(-1);
  if (last === undefined) return;
  clock.reach(written(last.entry.at));
  clock.tick();
  await tool.recover();
}

/** The scheduler reports the run to the principal, with what was really paid. */
async function closeRun({ hands, folder, clock }: Stage): Promise<void> {
  const run = (await hands.scheduler.open()).find(
    ({ item, to }) => item === folder.policy.run && to === 'scheduler',
  );
  if (run === undefined) return;
  clock.tick();
  const lines = await said(hands.scheduler);
  const outcomes = folder.approvals
    .map((approval) => outcomeOf(approval, lines))
    .filter(({ approval }) => approval.record['ask'] === 'PAY');
  const paid = outcomes.filter(({ state }) => state === 'done').flatMap(({ dn }) => dn ?? []);
  const own = paid.filter((dn) => slot(dn, 'cur') === folder.policy.currency).map((dn) => slot(dn, 'amt'));
  const dn = makeDone({
    ho: decode(run.line),
    id: await hands.scheduler.nextId(),
    result: { n: paid.length, tot: sum(own), cur: folder.policy.currency, paid: folder.policy.paid },
    out: paid.length === outcomes.length ? 'OK' : 'PARTIAL',
  });
  await hands.scheduler.send(composed(dn));
}
