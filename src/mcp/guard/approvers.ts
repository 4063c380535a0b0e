import type { Approver } from '../../ledger/fact.ts';
import type { GuardParts } from './parts.ts';

/** Who may say go by what the ledger holds now: a principal that stands, and no passkey of it that was revoked. */
export interface Approvers {
  readonly isStanding: (principal: string) => boolean;
  readonly holds: (approver: Approver) => boolean;
}

/** The principals of the guard's ledger, as those who may have approved. */
export async function approversOf({ ledger }: Pick<GuardParts, 'ledger'>): Promise<Approvers> {
  const all = await ledger.principals.list();
  const standing = (name: string) =>
    all.find(({ principal, revoked }) => principal === name && revoked === null);
  return {
    isStanding: (principal) => standing(principal) !== undefined,
    holds: ({ person, proof }) =>
      standing(person)?.passkeys.every(({ id, revoked }) => id !== proof.passkey || revoked === null) ===
      true,
  };
}
