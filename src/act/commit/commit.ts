import { setTimeout as sleep } from 'node:timers/promises';
import { isExpiredAt } from '../../ledger/judge/hearing.ts';
import type { Desk } from '../desk.ts';
import { outcomeOf } from '../outcome/outcome.ts';
import type { CommitOutcome } from '../tool.ts';
import { afterClaim } from './after-claim.ts';
import { type Claim, claim, type Passed } from './claim.ts';
import { execute } from './execute.ts';
import { settle } from './settle.ts';

/** Runs exactly the frozen statement, once; a repeated call is answered with what came of the first (spec 7). */
export async function commit(desk: Desk, token: string): Promise<CommitOutcome> {
  const claimed = await claim(desk, token);
  return claimed.outcome === 'refused' ? claimed : afterClaim(desk, token, () => goOn(desk, token, claimed));
}

async function goOn(desk: Desk, token: string, claimed: Claim | Passed): Promise<CommitOutcome> {
  if (claimed.outcome === 'claimed') {
    await execute(desk, claimed);
    return outcomeOf(desk, token, false);
  }
  if (claimed.state === 'CLAIMED') await otherWorker(desk, token);
  if (claimed.state === 'UNKNOWN') return settle(desk, { token });
  return outcomeOf(desk, token, true);
}

const glance = 25;

/** Waits while another worker executes, no longer than its lease or this tool's patience. */
async function otherWorker({ seat, wait }: Desk, token: string): Promise<void> {
  const { store, by, clock } = seat;
  const until = performance.now() + wait;
  while (performance.now() < until) {
    const { rows, now } = await store.read(by.conversation, { tokens: [token] });
    const statement = rows.statements.get(token);
    if (statement?.state !== 'CLAIMED' || isExpiredAt(statement.lease, clock?.() ?? now)) return;
    await sleep(glance);
  }
}
