import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLedger, type Ledger } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { sessionCookie } from '../../src/server/security/cookies.ts';
import { type ServeProcess, serveProcess } from '../support/serve-process.ts';
import { sessionOf } from '../support/session-of.ts';
import { available } from '../support/skip.ts';
import { hearback } from './cli.ts';

const opened: { readonly end: () => unknown }[] = [];
afterEach(async () => {
  for (const { end } of opened.splice(0).reverse()) await end();
});

/** A ledger in a file, and this process beside the server's at it. */
function office(): { readonly path: string; readonly ledger: Ledger } {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-serve-'));
  const path = join(folder, 'office.ledger');
  const store = openSqlite(path);
  const ledger = createLedger({ store });
  opened.push({ end: () => rmSync(folder, { recursive: true, force: true }) }, { end: () => ledger.close() });
  return { path, ledger };
}

async function served(path: string, ...args: readonly string[]): Promise<ServeProcess> {
  const server = await serveProcess([
    '--ledger',
    path,
    ...(args.includes('--port') ? [] : ['--port', '0']),
    ...args,
  ]);
  opened.push({ end: () => server.end('SIGKILL') });
  return server;
}

/** The cookie of somebody who has signed in. */
async function signedIn(ledger: Ledger, person: string): Promise<{ readonly cookie: string }> {
  return { cookie: `${sessionCookie}=${await sessionOf(ledger, person)}` };
}

test('it says where it is, answers at every name of this machine, and stops when it is told to', async () => {
  const { path } = office();
  const server = await served(path);
  for (const host of ['localhost', '127.0.0.1']) {
    const { status } = await fetch(`http://${host}:${server.port}/ready`);
    expect(status).toBe(200);
  }
  expect(await server.end('SIGTERM')).toBe(0);
  expect(server.log().at(-1)).toMatchObject({ event: 'stopped' });
});

test('after kill -9 a person is still signed in, and a form of the page before still counts', async () => {
  const { path, ledger } = office();
  const before = await served(path);
  const who = await signedIn(ledger, 'm.okafor');
  const page = await (await fetch(`${before.origin}/account`, { headers: who })).text();
  expect(page).toContain('m.okafor');
  await before.end('SIGKILL');

  const after = await served(path, '--port', String(before.port));
  expect((await fetch(`${after.origin}/account`, { headers: who })).status).toBe(200);
  const [, form = '', digest = ''] =
    /name="_form" value="([^"]+)"><input type="hidden" name="_digest" value="([^"]+)"/.exec(page) ?? [];
  const sent = await fetch(`${after.origin}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...who, origin: after.origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ _form: form, _digest: digest }),
  });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sign-in']);
  const then = await fetch(`${after.origin}/account`, { headers: who, redirect: 'manual' });
  expect(then.status).toBe(303);
});

test('the foot of a page says which ledger it is and that its chain held, to nobody who is not signed in', async () => {
  const { path, ledger } = office();
  const server = await served(path);
  const headers = await signedIn(ledger, 'm.okafor');
  while (!server.log().some(({ event }) => event === 'verified')) await sleep(20);
  const page = await (await fetch(`${server.origin}/account`, { headers })).text();
  const foot = (/<footer[\s\S]*<\/footer>/.exec(page)?.[0] ?? '').replaceAll(/<[^>]*>/g, '');
  expect(foot).toMatch(/Ledger office\.ledger\. Its chain held when this server verified it, at 2\d{3}-/);
  expect(await (await fetch(`${server.origin}/sign-in`)).text()).not.toContain('office.ledger');
});

test('a person who is revoked by another process is out at the next request', async () => {
  const { path, ledger } = office();
  const { origin } = await served(path);
  const headers = await signedIn(ledger, 'm.okafor');
  expect((await fetch(`${origin}/account`, { headers })).status).toBe(200);
  hearback(['person', 'revoke', 'm.okafor', '--ledger', path]);
  expect((await fetch(`${origin}/account`, { headers, redirect: 'manual' })).status).toBe(303);
});

test('it writes down by itself what time has changed', async () => {
  const { path, ledger } = office();
  await served(path, '--sweep', '1');
  const scheduler = ledger.as({ principal: 'office', agents: ['scheduler'] });
  const line = 'RW1 HO scheduler-1 from=scheduler to=payer item=inv:1 ask=REVIEW';
  await scheduler.send(line, { readbackBy: Date.now() + 500 });
  const until = Date.now() + 15_000;
  for (let overdue = false; !overdue && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const entries = await scheduler.thread();
    overdue = entries.length > 1;
  }
  expect((await scheduler.thread()).length).toBeGreaterThan(1);
});

const refusals: readonly (readonly [args: string, says: RegExp])[] = [
  ['--host 0.0.0.0 --origin http://192.0.2.1:8417', /not this machine alone/],
  ['--host 0.0.0.0 --behind-proxy', /--origin https/],
  ['--host 0.0.0.0 --behind-proxy --origin http://console.example', /over https/],
  ['--origin http://console.example', /over https/],
  ['--origin http://localhost:1/path', /no origin/],
  ['--tls-cert cert.pem', /given together/],
  ['--port 70000', /at most 65535/],
  ['--webhook http://example.org/hook', /https address/],
  ['--webhook https://example.org/hook', /HEARBACK_WEBHOOK_SECRET/],
];

test.each(refusals)('%s does not start', async (args, says) => {
  const { path } = office();
  const started = served(path, ...args.split(' '));
  await expect(started).rejects.toThrow(says);
  await expect(started).rejects.toThrow('it ended with 2');
});

test('a config file with an executor or a source that cannot be made does not start', async () => {
  const { path } = office();
  const config = join(path, '../hearback.json');
  for (const wrong of [{ executors: { PAY: { kind: 'comand' } } }, { sources: [{ kind: 'jason' }] }]) {
    writeFileSync(config, JSON.stringify(wrong));
    await expect(served(path, '--config', config)).rejects.toThrow(/it ended with 2: .*hearback\.json/s);
  }
});

test('one whose source is the approvals of the ledger does', async () => {
  const { path } = office();
  const config = join(path, '../hearback.json');
  writeFileSync(config, JSON.stringify({ sources: [{ kind: 'approvals' }] }));
  expect((await served(path, '--config', config)).origin).toMatch(/^http:/);
});

test('a port that is taken is told, with what to do', async () => {
  const { path } = office();
  const { port } = await served(path);
  const second = served(path, '--port', String(port));
  await expect(second).rejects.toThrow(/it ended with 2: .*cannot listen .*EADDRINUSE.*--port/s);
});

test('nothing secret is logged, and every line of the log is one object', async () => {
  const { path, ledger } = office();
  const server = await served(path);
  const canary = 'CANARY0123456789abcdef';
  const headers = {
    cookie: `${sessionCookie}=${canary}`,
    authorization: `Bearer hbk_${canary}`,
    'user-agent': canary,
  };
  const who = await signedIn(ledger, 'm.okafor');
  await fetch(`${server.origin}/enrol/${canary}?x=${canary}`, { headers });
  await fetch(`${server.origin}/${canary}`, { headers: { ...headers, ...who } });
  await fetch(`${server.origin}/sign-in?to=/${canary}`, { method: 'POST', headers, body: canary });
  await fetch(`${server.origin}/api/v1/${canary}?${canary}`, { method: 'POST', headers, body: canary });
  await server.end('SIGTERM');
  expect(server.log().length).toBeGreaterThan(4);
  expect(server.written()).not.toContain(canary);
  expect(server.written()).not.toContain(who.cookie.split('=')[1]);
});

const hasOpenssl = available('openssl', () =>
  spawnSync('openssl', ['version']).status === 0 ? true : undefined,
);

/** What a server answers over TLS to somebody who trusts its certificate. */
function over(
  port: number,
  ca: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: 'localhost', port, path: '/ready', ca, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer);
    }).on('error', reject);
  });
}

test.skipIf(!hasOpenssl)(
  'with a certificate it answers over TLS alone, to its own origin alone',
  async () => {
    const { path } = office();
    const [cert, key] = [`${path}.cert`, `${path}.key`];
    const words =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
    const made = [
      ...words.split(' '),
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      cert,
    ];
    expect(spawnSync('openssl', made).status).toBe(0);
    chmodSync(key, 0o600);
    const { origin, port } = await served(path, '--tls-cert', cert, '--tls-key', key);
    expect(origin).toBe(`https://localhost:${port}`);
    const ca = readFileSync(cert, 'utf8');
    const { statusCode, headers } = await over(port, ca);
    expect([statusCode, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    expect((await over(port, ca, { origin: `http://localhost:${port}` })).statusCode).toBe(403);
    await expect(fetch(`http://localhost:${port}/ready`)).rejects.toThrow();
  },
);
