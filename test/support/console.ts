import { randomBytes } from 'node:crypto';
import type { Hono } from 'hono';
import { createLedger, type Ledger, type Store } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { createApp } from '../../src/server/app.ts';
import type { Env, ServerParts, ServerSettings } from '../../src/server/env.ts';
import { createParts } from '../../src/server/parts.ts';
import type { Session } from '../../src/server/people/sessions.ts';
import { sessionCookie } from '../../src/server/security/cookies.ts';
import { formFields } from '../../src/server/security/forms.ts';
import type { Logged } from '../../src/server/security/log.ts';

const host = 'localhost:8417';

/** A console without a socket: requests go to the app as they would arrive. */
export interface TestConsole {
  readonly ledger: Ledger;
  readonly store: Store;
  readonly parts: ServerParts;
  readonly app: Hono<Env>;
  /** What was logged. */
  readonly logged: Logged[];
  /** The clock of the ledger and the server, in milliseconds. */
  now: number;
  /** One request; a path, or a whole address. Host and the rest are a browser's unless given. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Somebody with a passkey, signed in. The person may open every conversation unless some are named. */
  signIn(person: string, conversations?: readonly string[]): Promise<Reader>;
  close(): Promise<void>;
}

/** Fields of a form; several values for one that stands in it several times. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A signed-in person at a browser without scripts. */
export interface Reader {
  readonly session: Session;
  get(path: string): Promise<Response>;
  /** The text of a page. */
  read(path: string): Promise<string>;
  /** Sends the form of a page that posts to `path`: its hidden fields as they stand in `html`, and these. */
  submit(html: string, path: string, fields?: Fields): Promise<Response>;
  /** Sends a form that says `digest` was shown; `fields` may replace the token. */
  post(path: string, digest: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
}

export interface TestConsoleOptions {
  readonly store?: Store;
  readonly now?: number;
  readonly settings?: Partial<ServerSettings>;
}

/** Opens a console over a ledger in memory, or over `store`. */
export function openConsole({
  store = openMemory(),
  now = Date.UTC(2026, 9, 1, 9),
  settings = {},
}: TestConsoleOptions = {}): TestConsole {
  const clock = (): number => opened.now;
  const ledger = createLedger({ store, clock });
  const logged: Logged[] = [];
  const parts = createParts({
    ledger,
    store,
    clock,
    settings: { origin: `http://${host}`, hosts: [host, '127.0.0.1:8417', '[::1]:8417'], ...settings },
    log: (event) => logged.push(event),
  });
  const app = createApp(parts);
  const request: TestConsole['request'] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    const url = new URL(path, `http://${host}`);
    if (!headers.has('host')) headers.set('host', url.host);
    if (typeof init.body === 'string') headers.set('content-length', String(Buffer.byteLength(init.body)));
    return app.request(url.href, { ...init, headers });
  };
  const opened: TestConsole = {
    ledger,
    store,
    parts,
    app,
    logged,
    now,
    request,
    signIn: async (person, conversations) => {
      const conversation = conversations === undefined ? {} : { conversation: conversations };
      const { secret } = await ledger.people.invite({
        person,
        life: 60_000,
        by: 'operator',
        ...conversation,
      });
      const passkey = randomBytes(16).toString('base64url');
      await ledger.people.enrol(secret, { id: passkey, publicKey: 'none', counter: 0, copied: false });
      const session = await parts.sessions.open({ passkey, counter: 0 });
      if (session === null) throw new Error(`${person} could not sign in`);
      return readerOf(parts, request, session);
    },
    close: async () => {
      parts.events.close();
      await ledger.close();
    },
  };
  return opened;
}

function readerOf(parts: ServerParts, request: TestConsole['request'], session: Session): Reader {
  const cookie = `${sessionCookie}=${session.secret}`;
  const browser = { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
  const send = (path: string, fields: Fields): Promise<Response> =>
    request(path, {
      method: 'POST',
      headers: { ...browser, origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        Object.entries(fields).flatMap(([name, values]) =>
          [values].flat().map((value): [string, string] => [name, value]),
        ),
      ).toString(),
    });
  const get = (path: string): Promise<Response> => request(path, { headers: browser });
  return {
    session,
    get,
    read: async (path) => (await get(path)).text(),
    submit: (html, path, fields = {}) => send(path, { ...hiddenIn(html, path), ...fields }),
    post: (path, digest, fields = {}) =>
      send(path, {
        [formFields.token]: parts.forms.make(session, path, digest),
        [formFields.digest]: digest,
        ...fields,
      }),
  };
}

/** The hidden fields of the form that posts to a path. Throws where the page has none. */
export function hiddenIn(html: string, path: string): Record<string, string> {
  const forms = html.match(/<form\b[^>]*>[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => attribute(/<form\b[^>]*>/.exec(one)?.[0] ?? '', 'action') === path);
  if (form === undefined) throw new Error(`the page has no form for ${path}`);
  const inputs = (form.match(/<input\b[^>]*>/g) ?? []).filter((one) => attribute(one, 'type') === 'hidden');
  return Object.fromEntries(
    inputs.map((one) => [attribute(one, 'name') ?? '', attribute(one, 'value') ?? '']),
  );
}

function attribute(tag: string, name: string): string | null {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? null : unescaped(value);
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** The challenge that a page holds for its script to have signed. Throws for a page that holds none. */
export function challengeIn(html: string): string {
  const [, data = 'null'] = /data-options="([^"]*)"/.exec(html) ?? [];
  return (JSON.parse(unescaped(data)) as { readonly challenge: string }).challenge;
}

function unescaped(text: string): string {
  return text.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}
