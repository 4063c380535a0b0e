import { executionSlots } from '../../codec/asked.ts';
import { approvalFor } from '../../ledger/approval/find.ts';
import type { Handle } from '../../ledger/ledger.ts';
import { onlyApproved } from './only-approved.ts';
import type { Source } from './rows.ts';
import { SourceError } from './source-error.ts';

export interface ApprovalSourceOptions {
  /** What it is called in errors; `approvals` unless set. */
  readonly name?: string;
  /** Asks that it is read for; unless set, those that run with execution slots. */
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
    const isRead =
      asks === undefined ? executionSlots(ho).length > 0 : asks.includes(String(ho.slots['ask']));
    if (!isRead) return {};
    const found = await approvalFor(handle, ho);
    if (found.outcome === 'found') {
      const { values } = found.approval;
      return { ...values, [onlyApproved]: values };
    }
    const code = found.reason === 'ambiguous' ? 'source/ambiguous' : 'source/missing';
    throw new SourceError(code, `${name}: ${found.message}`);
  };
}
