import type { Entry } from '../entry.ts';
import { decide, type Seat } from '../seat.ts';
import { together } from '../together.ts';
import { hashOf, newSecret } from './secret.ts';

/** The reserved conversation that holds the sessions: who signed in, when and with what is as chained as all else. */
export const sessionsConversation = '.sessions';

/** A session as the entries leave it; times in milliseconds. */
export interface SessionRow {
  /** SHA-256 of its secret. */
  readonly session: string;
  readonly person: string;
  readonly passkey: string;
  readonly openedAt: number;
  /** When it ends at the latest. */
  readonly until: number;
}

/** Sessions of people who proved themselves with a passkey. */
export interface Sessions {
  /**
   * Opens one with a secret that is told this once, for `life` milliseconds; null where the passkey does not hold, or has
   * been counted further elsewhere, as a copied one would be.
   */
  open(input: {
    readonly passkey: string;
    readonly counter: number;
    readonly life: number;
  }): Promise<(SessionRow & { readonly secret: string }) | null>;
  /** The session of a secret; null for none, an ended one, and one whose passkey was revoked. */
  find(secret: string): Promise<SessionRow | null>;
  /** Ends one; a second end is none. */
  close(session: string): Promise<void>;
}

/** What sessions need to know of the people. */
interface Holders {
  readonly refresh: () => Promise<void>;
  /** Whose passkey it is, where it holds. */
  readonly holderOf: (row: Pick<SessionRow, 'passkey'>) => string | null;
}

type Bench = Omit<Seat, 'by' | 'standing'>;

const page = 500;

/** The sessions of the ledger that a seat is at. */
export function sessionsOf(seat: Bench, { refresh, holderOf }: Holders): Sessions {
  const rows = new Rows(seat.store);
  const now = async (): Promise<number> => seat.clock?.() ?? (await seat.store.now());
  const write = (by: string) => ({
    ...seat,
    by: { principal: by, agents: [], conversation: sessionsConversation, person: true },
    standing: null,
  });
  return {
    open: async ({ passkey, counter, life }) => {
      await refresh();
      const person = holderOf({ passkey });
      if (person === null) return null;
      const secret = newSecret();
      const until = (await now()) + life;
      const session = hashOf(secret);
      for (;;) {
        await rows.refresh();
        const written = await decide<'later' | 'copied' | 'opened'>(
          write(person),
          {},
          ({ rows: { head }, scribe }) => {
            if (head.sequence !== rows.sequence) return () => 'later';
            if (rows.isCopied(passkey, counter)) return () => 'copied';
            scribe.event({ fact: 'session-opened', principal: person, session, passkey, counter, until });
            return () => 'opened';
          },
        );
        if (written === 'copied') return null;
        if (written === 'opened') break;
      }
      await rows.refresh();
      const row = rows.get(session);
      return row === null ? null : { ...row, secret };
    },
    find: async (secret) => {
      await Promise.all([rows.refresh(), refresh()]);
      const row = rows.get(hashOf(secret));
      if (row === null || (await now()) >= row.until) return null;
      return holderOf(row) === row.person ? row : null;
    },
    close: async (session) => {
      await rows.refresh();
      const row = rows.get(session);
      if (row === null) return;
      await decide(write(row.person), {}, ({ scribe }) => {
        scribe.event({ fact: 'session-closed', session });
        return () => undefined;
      });
    },
  };
}

/** Sessions as far as this process has read of them, and how far each passkey has counted. */
class Rows {
  readonly #store: Seat['store'];
  readonly #rows: Map<string, SessionRow> = new Map();
  readonly #counters: Map<string, number> = new Map();
  sequence = 0;

  constructor(store: Seat['store']) {
    this.#store = store;
  }

  get(session: string): SessionRow | null {
    return this.#rows.get(session) ?? null;
  }

  /** Whether a passkey that counts has counted as far before: then two devices have it, and one of them is not its person's. */
  isCopied(passkey: string, counter: number): boolean {
    const last = this.#counters.get(passkey) ?? 0;
    return last > 0 && counter <= last;
  }

  readonly refresh: () => Promise<void> = together(() => this.#read());

  async #read(): Promise<void> {
    for (;;) {
      const stored = await this.#store.entries(sessionsConversation, { after: this.sequence, limit: page });
      for (const { entry } of stored) this.#take(entry);
      if (stored.length < page) return;
    }
  }

  #take({ sequence, at, body }: Entry): void {
    if (sequence !== this.sequence + 1) return; // a reader beside this one was faster
    for (const fact of body.facts) {
      if (fact.fact === 'session-closed') this.#rows.delete(fact.session);
      if (fact.fact !== 'session-opened') continue;
      const { session, principal: person, passkey, counter, until } = fact;
      this.#forget(at);
      this.#rows.set(session, { session, person, passkey, openedAt: at, until });
      this.#counters.set(passkey, Math.max(counter, this.#counters.get(passkey) ?? 0));
    }
    this.sequence = sequence;
  }

  /** What had ended when another one was opened is not needed any more. */
  #forget(at: number): void {
    for (const [session, { until }] of this.#rows) if (until <= at) this.#rows.delete(session);
  }
}
