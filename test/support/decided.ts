import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Store } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import type { ServerSettings } from '../../src/server/env.ts';
import { sessionCookie } from '../../src/server/security/cookies.ts';
import { type Running, startServer } from '../../src/server/start.ts';
import { type Visit, visit } from './browser.ts';
import { at } from './ledger/lines.ts';
import { type Clock, type Office, officeAt } from './ledger/office.ts';
import { sessionOf } from './session-of.ts';

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
    arrive: (browser, person, options) => arriveAt(office, browser, person, options),
    close: () => server.close(),
  };
}

/** A browser of its own in which a person is signed in, by the cookie of a session at an office's ledger. */
export async function arriveAt(
  { ledger }: Pick<Office, 'ledger'>,
  browser: Browser,
  person: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const arrived = await visit(browser, options);
  arrived.context.setDefaultTimeout(20_000);
  const shared = {
    path: '/',
    domain: 'localhost',
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
  } as const;
  await arrived.context.addCookies([
    { name: sessionCookie, value: await sessionOf(ledger, person), ...shared },
  ]);
  return arrived;
}

/** A console over a SQLite ledger in a process of its own. */
export interface ConsoleProcess {
  readonly port: number;
  /** Kills it as it stands (SIGKILL). */
  kill(): Promise<void>;
}

/** Starts one, at the port that is given or at any; it reports ready with its port. */
export async function consoleProcess(path: string, { now }: Clock, port = 0): Promise<ConsoleProcess> {
  const program = fileURLToPath(new URL('console-process.ts', import.meta.url));
  const flags = ['--conditions=hearback-source', '--disable-warning=ExperimentalWarning'];
  const child: ChildProcess = spawn(process.execPath, [...flags, program, path, String(port), String(now)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const told = await Promise.race([
    once(child.stdout as NodeJS.EventEmitter, 'data'),
    exited.then(() => null),
  ]);
  if (told === null) throw new Error('the console ended before it was ready');
  return {
    port: Number(String(told[0])),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
