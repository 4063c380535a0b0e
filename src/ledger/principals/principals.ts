import { UsageError } from '../../diagnostic/usage-error.ts';
import { isValue } from '../../vocabulary/slot-types.ts';
import type { Fact } from '../fact.ts';
import { itself } from '../itself.ts';
import { decide, type Seat } from '../seat.ts';
import { newKey } from './key.ts';
import { assertAgents, assertConversation, assertWriter } from './names.ts';
import { type Key, type Passkey, type Principal, type Roster, rosterConversation } from './roster.ts';

/** Who may be given a key: a name, the agents that it speaks as, and where. */
export interface NewPrincipal {
  readonly principal: string;
  readonly agents: readonly string[];
  /** The conversations that it may open; every one unless given. */
  readonly conversation?: string | readonly string[];
  /** It is a person: needed to speak as `human`. */
  readonly person?: boolean;
  /** Who adds it: kept as the writer of the entry. */
  readonly by: string;
}

/** A principal as it is listed: never with a key or the hash of one. Times in milliseconds. */
export interface PrincipalView extends Omit<Principal, 'name' | 'keys' | 'passkeys' | 'invitations'> {
  readonly principal: string;
  readonly keys: readonly Omit<Key, 'sha256'>[];
  /** What a person signs in with on the console. */
  readonly passkeys: readonly Pick<Passkey, 'id' | 'copied' | 'added' | 'revoked'>[];
}

/** The principals of a ledger: who may connect with a key. */
export interface Principals {
  /**
   * Adds a principal with a first key, which is shown this once. Throws UsageError for a name that is taken, and for an
   * agent that another principal speaks as in one of the same conversations.
   */
  add(principal: NewPrincipal): Promise<{ readonly key: string }>;
  /** Every principal, in order of adding; revoked ones too. */
  list(): Promise<readonly PrincipalView[]>;
  /** A further key for a principal; the others hold until they are revoked. */
  rotate(principal: string, options?: { readonly by?: string }): Promise<{ readonly key: string }>;
  /** Revokes one key by its id, or the principal with all of its keys; they stop at their next step. */
  revoke(principal: string, keyId?: string, options?: { readonly by?: string }): Promise<PrincipalView>;
}

/** The principals of the ledger that a seat is at. */
export function principalsOf(seat: Omit<Seat, 'by' | 'standing'>, roster: Roster): Principals {
  const write = (by: string, factsOf: () => readonly Fact[]) => writeFacts(seat, roster, by, factsOf);
  return {
    add: async (wanted) => {
      const { by, ...given } = assertNew(wanted);
      const { key, kept } = newKey();
      await write(by, () => {
        assertFree(given, roster.principals);
        return [
          { fact: 'principal-added', ...given },
          { fact: 'key-made', principal: given.principal, key: kept.id, sha256: kept.sha256 },
        ];
      });
      return { key };
    },
    list: async () => {
      await roster.refresh();
      return roster.principals.map(viewOf);
    },
    rotate: async (principal, { by = operator } = {}) => {
      const { key, kept } = newKey();
      await write(by, () => {
        if (known(roster, principal).revoked !== null)
          throw new UsageError('usage/principal', `${principal} is revoked: add it again`);
        return [{ fact: 'key-made', principal, key: kept.id, sha256: kept.sha256 }];
      });
      return { key };
    },
    revoke: async (principal, key, { by = operator } = {}) => {
      await write(by, () => {
        const { revoked, keys } = known(roster, principal);
        if (key === undefined) return revoked === null ? [{ fact: 'principal-revoked', principal }] : [];
        const one = keys.find(({ id }) => id === key);
        if (one === undefined) throw new UsageError('usage/key', `${principal} has no key ${key}`);
        return one.revoked === null ? [{ fact: 'key-revoked', principal, key }] : [];
      });
      return viewOf(known(roster, principal));
    },
  };
}

/** Who is named as the writer where nobody was. */
const operator = 'operator';

/**
 * Writes what is decided on the newest state of the principals: of two processes that add one name, the second finds
 * the first one's.
 */
export async function writeFacts(
  seat: Omit<Seat, 'by' | 'standing'>,
  roster: Roster,
  by: string,
  factsOf: () => readonly Fact[],
): Promise<void> {
  assertWriter(by);
  const there = { principal: by, agents: [], conversation: rosterConversation, person: false };
  for (let done = false; !done; ) {
    await roster.refresh();
    done = await decide({ ...seat, by: there, standing: null }, {}, ({ rows, scribe }) => {
      if (rows.head.sequence !== roster.sequence) return () => false;
      scribe.event(...factsOf());
      return () => true;
    });
  }
  await roster.refresh();
}

function known(roster: Roster, name: string): Principal {
  const principal = roster.principal(name);
  if (principal === null) throw new UsageError('usage/principal', `there is no principal ${name}`);
  return principal;
}

export type Given = Pick<Principal, 'agents' | 'conversations' | 'person'> & { readonly principal: string };

export function assertNew({ principal, agents, conversation, person = false, by }: NewPrincipal): Given & {
  readonly by: string;
} {
  if (!isValue(principal) || principal === itself || principal.length > longestName) {
    const form = `up to ${longestName} printable characters without a blank, and not ${itself}`;
    throw new UsageError('usage/principal', `the name of a principal is ${form}`);
  }
  assertAgents(agents, person);
  if (agents.length === 0) throw new UsageError('usage/agent', 'a principal speaks as one agent at least');
  const conversations = conversation === undefined ? null : [conversation].flat();
  for (const name of conversations ?? []) assertConversation(name);
  if (conversations?.length === 0)
    throw new UsageError('usage/conversation', 'name a conversation, or leave it out for every one');
  return { principal, agents: [...new Set(agents)], conversations, person, by };
}

const longestName = 100;

/**
 * One principal an agent and conversation: what is addressed to the agent is acknowledged by one reader, and what it
 * says is one principal's word. `human` is the exception: each person is a principal, and all of them are `human`.
 */
export function assertFree(given: Given, principals: readonly Principal[]): void {
  const active = principals.filter(({ revoked }) => revoked === null);
  if (active.some(({ name }) => name === given.principal))
    throw new UsageError('usage/principal-taken', `there is a principal ${given.principal}`);
  for (const other of active.filter((one) => meet(one.conversations, given.conversations))) {
    for (const agent of given.agents) {
      const theirs = other.agents.find((name) => name.toLowerCase() === agent.toLowerCase());
      if (theirs === undefined || agent === 'human') continue;
      const more = `rotate gives ${other.name} a further key`;
      throw new UsageError('usage/agent-taken', `${other.name} speaks as ${theirs} there: ${more}`);
    }
  }
}

function meet(one: readonly string[] | null, other: readonly string[] | null): boolean {
  return one === null || other === null || one.some((name) => other.includes(name));
}

export function viewOf({ name, keys, passkeys, invitations: _, ...rest }: Principal): PrincipalView {
  return {
    principal: name,
    ...rest,
    keys: keys.map(({ sha256: _sha256, ...key }) => key),
    passkeys: passkeys.map(({ publicKey: _publicKey, counter: _counter, ...passkey }) => passkey),
  };
}
