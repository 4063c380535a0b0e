import type { Ledger } from '../ledger/ledger.ts';
import type { Store } from '../ledger/store.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { ServerParts, ServerSettings } from './env.ts';
import { createEvents } from './events/create.ts';
import { createPeople } from './people/people.ts';
import { createSessions } from './people/sessions.ts';
import { createForms } from './security/forms.ts';
import type { Log } from './security/log.ts';

/** What a server is made of. */
export interface PartsOptions {
  readonly ledger: Ledger;
  readonly store: Store;
  readonly settings: ServerSettings;
  readonly profiles?: Profiles;
  /** Milliseconds, by the ledger's clock. */
  readonly clock: () => number;
  /** Takes what happens; nothing unless given. */
  readonly log?: Log;
}

/** The parts that every route is given. */
export function createParts(options: PartsOptions): ServerParts {
  const { ledger, store, settings, clock, profiles = builtIn, log = () => undefined } = options;
  return {
    ledger,
    store,
    profiles,
    clock,
    people: createPeople(ledger.people),
    sessions: createSessions(ledger.people, clock),
    forms: createForms(),
    events: createEvents(store),
    log,
    settings,
  };
}
