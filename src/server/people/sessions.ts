import type { People } from '../../ledger/people/people.ts';
import type { SessionRow } from '../../ledger/people/sessions.ts';

/** A person's session on the console: opened with a passkey, ended by time, by sign-out or by a revocation. */
export interface Session extends Omit<SessionRow, 'session'> {
  /** The hash of its secret: names it, and opens nothing. */
  readonly id: string;
  /** What the cookie holds, 128 random bits; kept nowhere but there. */
  readonly secret: string;
}

/** The sessions of the console: the ledger's, which end sooner when nobody uses them. */
export interface Sessions {
  /** Opens one for the person of a passkey that has just been verified; null where it does not hold, or was copied. */
  open(signedIn: { readonly passkey: string; readonly counter: number }): Promise<Session | null>;
  /** The session of a cookie, which is used by it unless said; null for none, an idle, an ended and a revoked one. */
  find(secret: string, options?: { readonly isUse?: boolean }): Promise<Session | null>;
  /** Whether it holds still; that is no use of it. */
  holds(session: Session): Promise<boolean>;
  close(session: Session): Promise<void>;
}

/** How long a session lives unused, and how long at most; milliseconds (T14). */
export const sessionLife = { idle: 1_800_000, absolute: 43_200_000 } as const;

/**
 * When each session was used last is known to each server for itself: one that a server has not seen used, also since it
 * was started, counts from its opening. So it may end too soon, and never too late.
 */
export function createSessions(people: People, clock: () => number): Sessions {
  const used = new Map<string, number>();
  const isIdle = ({ session, openedAt }: SessionRow): boolean =>
    clock() - (used.get(session) ?? openedAt) >= sessionLife.idle;
  const found = async (secret: string): Promise<SessionRow | null> => {
    const row = await people.sessions.find(secret);
    return row === null || isIdle(row) || clock() >= row.until ? null : row;
  };
  return {
    open: async (signedIn) => {
      const row = await people.sessions.open({ ...signedIn, life: sessionLife.absolute });
      if (row === null) return null;
      for (const [id, at] of used) if (clock() - at >= sessionLife.idle) used.delete(id);
      used.set(row.session, clock());
      return { ...named(row), secret: row.secret };
    },
    find: async (secret, { isUse = true } = {}) => {
      const row = await found(secret);
      if (row === null) return null;
      if (isUse) used.set(row.session, clock());
      return { ...named(row), secret };
    },
    holds: async ({ secret }) => (await found(secret)) !== null,
    close: async ({ id }) => {
      used.delete(id);
      await people.sessions.close(id);
    },
  };
}

function named({ session: id, person, passkey, openedAt, until }: SessionRow): Omit<Session, 'secret'> {
  return { id, person, passkey, openedAt, until };
}
