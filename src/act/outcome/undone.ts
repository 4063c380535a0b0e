import { itselfIn } from '../../ledger/itself.ts';
import { decide, type Sitting } from '../../ledger/seat.ts';
import type { Statement } from '../../ledger/state.ts';
import type { Holder } from '../../ledger/store.ts';
import type { Desk } from '../desk.ts';
import type { Call } from '../executor.ts';
import { actKeyOf, undoKeyOf } from '../statement.ts';

/**
 * Lets go of the act that a statement has done and an UNDO has reversed, so that it can be done again under the same item;
 * values of single use stay used. False where nothing was reversed, or not as planned.
 */
export function releaseUndone(desk: Desk, holder: Holder): Promise<boolean> {
  const { tenant } = desk.seat.settings;
  const { conversation, token } = holder;
  const there = { ...desk.seat, by: itselfIn(conversation), standing: null };
  return decide(there, wantedFor(tenant, holder), (sitting) => {
    const undone = undoneIn(tenant, holder, sitting);
    if (undone === null) return () => false;
    const { ask, item } = JSON.parse(undone.statement.call) as Call;
    const released = [actKeyOf({ tenant, ask, item })];
    sitting.scribe.event({ fact: 'undone', token, by: undone.by, released });
    return () => true;
  });
}

/** Whether `releaseUndone` would let go of the act; nothing is written. */
export async function isUndone({ seat }: Desk, holder: Holder): Promise<boolean> {
  const { tenant } = seat.settings;
  const slice = await seat.store.read(holder.conversation, wantedFor(tenant, holder));
  return undoneIn(tenant, holder, { rows: slice.rows, slice }) !== null;
}

function wantedFor(
  tenant: string,
  { conversation, token, report }: Holder,
): { readonly tokens: readonly string[]; readonly actKeys: readonly string[] } {
  return { tokens: [token], actKeys: report === null ? [] : [undoKeyOf({ tenant, conversation, report })] };
}

/** The statement that was reversed, and the token of the UNDO that did it; null where there is none. */
function undoneIn(
  tenant: string,
  { conversation, token, report }: Holder,
  { rows, slice }: Pick<Sitting, 'rows' | 'slice'>,
): { readonly statement: Statement; readonly by: string } | null {
  const statement = rows.statements.get(token);
  if (report === null || statement?.state !== 'EXECUTED' || statement.incident !== null) return null;
  if (statement.undone !== undefined) return null; // what it still holds it holds for good
  const undo = slice.holders.get(undoKeyOf({ tenant, conversation, report }));
  return undo?.state === 'EXECUTED' && !undo.mismatch ? { statement, by: undo.token } : null;
}
