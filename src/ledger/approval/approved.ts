import { canonicalJson } from '../../text/canonical-json.ts';
import type { Approval, Approver } from '../fact.ts';
import type { Seat } from '../seat.ts';
import type { Asked } from './asked.ts';
import { sha256Of } from './reference.ts';

/** What a go to a question approves. */
export type Approved = Pick<Approval, 'ask' | 'item' | 'values'>;

/** The act of a question with the values that it shows; null where it names none. */
export function approvedIn({ ask, item, slots }: Pick<Asked, 'ask' | 'item' | 'slots'>): Approved | null {
  return ask === null || item === null ? null : { ask, item, values: valuesOf({ slots }) };
}

/** The values that a question shows, by slot, as written. */
export function valuesOf({ slots }: Pick<Asked, 'slots'>): Readonly<Record<string, string>> {
  return Object.fromEntries(slots.flatMap(({ slot, value }) => (value === null ? [] : [[slot, value]])));
}

/** SHA-256 of what an approval lets run. */
export function approvedDigest({ ask, item, values }: Approved): string {
  return sha256Of(canonicalJson({ ask, item, values }));
}

/** What of a question tells who has said go. */
type Begun = Pick<Asked, 'ask' | 'item' | 'slots' | 'row'>;

/**
 * Who has said go to exactly what a question shows now: a go to other values counts no more, and neither does one whose
 * passkey was revoked since.
 */
export function goesSoFar(asked: Begun, holds: (approver: Approver) => boolean): readonly Approver[] {
  const act = approvedIn(asked);
  if (act === null) return [];
  const digest = approvedDigest(act);
  return (asked.row.begun ?? []).filter((one) => one.approved === digest && holds(one));
}

/** Whether the passkey with which somebody said go still is that person's, by what a seat has read of the principals. */
export function holdsAt({ standing }: Pick<Seat, 'standing'>): (approver: Approver) => boolean {
  if (standing === null) return () => true; // the program itself vouches for its principals
  return ({ person, proof }) => {
    const held = standing.roster.passkey(proof.passkey);
    return (
      held !== null &&
      held.principal.name === person &&
      held.principal.revoked === null &&
      held.passkey.revoked === null
    );
  };
}

/** Who may have approved, by what a seat has read of the principals. */
export interface Approvers {
  readonly isStanding: (principal: string) => boolean;
  /** Neither somebody who said go was revoked since, nor the passkey that it was said with. */
  readonly hold: (approvers: readonly Approver[]) => boolean;
  /** Somebody who said go was revoked since, or the passkey was; of those that the program itself vouches for nobody is. */
  readonly areRevoked: (approvers: readonly Approver[]) => boolean;
}

/** The principals of a seat, as those who may have approved; where the program itself vouches for them, whoever it is. */
export function approversAt({ standing }: Pick<Seat, 'standing'>): Approvers {
  if (standing === null) return { isStanding: () => true, hold: () => true, areRevoked: () => false };
  const { roster } = standing;
  const found = (name: string) => {
    const principal = roster.principal(name);
    return principal === null || principal.revoked !== null ? null : principal;
  };
  return {
    isStanding: (principal) => found(principal) !== null,
    hold: (approvers) =>
      approvers.every(
        ({ person, proof }) =>
          found(person)?.passkeys.every(({ id, revoked }) => id !== proof.passkey || revoked === null) ===
          true,
      ),
    areRevoked: (approvers) =>
      approvers.some(
        ({ person, proof }) =>
          (roster.principal(person)?.revoked ?? roster.passkey(proof.passkey)?.passkey.revoked ?? null) !==
          null,
      ),
  };
}
