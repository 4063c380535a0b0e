import type { Context, Hono } from 'hono';
import type { Source } from '../act/records/rows.ts';
import type { ActTool } from '../act/tool.ts';
import type { Sources } from '../evidence/source.ts';
import type { Handle, Ledger } from '../ledger/ledger.ts';
import type { Store } from '../ledger/store.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { Events } from './events/events.ts';
import type { People } from './people/people.ts';
import type { Session, Sessions } from './people/sessions.ts';
import type { Forms, Submitted } from './security/forms.ts';
import type { Log } from './security/log.ts';

/** What every route is given: the ledger, who may look at it, and how this server is set up. */
export interface ServerParts {
  readonly ledger: Ledger;
  /** The ledger's store, for what is read over all conversations; nothing is written past the ledger. */
  readonly store: Store;
  readonly profiles: Profiles;
  /** Milliseconds since 1970, as near to the ledger's clock as one process knows it: for showing and for sessions, never for an act. */
  readonly clock: () => number;
  readonly people: People;
  readonly sessions: Sessions;
  readonly forms: Forms;
  readonly events: Events;
  readonly log: Log;
  readonly settings: ServerSettings;
}

export interface ServerSettings {
  /** Where people open the console, as `http://localhost:8417`: passkeys belong to its host. */
  readonly origin: string;
  /** Every Host header that is answered, with its port; anything else is refused. */
  readonly hosts: readonly string[];
  /** The act tool at a handle; absent where nothing is configured, and then nothing is prepared or run from here. */
  readonly actTool?: (handle: Handle) => Promise<ActTool>;
  /** The policy file: limits, two persons, payment runs. */
  readonly policyFile?: string;
  /** What the tool's own records say of a handoff, shown beside it to whoever decides. */
  readonly records?: Records;
  /** The documents that lines point at. */
  readonly documents?: Sources;
  /** What signed-in people are told of the ledger at the foot of every page; nothing unless given. */
  readonly standing?: () => Standing;
  /** A proxy that ends TLS stands in front, and its X-Forwarded-For is believed. */
  readonly behindProxy?: boolean;
  /** Requests a minute that one address, session or principal may make; see security/limits.ts. */
  readonly limits?: Partial<Readonly<Record<'signIn' | 'post' | 'api', number>>>;
}

/** What this server knows of its ledger as a whole. */
export interface Standing {
  /** What people call it: never with a secret, nor with where it lies on this machine. */
  readonly ledger: string;
  /** What came of verifying its chain when the server started: still under way, impossible, or done at a moment. */
  readonly verified: 'running' | 'failed' | { readonly at: number; readonly holds: boolean };
}

/** The records of the side that acts, as a handle may read them. */
export type Records = (handle: Handle) => Source;

/** What middleware leaves for the routes behind it. */
export interface Env {
  Variables: {
    /** The signed-in person's session; null for nobody's, and always null under /api. */
    session: Session | null;
    /** The principal of the signed-in person. */
    person: string | null;
    /** What a signed-in person is told of the ledger. */
    standing: Standing | null;
    /** Of /api: the caller's hands on the conversation that it named. */
    handle: Handle | null;
    /** Of a POST from a page: its fields, once its token was found to be of this session, this path and `digest`. */
    form: Submitted | null;
    /** The code of the problem that the answer tells, for the log. */
    code: string | undefined;
  };
}

/** The routes of one part of the server. */
export type Routes = (parts: ServerParts) => Hono<Env>;

/**
 * The signed-in person's hands on a conversation: what is done with them is that person's, and is refused once the passkey
 * or the person is revoked. Null for a conversation that is not the person's: answer 404.
 */
export async function handsOn(
  { people }: ServerParts,
  c: Context<Env>,
  conversation: string,
): Promise<Handle | null> {
  const session = c.get('session');
  return session === null ? null : people.handle(session, conversation);
}
