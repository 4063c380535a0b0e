import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Store } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import type { ServerSettings } from '../../src/server/env.ts';
import { sessionCookie } from '../../src/server/security/cookies.ts';
import { type Running, startServer } from '../../src/server/start.ts';
import { type Visit, visit } from './browser.ts';
import { at } from './ledger/lines.ts';
import { type Clock, type Office, officeAt } from './ledger/office.ts';

/** A console on this machine, with the people and machines of the scenarios at its ledger. */
export interface Decided {
  readonly origin: string;
  readonly office: Office;
  readonly store: Store;
  /** A browser of its own in which a person is signed in. */
  arrive(browser: Browser, person: string, options?: BrowserContextOptions): Promise<Visit>;
  close(): Promise<void>;
}

interface DecidedOptions {
  readonly store?: Store;
  readonly settings?: Partial<ServerSettings>;
  readonly clock?: Clock;
  readonly port?: number;
}

/** Serves the console at a port of its own, at two in the afternoon of the day on which it all happens. */
export async function decide({
  store = openMemory(),
  settings = {},
  clock = { now: at('14:00:00') },
  port = 0,
}: DecidedOptions = {}): Promise<Decided> {
  const office = officeAt(store, {}, clock);
  const server: Running = await startServer({
    ledger: office.ledger,
    store,
    clock: () => clock.now,
    settings: { limits: { post: 10_000 }, ...settings },
    place: { hosts: ['127.0.0.1'], port },
  });
  const origin = `http://localhost:${server.port}`;
  return {
    ...{ origin, office, store },
    arrive: async (browser, person, options = {}) => {
      const arrived = await visit(browser, options);
      const { people } = office.ledger;
      const { secret } = await people.invite({ person, life: 60_000, by: 'operator' });
      const passkey = randomBytes(16).toString('base64url');
      await people.enrol(secret, { id: passkey, publicKey: 'none', counter: 0, copied: false });
      const session = await server.parts.sessions.open({ passkey, counter: 0 });
      if (session === null) throw new Error(`${person} could not sign in`);
      const shared = {
        path: '/',
        domain: 'localhost',
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
      } as const;
      await arrived.context.addCookies([{ name: sessionCookie, value: session.secret, ...shared }]);
      return arrived;
    },
    close: () => server.close(),
  };
}
