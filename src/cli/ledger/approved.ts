import { parse } from '../../codec/index.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { approvalFor } from '../../ledger/approval/find.ts';
import { Stopped } from '../failure.ts';
import type { Room } from './conversation.ts';

/** What people approved, in the place of a record. */
export const approvedOption = {
  approved: {
    about:
      'the record is what a person approved in the conversation: by the reference on the handoff, or the only one',
  },
} as const;

/**
 * The record of a handoff's line, from what people approved in the conversation. Ends the verb where nobody did, or where
 * nothing says which approval is meant; throws UsageError for a line that is no handoff.
 */
export async function approvedRecord(
  { handle, opened: { profiles } }: Room,
  line: string,
): Promise<Readonly<Record<string, string>>> {
  const { message } = parse(line, { profiles });
  if (message?.type !== 'HO')
    throw new UsageError(
      'usage/kept',
      '--approved goes with a handoff that can be read: its record is looked up by it',
    );
  const found = await approvalFor(handle, message);
  if (found.outcome === 'found') return found.record;
  throw new Stopped(`approval/${found.reason}`, found.message);
}
