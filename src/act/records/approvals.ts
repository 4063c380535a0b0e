import { executionSlots, ownSlots } from '../../codec/asked.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { approvalFor } from '../../ledger/approval/find.ts';
import type { Handle } from '../../ledger/ledger.ts';
import type { Values } from '../tool.ts';
import { onlyApproved } from './only-approved.ts';
import type { Source } from './rows.ts';
import { SourceError } from './source-error.ts';

export interface ApprovalSourceOptions {
  /** What it is called in errors; `approvals` unless set. */
  readonly name?: string;
  /** Asks that it is read for; unless set, those that run with execution slots, and those that cannot be undone. */
  readonly asks?: readonly string[];
}

/**
 * What people approved in the conversation of a handle, as a source: the values of the approval that the handoff names, or of
 * the only one of its item and ask; nothing else runs then. Throws SourceError where none holds, and where nothing says which.
 */
export function approvalSource(
  handle: Handle,
  { name = 'approvals', asks }: ApprovalSourceOptions = {},
): Source {
  return async (ho) => {
    const ask = String(ho.slots['ask']);
    const runs = executionSlots(ho);
    const isRead =
      asks === undefined ? runs.length > 0 || vocabularyOf(ho).irreversible.has(ask) : asks.includes(ask);
    if (!isRead) return {};
    const found = await approvalFor(handle, ho);
    if (found.outcome === 'found') {
      const { values } = found.approval;
      if (runs.length === 0) return asApproved(ho, values, name);
      return { ...values, [onlyApproved]: values };
    }
    const code = found.reason === 'ambiguous' ? 'source/ambiguous' : 'source/missing';
    throw new SourceError(code, `${name}: ${found.message}`);
  };
}

/** An act without slots of its own, such as an UNDO, runs by what its handoff says: all of that was approved. It has no values. */
function asApproved(ho: AnyMessage, approved: Readonly<Record<string, string>>, name: string): Values {
  for (const [slot, value] of Object.entries(ho.slots)) {
    if (slot === 'ask' || ownSlots.has(slot) || value === undefined) continue;
    const said = Object.hasOwn(approved, slot) ? approved[slot] : undefined;
    if (said === written(value)) continue;
    const was = said === undefined ? 'not approved' : `approved as ${said}`;
    throw new SourceError(
      'source/value',
      `${name}: ${slot} was ${was}, and the handoff says ${written(value)}`,
    );
  }
  return {};
}
