import type { Connection } from './ledger.ts';

/** The name under which the ledger itself writes. */
export const itself = 'ledger';

/** The ledger as the one who writes. */
export function itselfIn(conversation: string): Required<Connection> {
  return { principal: itself, agents: [], conversation, person: false };
}
