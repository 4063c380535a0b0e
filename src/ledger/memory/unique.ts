import { LedgerError } from '../error.ts';
import { holdsAct, isLive, type Rows, type Statement } from '../state.ts';
import { holderOf } from '../step.ts';
import type { Holder } from '../store.ts';
import type { Conversation } from './slice.ts';

/** What a database holds with unique indexes, whatever a decision saw. */
export function checkUnique(
  { rows }: Conversation,
  changes: Rows,
  holders: ReadonlyMap<string, Holder>,
): void {
  for (const [token, statement] of changes.statements) {
    if (!isLive(statement)) continue;
    const rival = [...rows.statements.values()].find(
      (other) =>
        other.token !== token &&
        other.root === statement.root &&
        isLive(changes.statements.get(other.token) ?? other),
    );
    if (rival !== undefined) throw conflict('one live statement a handoff');
    for (const key of statement.actKeys) {
      const holder = holders.get(key);
      if (holder === undefined || holder.token === token) continue;
      const changed = changes.statements.get(holder.token);
      if (changed === undefined || holdsAct(changed)) throw conflict('one statement an act');
    }
  }
}

/** Remembers which statement holds which act, or lets go of it. */
export function hold(holders: Map<string, Holder>, conversation: string, changes: Rows): void {
  for (const statement of changes.statements.values()) {
    if (statement.undone !== undefined) release(holders, statement);
    for (const key of statement.actKeys) {
      const holder = holders.get(key)?.token ?? statement.token;
      const own = holder === statement.token;
      if (!holdsAct(statement)) {
        if (own) holders.delete(key);
      } else if (own || statement.incident === null) {
        // an incident leaves the act to whoever holds it by now
        holders.set(key, holderOf(conversation, statement));
      }
    }
  }
}

/** What was undone holds no more than its keys say. */
function release(holders: Map<string, Holder>, { token, actKeys }: Statement): void {
  for (const [key, holder] of holders)
    if (holder.token === token && !actKeys.includes(key)) holders.delete(key);
}

/** Another writer did something since the step saw what there is. */
export function conflict(what: string): LedgerError {
  return new LedgerError('ledger/conflict', `another writer was faster: ${what}`, { retryable: true });
}
