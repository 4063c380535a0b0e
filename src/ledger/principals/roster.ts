import type { Entry } from '../entry.ts';
import type { Fact } from '../fact.ts';
import type { PrincipalFact } from '../people/fact.ts';
import type { Store } from '../store.ts';
import { together } from '../together.ts';
import type { KeptKey } from './key.ts';

/** The reserved conversation that holds the principals: chained, exported and verified like all else. */
export const rosterConversation = '.principals';

/** A key of a principal; times in milliseconds. */
export interface Key extends KeptKey {
  readonly made: number;
  readonly revoked: number | null;
}

/** What a person proves itself with on the console: a public key, and what its authenticator said. Times in milliseconds. */
export interface Passkey {
  /** The credential's id, base64url. */
  readonly id: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  /** It may be copied to the person's other devices. */
  readonly copied: boolean;
  readonly added: number;
  readonly revoked: number | null;
}

/** A link by which a person may enrol one passkey; times in milliseconds. */
export interface Invitation {
  readonly id: string;
  /** SHA-256 of its secret. */
  readonly sha256: string;
  readonly until: number;
  /** When a passkey was enrolled with it, or it was taken back. */
  readonly over: number | null;
}

/** A principal as the entries leave it; times in milliseconds. */
export interface Principal {
  readonly name: string;
  readonly agents: readonly string[];
  /** Null: every conversation. */
  readonly conversations: readonly string[] | null;
  readonly person: boolean;
  readonly added: { readonly at: number; readonly by: string };
  readonly revoked: { readonly at: number; readonly by: string } | null;
  readonly keys: readonly Key[];
  readonly passkeys: readonly Passkey[];
  readonly invitations: readonly Invitation[];
}

type Rows = Map<string, Principal>;

/** What each fact about a principal changes: a row a fact. */
const changes: {
  readonly [F in PrincipalFact as F['fact']]: (rows: Rows, fact: F, entry: Entry) => void;
} = {
  'principal-added': (rows, { principal: name, agents, conversations, person }, { at, principal: by }) => {
    // one that was revoked may come back: its old keys and passkeys stay revoked
    const { keys = [], passkeys = [], invitations = [] } = rows.get(name) ?? {};
    const held = { keys, passkeys, invitations };
    rows.set(name, { name, agents, conversations, person, added: { at, by }, revoked: null, ...held });
  },
  'principal-revoked': (rows, { principal }, { at, principal: by }) => {
    change(rows, principal, ({ keys, passkeys, invitations }) => ({
      revoked: { at, by },
      keys: keys.map((key) => ({ ...key, revoked: key.revoked ?? at })),
      passkeys: passkeys.map((passkey) => ({ ...passkey, revoked: passkey.revoked ?? at })),
      invitations: invitations.map((one) => ({ ...one, over: one.over ?? at })),
    }));
  },
  'key-made': (rows, { principal, key: id, sha256 }, { at: made }) => {
    change(rows, principal, ({ keys }) => ({ keys: [...keys, { id, sha256, made, revoked: null }] }));
  },
  'key-revoked': (rows, { principal, key: id }, { at }) => {
    change(rows, principal, ({ keys }) => ({
      keys: keys.map((key) => (key.id === id ? { ...key, revoked: key.revoked ?? at } : key)),
    }));
  },
  'person-invited': (rows, { principal, invitation: id, sha256, until }) => {
    change(rows, principal, ({ invitations }) => ({
      invitations: [...invitations, { id, sha256, until, over: null }],
    }));
  },
  'passkey-added': (
    rows,
    { principal, passkey: id, publicKey, counter, copied, invitation },
    { at: added },
  ) => {
    change(rows, principal, ({ passkeys, invitations }) => ({
      passkeys: [...passkeys, { id, publicKey, counter, copied, added, revoked: null }],
      invitations: invitations.map((one) => (one.id === invitation ? { ...one, over: added } : one)),
    }));
  },
  'passkey-revoked': (rows, { principal, passkey: id }, { at }) => {
    change(rows, principal, ({ passkeys }) => ({
      passkeys: passkeys.map((one) => (one.id === id ? { ...one, revoked: one.revoked ?? at } : one)),
    }));
  },
};

function change(rows: Rows, name: string, changed: (old: Principal) => Partial<Principal>): void {
  const old = rows.get(name);
  if (old !== undefined) rows.set(name, { ...old, ...changed(old) });
}

const page = 500;

/** The principals of a ledger, as far as this process has read of them: each step asks whether that is all there is. */
export class Roster {
  readonly #store: Pick<Store, 'entries'>;
  readonly #rows: Rows = new Map();
  #sequence = 0;

  constructor(store: Pick<Store, 'entries'>) {
    this.#store = store;
  }

  /** The last entry that was read. */
  get sequence(): number {
    return this.#sequence;
  }

  /** In order of their first adding. */
  get principals(): readonly Principal[] {
    return [...this.#rows.values()];
  }

  principal(name: string): Principal | null {
    return this.#rows.get(name) ?? null;
  }

  /** The principal that a key belongs to, and the key; revoked or not. */
  holder(id: string): { readonly principal: Principal; readonly key: Key } | null {
    for (const principal of this.#rows.values()) {
      const key = principal.keys.find((known) => known.id === id);
      if (key !== undefined) return { principal, key };
    }
    return null;
  }

  /** The person that a passkey belongs to, and the passkey; revoked or not. */
  passkey(id: string): { readonly principal: Principal; readonly passkey: Passkey } | null {
    for (const principal of this.#rows.values()) {
      const passkey = principal.passkeys.find((known) => known.id === id);
      if (passkey !== undefined) return { principal, passkey };
    }
    return null;
  }

  /** Reads what was written since; those who ask in one turn of the loop share one reading. */
  readonly refresh: () => Promise<void> = together(() => this.#read());

  async #read(): Promise<void> {
    for (;;) {
      const stored = await this.#store.entries(rosterConversation, { after: this.#sequence, limit: page });
      for (const { entry } of stored) this.#take(entry);
      if (stored.length < page) return;
    }
  }

  #take(entry: Entry): void {
    if (entry.sequence !== this.#sequence + 1) return; // a reader beside this one was faster
    for (const fact of entry.body.facts) {
      const row = changes[fact.fact as PrincipalFact['fact']] as
        | ((rows: Rows, fact: Fact, entry: Entry) => void)
        | undefined; // the row of this very fact; the others change no principal
      row?.(this.#rows, fact, entry);
    }
    this.#sequence = entry.sequence;
  }
}
