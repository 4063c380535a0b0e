import { describe, expect, test } from 'vitest';
import { McpOffice, versions } from '../support/mcp.ts';

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

function post(headers: Readonly<Record<string, string>> = {}, path = '/mcp', body = ping): Request {
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Request(`http://127.0.0.1:3333${path}`, {
    method: 'POST',
    headers: { ...usual, ...headers },
    body,
  });
}

const office = await McpOffice.open();
await office.ledger.principals
  .add({ principal: 'clerk', agents: ['clerk'], conversation: 'october', by: 'test' })
  .then(({ key }) => office.keys.set('clerk', key));
const status = async (principal: string | null, request: Request) =>
  (await office.fetch(principal, request)).status;

describe('a request is answered only where it was meant to go (T13)', () => {
  test.each([
    ['127.0.0.1:3333', 200],
    ['localhost:3333', 200],
    ['LOCALHOST:3333', 403],
    ['[::1]:3333', 200],
    ['localhost.:3333', 403],
    ['127.0.0.1.nip.io:3333', 403],
    ['evil.example:3333', 403],
    ['0.0.0.0:3333', 403],
    ['[::]:3333', 403],
    ['127.0.0.1:3334', 403],
    ['127.0.0.1', 403],
    ['127.0.0.1:3333.evil.example', 403],
  ])('with Host %s: %i', async (host, expected) => {
    expect(await status('treasury', post({ host }))).toBe(expected);
  });

  test.each([
    ['http://127.0.0.1:3333', 200],
    ['http://localhost:3333', 403], // right, and not the Host that was asked
    ['https://127.0.0.1:3333', 403],
    ['http://localhost:3334', 403],
    ['http://evil.example', 403],
    ['http://localhost.:3333', 403],
    ['http://127.0.0.1.nip.io:3333', 403],
    ['null', 403],
    ['', 403],
  ])('with Origin %s: %i', async (origin, expected) => {
    expect(await status('treasury', post({ origin }))).toBe(expected);
  });

  test('whoever has no key learns nothing of hosts and origins that are right', async () => {
    expect(await status(null, post({ origin: 'http://evil.example' }))).toBe(403);
    expect(await status(null, post())).toBe(401);
  });
});

describe('the key of the request is who calls (T15)', () => {
  test('without a key, with one of nobody, with a person’s', async () => {
    const none = await office.fetch(null, post());
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const unknown = await office.fetch(
      null,
      post({ authorization: `Bearer hbk_0123456789abcdef_${'A'.repeat(43)}` }),
    );
    expect([unknown.status, unknown.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
    expect(await status('m.okafor', post())).toBe(403);
    expect(await status('treasury', post())).toBe(200);
  });

  test('a session of one with the key of another, or of the same, is refused: there are none', async () => {
    const opened = await office.fetch('treasury', post({}, '/mcp', initialize));
    expect(opened.status).toBe(200);
    expect(opened.headers.get('mcp-session-id')).toBeNull();
    for (const principal of ['ap-office', 'treasury'])
      expect(await status(principal, post({ 'mcp-session-id': 'of-treasury' }))).toBe(403);
    expect(await status(null, post({ 'mcp-session-id': office.keys.get('treasury') ?? '' }))).toBe(403);
  });

  test('a key in the address or in a cookie is none', async () => {
    const key = office.keys.get('treasury') as string;
    expect(await status(null, post({}, `/mcp?key=${key}&access_token=${key}`))).toBe(401);
    expect(await status(null, post({ cookie: `key=${key}` }))).toBe(401);
  });

  test('a key that was revoked is nobody’s at its next request', async () => {
    const key = await office.ledger.principals.add({ principal: 'temp', agents: ['temp'], by: 'test' });
    office.keys.set('temp', key.key);
    expect(await status('temp', post())).toBe(200);
    await office.ledger.principals.revoke('temp');
    expect(await status('temp', post())).toBe(401);
  });

  test('the address names a conversation, which has to be the principal’s', async () => {
    expect(await status('clerk', post())).toBe(200);
    expect(await status('clerk', post({}, '/mcp/october'))).toBe(200);
    expect(await status('clerk', post({}, '/mcp/november'))).toBe(401);
    expect(await status('clerk', post({}, '/mcp/%20'))).toBe(401);
    for (const path of ['/', '/mcp/', '/mcp/a/b', '/mcpx', '/mcp/%zz'])
      expect(await status('treasury', post({}, path))).toBe(404);
  });
});

test.each(versions)('the official client of %s is served, and two principals are two', async (version) => {
  const [treasury, desk] = [
    await office.agent('treasury', version),
    await office.agent('ap-office', version),
  ];
  expect(treasury.client.getNegotiatedProtocolVersion()).toBe(version);
  const line = `RW1 ST payer-${version.slice(0, 4)} from=payer to=scheduler item=inv:1`;
  expect(await desk.call('send', { line })).toMatchObject({ outcome: 'refused', reason: 'identity' });
  expect(await treasury.call('send', { line })).toMatchObject({ outcome: 'accepted' });
  await Promise.all([treasury.client.close(), desk.client.close()]);
});

test('a body that is no JSON, and one that is too large, are refused without harm', async () => {
  expect(await status('treasury', post({}, '/mcp', '{'))).toBe(400);
  expect(await status('treasury', post({}, '/mcp', `"${'x'.repeat(5_000_000)}"`))).toBe(413);
  expect(await status('treasury', post({ 'content-type': 'text/plain' }))).toBe(415);
  expect(await status('treasury', new Request('http://127.0.0.1:3333/mcp'))).toBe(405);
  expect(await status('treasury', post())).toBe(200);
});

const initialize = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});
