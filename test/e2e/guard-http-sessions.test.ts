import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GuardOffice } from '../support/mcp/guard-office.ts';
import { type HttpGuard, told } from '../support/mcp/http-guard.ts';
import { WebServer } from '../support/mcp/web-server.ts';

let office: GuardOffice;
let server: WebServer;
let guard: HttpGuard;
beforeAll(async () => {
  server = await WebServer.open();
  office = await GuardOffice.open();
  await office.add('clerk');
  office.server = [server.address];
  await office.init('web');
  guard = await office.http('web', '--origin', 'https://mcp.example', '--console', 'https://console.example');
}, 30_000);
afterAll(async () => {
  await office.close();
  server.close();
});

describe('a guard over HTTP in front of a server over HTTP', () => {
  test('runs what was confirmed, once, and never gives it the caller’s key', async () => {
    const { client } = await guard.client('treasury');
    const { token } = await told(client, 'pay', { to: 'marlow' });
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    expect(await office.confirm(String(token))).toBe(0);
    for (const repeat of [false, true])
      expect(await told(client, 'hearback_commit', { token })).toMatchObject({ outcome: 'executed', repeat });
    expect(server.paid).toEqual([{ to: 'marlow' }]);
    expect([...server.authorizations]).toEqual([undefined]);
    await client.close();
  });

  test('ends its session there with that of its client', async () => {
    const { client, transport } = await guard.client('treasury');
    const session = server.sessions.at(-1);
    await client.listTools();
    expect(server.ended).not.toContain(session);
    await transport.terminateSession();
    await vi.waitFor(() => expect(server.ended).toContain(session), { timeout: 30_000 });
  });

  test('asks a client of 2025-11-25 that opens addresses by the error of that version', async () => {
    const { client } = await guard.client('treasury', { capabilities: { elicitation: { url: {} } } });
    await expect(client.callTool({ name: 'pay', arguments: { to: 'morris' } })).rejects.toMatchObject({
      code: -32_042,
      data: {
        elicitations: [
          { mode: 'url', url: expect.stringMatching(/^https:\/\/console\.example\/statements\//) },
        ],
      },
    });
    expect(await told(client, 'pay', { to: 'morris' })).toMatchObject({ outcome: 'waiting' });
  });

  test('leaves it unknown where the server ends in the middle, and asks it nothing again', async () => {
    const { client } = await guard.client('treasury');
    const { token } = await told(client, 'pay', { to: 'mallory' });
    expect(await office.confirm(String(token))).toBe(0);
    server.breaks = true;
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ outcome: 'unknown' });
    server.breaks = false;
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ outcome: 'unknown' });
    expect(server.paid).toEqual([{ to: 'marlow' }, { to: 'mallory' }]);
    await client.close();
  });

  test('serves agents of different keys at once, who neither see, run nor discard each other’s calls', async () => {
    const [one, other] = await Promise.all([guard.client('treasury'), guard.client('clerk')]);
    const [own, others] = await Promise.all([
      told(one.client, 'pay', { to: 'moreau' }),
      told(other.client, 'pay', { to: 'moreau' }),
    ]);
    expect(own['token']).not.toBe(others['token']);
    const { token } = own;
    expect(await office.confirm(String(token))).toBe(0);
    for (const name of ['hearback_status', 'hearback_commit', 'hearback_abandon']) {
      const refused = await told(other.client, name, { token });
      expect(refused).toMatchObject({ outcome: 'refused', reason: 'not-yours' });
      expect(JSON.stringify(refused)).not.toContain('moreau');
    }
    expect(await told(one.client, 'hearback_commit', { token })).toMatchObject({ outcome: 'executed' });
    expect(await told(other.client, 'hearback_commit', { token: others['token'] })).toMatchObject({
      reason: 'unconfirmed',
    });
    expect(server.paid.filter((paid) => JSON.stringify(paid).includes('moreau'))).toHaveLength(1);
  });
});

describe('behind a proxy that is named with --origin', () => {
  const own = (): string => `127.0.0.1:${guard.address.port}`;
  test.each<[string, () => string, string | null, number]>([
    ['the proxy’s name', () => 'mcp.example', null, 200],
    ['the proxy’s name and origin', () => 'mcp.example', 'https://mcp.example', 200],
    ['its own name', own, null, 200],
    ['the proxy’s name and another origin', () => 'mcp.example', 'https://evil.example', 403],
    ['the proxy’s name and its origin without TLS', () => 'mcp.example', 'http://mcp.example', 403],
    [
      'the proxy’s name and one that begins like its origin',
      () => 'mcp.example',
      'https://mcp.example.evil',
      403,
    ],
    ['the proxy’s name and no origin at all', () => 'mcp.example', 'null', 403],
    ['its own name and the origin of the proxy', own, 'https://mcp.example', 403],
    ['the proxy’s name at another port', () => 'mcp.example:8443', null, 403],
    ['another name that leads to this machine', () => `rebound.example:${guard.address.port}`, null, 403],
    ['another name, as its own origin', () => 'evil.example', 'https://evil.example', 403],
    ['every address of this machine', () => `0.0.0.0:${guard.address.port}`, null, 403],
  ])('under %s: %#', async (_, host, origin, status) => {
    expect(await guard.statusAt(host(), 'treasury', origin === null ? {} : { origin })).toBe(status);
  });

  test.each([
    [['--http', '0', '--origin', 'mcp.example'], 'is no origin'],
    [['--http', '0', '--origin', 'https://mcp.example/path'], 'is no origin'],
    [['--origin', 'https://mcp.example'], '--origin goes with --http'],
  ])('nothing starts with %j', async (options, why) => {
    const args = ['guard', '--policy', 'web.guard.json', ...options, '--upstream', server.address];
    const { status, stderr } = await office.office.process(null, ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
  });
});

test('64 sessions are served at once, 48 of one principal; another is told why it is not, and gets the place of one that ends', async () => {
  const full = await office.http('web');
  const authorization = full.bearer('treasury');
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const openedBy = async (bearer: string): Promise<string> => {
    const response = await full.post({ authorization: bearer });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('serverInfo')]);
    return response.headers.get('mcp-session-id') ?? '';
  };
  const opened = (): Promise<string> => openedBy(authorization);
  const sessions: string[] = [];
  for (let at = 0; at < 6; at++) sessions.push(...(await Promise.all(Array.from({ length: 8 }, opened))));
  expect(new Set(sessions).size).toBe(48);
  const served = sessions.map((id) => full.status({ authorization, 'mcp-session-id': id }, list));
  expect(new Set(await Promise.all(served))).toEqual(new Set([200]));
  const refused = await full.post({ authorization });
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('no room for another session'),
  ]);
  const clerk = full.bearer('clerk');
  for (let at = 0; at < 2; at++) await Promise.all(Array.from({ length: 8 }, () => openedBy(clerk)));
  expect(await full.status({ authorization: clerk })).toBe(503);
  const [first = ''] = sessions;
  const ended = { authorization, 'mcp-session-id': first };
  expect((await fetch(full.address, { method: 'DELETE', headers: ended })).status).toBe(200);
  expect(await full.status(ended, list)).toBe(404);
  await opened();
  expect(await full.status({ authorization })).toBe(503);
}, 30_000);
