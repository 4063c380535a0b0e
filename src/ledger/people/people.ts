import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Fact } from '../fact.ts';
import { handleAt } from '../handle.ts';
import type { Handle } from '../ledger.ts';
import { assertConversation } from '../principals/names.ts';
import { assertFree, assertNew, type PrincipalView, viewOf, writeFacts } from '../principals/principals.ts';
import type { Invitation, Passkey, Principal, Roster } from '../principals/roster.ts';
import type { Seat, Standing } from '../seat.ts';
import { hashOf, isSameHash, newSecret } from './secret.ts';
import { type SessionRow, type Sessions, sessionsOf } from './sessions.ts';

/** A passkey that its person's browser made, once it was verified. */
export interface NewPasskey extends Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'copied'> {}

/** Who signs in on the console: persons with passkeys, which are facts like everything else; and their sessions. */
export interface People {
  /**
   * Lets a person enrol one passkey within `life` milliseconds, with a secret that is told this once; the person becomes a
   * principal if it is none. Throws UsageError for a name that is none, or is an agent's principal.
   */
  invite(input: Invite): Promise<{ readonly secret: string; readonly until: number }>;
  /**
   * Lets the person of a passkey enrol a further one, told and bounded as by `invite`; null where the passkey holds no more:
   * nobody who was revoked comes back by it.
   */
  inviteAgain(input: {
    readonly passkey: string;
    readonly life: number;
  }): Promise<{ readonly secret: string; readonly until: number } | null>;
  /** Whom a secret invites; null for none, a used one and one whose time is over. */
  invited(secret: string): Promise<{ readonly person: string; readonly until: number } | null>;
  /** Uses an invitation up; null where it is no more one, or the passkey is somebody's already. */
  enrol(secret: string, passkey: NewPasskey): Promise<{ readonly person: string } | null>;
  /** A passkey that holds, with its person. */
  passkey(id: string): Promise<(Passkey & { readonly person: string }) | null>;
  /** The person's hands on a conversation, standing on a passkey; null where it does not hold, or may not look there. */
  handle(passkey: string, conversation: string): Promise<Handle | null>;
  /** The conversations that the person of a passkey may look at, in order; none where it does not hold. */
  conversations(passkey: string): Promise<readonly string[]>;
  /** Every person, in order of adding; revoked ones too. */
  list(): Promise<readonly PrincipalView[]>;
  /** Revokes one passkey by its id, or the person with all that it holds; sessions end at their next step. */
  revoke(person: string, passkey?: string, options?: { readonly by?: string }): Promise<PrincipalView>;
  readonly sessions: Sessions;
}

/** Whom to invite. */
export interface Invite {
  readonly person: string;
  /** The conversations that it may open; every one unless given. Of a person that is known, those that it has. */
  readonly conversation?: string | readonly string[];
  /** How long the invitation holds, in milliseconds. */
  readonly life: number;
  readonly by: string;
}

type Bench = Omit<Seat, 'by' | 'standing'>;

/** The people of the ledger that a seat is at. */
export function peopleOf(seat: Bench, roster: Roster): People {
  const now = async (): Promise<number> => seat.clock?.() ?? (await seat.store.now());
  const open = async (secret: string): Promise<Open | null> => openWith(roster, secret, await now());
  const newInvitation = async (life: number) => {
    const [secret, until] = [newSecret(), (await now()) + life];
    return { secret, until, kept: { invitation: newSecret(), sha256: hashOf(secret), until } };
  };
  return {
    invite: async (input) => {
      const { secret, until, kept } = await newInvitation(input.life);
      await writeFacts(seat, roster, input.by, () => [
        ...addedBy(input, roster),
        { fact: 'person-invited', principal: input.person, ...kept },
      ]);
      return { secret, until };
    },
    inviteAgain: async ({ passkey, life }) => {
      await roster.refresh();
      const before = good(roster, passkey);
      if (before === null) return null;
      const { secret, until, kept } = await newInvitation(life);
      const principal = before.principal.name;
      let holds = false;
      await writeFacts(seat, roster, principal, () => {
        holds = good(roster, passkey)?.principal.name === principal;
        return holds ? [{ fact: 'person-invited', principal, ...kept }] : [];
      });
      return holds ? { secret, until } : null;
    },
    invited: async (secret) => {
      await roster.refresh();
      const found = await open(secret);
      return found === null ? null : { person: found.principal.name, until: found.invitation.until };
    },
    enrol: async (secret, { id: passkey, publicKey, counter, copied }) => {
      await roster.refresh();
      const before = await open(secret);
      if (before === null) return null;
      const at = await now();
      let person: string | null = null;
      await writeFacts(seat, roster, before.principal.name, () => {
        const found = openWith(roster, secret, at);
        person = found === null || roster.passkey(passkey) !== null ? null : found.principal.name;
        if (found === null || person === null) return [];
        const { id: invitation } = found.invitation;
        return [
          { fact: 'passkey-added', principal: person, passkey, publicKey, counter, copied, invitation },
        ];
      });
      return person === null ? null : { person };
    },
    passkey: async (id) => {
      await roster.refresh();
      const held = good(roster, id);
      return held === null ? null : { ...held.passkey, person: held.principal.name };
    },
    handle: async (passkey, conversation) => {
      assertConversation(conversation);
      await roster.refresh();
      const held = good(roster, passkey);
      if (held === null || !isTheirs(held.principal, conversation)) return null;
      const { name: principal, agents } = held.principal;
      const standing: Standing = { roster, holds: () => good(roster, passkey) !== null };
      return handleAt({ ...seat, by: { principal, agents, conversation, person: true }, standing });
    },
    conversations: async (passkey) => {
      await roster.refresh();
      const held = good(roster, passkey);
      if (held === null) return [];
      const all = await seat.store.conversations();
      return all.filter((name) => !name.startsWith('.') && isTheirs(held.principal, name));
    },
    list: async () => {
      await roster.refresh();
      return roster.principals.filter(({ person }) => person).map(viewOf);
    },
    revoke: async (person, passkey, { by = 'operator' } = {}) => {
      await writeFacts(seat, roster, by, () => {
        const { revoked, passkeys } = known(roster, person);
        if (passkey === undefined)
          return revoked === null ? [{ fact: 'principal-revoked', principal: person }] : [];
        const one = passkeys.find(({ id }) => id === passkey);
        if (one === undefined) throw new UsageError('usage/passkey', `${person} has no passkey ${passkey}`);
        return one.revoked === null ? [{ fact: 'passkey-revoked', principal: person, passkey }] : [];
      });
      return viewOf(known(roster, person));
    },
    sessions: sessionsOf(seat, {
      refresh: () => roster.refresh(),
      holderOf: (row: Pick<SessionRow, 'passkey'>) => good(roster, row.passkey)?.principal.name ?? null,
    }),
  };
}

interface Open {
  readonly principal: Principal;
  readonly invitation: Invitation;
}

/** The invitation that a secret opens, by what has been read of the principals. */
function openWith(roster: Roster, secret: string, now: number): Open | null {
  const sha256 = hashOf(secret);
  for (const principal of roster.principals) {
    const invitation = principal.invitations.find((one) => isSameHash(one.sha256, sha256));
    if (invitation === undefined) continue;
    const holds = principal.person && invitation.over === null && now < invitation.until;
    return holds ? { principal, invitation } : null;
  }
  return null;
}

/** A passkey that holds, with its person. */
function good(
  roster: Roster,
  id: string,
): { readonly principal: Principal; readonly passkey: Passkey } | null {
  const held = roster.passkey(id);
  if (held === null || held.passkey.revoked !== null) return null;
  return held.principal.revoked === null && held.principal.person ? held : null;
}

function isTheirs({ conversations }: Principal, conversation: string): boolean {
  return conversations === null || conversations.includes(conversation);
}

/** The fact that makes somebody a principal; none for a person that is one. */
function addedBy({ person, by, conversation }: Invite, roster: Roster): readonly Fact[] {
  const there = roster.principal(person);
  if (there !== null && there.revoked === null) {
    if (there.person) return [];
    throw new UsageError('usage/principal', `${person} is no person: its agents’ keys sign nobody in`);
  }
  const wanted = { principal: person, agents: ['human'], person: true, by };
  const { by: _, ...given } = assertNew({
    ...wanted,
    ...(conversation === undefined ? {} : { conversation }),
  });
  assertFree(given, roster.principals);
  return [{ fact: 'principal-added', ...given }];
}

function known(roster: Roster, name: string): Principal {
  const principal = roster.principal(name);
  if (principal?.person === true) return principal;
  throw new UsageError('usage/principal', `there is no person ${name}`);
}
