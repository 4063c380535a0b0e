import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bothEras, GuardOffice } from '../support/mcp/guard-office.ts';
import { type HttpGuard, told } from '../support/mcp/http-guard.ts';

const version = '2026-07-28';
const given = { to: 'Marlow', amount: 5400.5 };
const another = { ...given, to: 'Mallory' };
const third = { ...given, to: 'Moreau' };

let office: GuardOffice;
let guard: HttpGuard;
beforeAll(async () => {
  office = await GuardOffice.open();
  await office.add('clerk');
  office.server = bothEras;
  await office.init('bank');
  guard = await office.http('bank', '--console', 'https://console.example');
}, 30_000);
afterAll(() => office.close());

/** How often the server was started, but for `guard init`. */
function started(): number {
  return readFileSync(office.path('started.jsonl'), 'utf8').trim().split('\n').length - 1;
}

describe('a client of 2026-07-28 over HTTP', () => {
  test('lists, calls what passes, and runs a guarded call once its approver has confirmed it', async () => {
    const { client } = await guard.client('treasury', { version });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['pay', 'balance', 'hearback_commit']),
    );
    const passed = await client.callTool({ name: 'balance', arguments: { of: 'x' } });
    expect(passed).toMatchObject({ content: [{ text: 'the balance of x' }] });
    const waiting = await told(client, 'pay', given);
    expect(waiting).toMatchObject({ outcome: 'waiting', approver: 'm.okafor' });
    const { token } = waiting;
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    expect(office.paid).toEqual([]);
    expect(await office.confirm(String(token))).toBe(0);
    const both = [1, 2].map(() => told(client, 'hearback_commit', { token }));
    for (const one of await Promise.all(both)) expect(one).toMatchObject({ outcome: 'executed' });
    expect(office.paid).toEqual([given]);
  });

  test('is asked to open the console, and its yes confirms nothing', async () => {
    const { client } = await guard.client('treasury', {
      version,
      capabilities: { elicitation: { url: {} } },
    });
    const asked: object[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params);
      return { action: 'accept', content: {} };
    });
    const { token, link } = await told(client, 'pay', another);
    expect(asked).toEqual([expect.objectContaining({ mode: 'url', url: link })]);
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    expect(office.paid).not.toContainEqual(another);
  });

  test('of one key with another shares a server with it, and each hears its own answers and progress', async () => {
    const [one, other] = [
      await guard.client('treasury', { version }),
      await guard.client('treasury', { version }),
    ];
    const counted = async ({ client }: typeof one, to: number) => {
      const heard: number[] = [];
      const onprogress = ({ progress }: { readonly progress: number }): void => void heard.push(progress);
      const { content } = await client.callTool({ name: 'count', arguments: { to } }, { onprogress });
      return { content, heard };
    };
    const numbers = [1, 2, 3, 4, 5, 6];
    const all = await Promise.all(
      numbers.flatMap((to) => [
        counted(one, to),
        counted(other, to + 10),
        one.client.callTool({ name: 'balance', arguments: { of: `one ${to}` } }),
        other.client.callTool({ name: 'balance', arguments: { of: `other ${to}` } }),
      ]),
    );
    expect(all).toMatchObject(
      numbers.flatMap((to) => [
        { content: [{ text: `counted to ${to}` }], heard: Array.from({ length: to }, (_, at) => at + 1) },
        {
          content: [{ text: `counted to ${to + 10}` }],
          heard: Array.from({ length: to + 10 }, (_, at) => at + 1),
        },
        { content: [{ text: `the balance of one ${to}` }] },
        { content: [{ text: `the balance of other ${to}` }] },
      ]),
    );
    expect(started()).toBe(1);
  });

  test('whose first requests come at once with others of its key shares one server with them', async () => {
    await office.add('twins');
    const before = started();
    await Promise.all([1, 2, 3, 4].map(() => guard.client('twins', { version })));
    expect(started()).toBe(before + 1);
  });

  test('of another key has a server of its own, and can see, run and discard nothing of the first', async () => {
    const before = started();
    const [one, other] = [
      await guard.client('treasury', { version }),
      await guard.client('clerk', { version }),
    ];
    const { token } = await told(one.client, 'pay', third);
    expect(await office.confirm(String(token))).toBe(0);
    for (const name of ['hearback_commit', 'hearback_abandon'])
      expect(await told(other.client, name, { token })).toMatchObject({
        outcome: 'refused',
        reason: 'not-yours',
      });
    expect(office.paid).not.toContainEqual(third);
    const own = await told(other.client, 'pay', third);
    expect(own).toMatchObject({ outcome: 'waiting' });
    expect(own['token']).not.toBe(token);
    expect(await told(one.client, 'hearback_commit', { token })).toMatchObject({ outcome: 'executed' });
    expect(office.paid.filter(({ to }) => to === third.to)).toEqual([third]);
    expect(started()).toBe(before + 1);
  });

  test('hears of a tool that appears, which the policy does not name: it is not listed, and not run', async () => {
    const { client } = await guard.client('treasury', { version });
    const changed = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const subscription = await client.listen({ toolsListChanged: true });
    await client.callTool({ name: 'grow', arguments: {} });
    await changed;
    await subscription.close();
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('look');
    expect(await told(client, 'look', {})).toMatchObject({ outcome: 'refused', reason: 'tool' });
  });

  test('that takes the newest version there is gets it', async () => {
    const { client } = await guard.client('treasury', { version: 'auto' });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
  });
});

describe('a request of 2026-07-28', () => {
  let old: GuardOffice;
  let plain: HttpGuard;
  beforeAll(async () => {
    old = await GuardOffice.open();
    await old.init('bank');
    plain = await old.http('bank');
  }, 30_000);
  afterAll(() => old.close());

  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'balance', _meta: meta } };
  const headers = (change: Readonly<Record<string, string>> = {}) => ({
    authorization: plain.bearer('treasury'),
    'mcp-protocol-version': version,
    'mcp-method': 'tools/call',
    'mcp-name': 'balance',
    ...change,
  });

  test('is answered under its own id, with what was asked to the byte', async () => {
    const text = JSON.stringify(call).replace(
      '"name"',
      '"arguments":{"n":12345678901234567890,"e":1.0},"name"',
    );
    const response = await plain.post(headers(), text);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { id: 7, result: { content: [{}] } },
    ]);
    const heard = readFileSync(old.path('heard.jsonl'), 'utf8').trim().split('\n').at(-1);
    expect(heard).toContain('"arguments":{"n":12345678901234567890,"e":1.0}');
  });

  test.each<[string, Readonly<Record<string, string>>, object, number, number]>([
    ['with another method in its header', { 'mcp-method': 'ping' }, call, 400, -32_020],
    ['with another tool in its header', { 'mcp-name': 'look' }, call, 400, -32_020],
    ['with half a name in its header', { 'mcp-name': '=?base64?YmFs?=' }, call, 400, -32_020],
    ['with another version in its header', { 'mcp-protocol-version': '2025-11-25' }, call, 400, -32_020],
    [
      'that begins a connection',
      { 'mcp-method': 'initialize' },
      { ...call, method: 'initialize' },
      200,
      -32_601,
    ],
    ['that says nothing of its client', {}, { ...call, params: { name: 'balance' } }, 400, -32_602],
    [
      'of a version that is not there yet',
      { 'mcp-protocol-version': '2027-01-01' },
      {
        ...call,
        params: {
          ...call.params,
          _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2027-01-01' },
        },
      },
      400,
      -32_022,
    ],
  ])('%s goes nowhere', async (_, change, body, status, code) => {
    const before = old.heard.length;
    const response = await plain.post(headers(change), body);
    expect([response.status, await response.json()]).toMatchObject([status, { id: 7, error: { code } }]);
    expect(old.heard.length).toBe(before);
  });

  test.each<[string, (all: Record<string, string>) => Record<string, string>, object, number]>([
    ['without a method in its headers', ({ 'mcp-method': _, ...rest }) => rest, call, 400],
    ['without a version in its headers', ({ 'mcp-protocol-version': _, ...rest }) => rest, call, 400],
    ['without a tool in its headers', ({ 'mcp-name': _, ...rest }) => rest, call, 400],
    ['without a key', ({ authorization: _, ...rest }) => rest, call, 401],
    ['with the key of a person', (all) => ({ ...all, authorization: plain.bearer('m.okafor') }), call, 403],
    ['of another origin', (all) => ({ ...all, origin: 'http://evil.example' }), call, 403],
    ['of another kind of text', (all) => ({ ...all, 'content-type': 'text/plain' }), call, 415],
    ['in a batch', (all) => all, [call, { ...call, id: 8 }], 400],
  ])('%s goes nowhere', async (_, change, body, status) => {
    const before = old.heard.length;
    expect(await plain.status(change(headers()), body)).toBe(status);
    expect(old.heard.length).toBe(before);
  });

  test('has the name of a tool in its header also where plain letters do not hold it', async () => {
    const name = `=?base64?${Buffer.from('balance').toString('base64')}?=`;
    expect(await plain.status(headers({ 'mcp-name': name }), call)).toBe(200);
  });

  test('whose client goes before it is answered is cancelled at the server, under the id that this one has', async () => {
    old.script({ silent: ['resources/read'] });
    const read = { ...call, method: 'resources/read', params: { uri: 'x:1', _meta: meta } };
    const gone = new AbortController();
    const answer = fetch(plain.address, {
      method: 'POST',
      headers: {
        ...headers({ 'mcp-method': 'resources/read', 'mcp-name': 'x:1' }),
        'content-type': 'application/json',
      },
      body: JSON.stringify(read),
      signal: gone.signal,
    });
    const heard = (method: string) => old.heard.find((one) => one['method'] === method);
    await vi.waitFor(() => expect(heard('resources/read')).toBeDefined(), { timeout: 10_000 });
    gone.abort();
    await expect(answer).rejects.toThrow();
    await vi.waitFor(() => expect(heard('notifications/cancelled')).toBeDefined(), { timeout: 10_000 });
    const requestId = heard('resources/read')?.['id'];
    expect(heard('notifications/cancelled')).toMatchObject({ params: { requestId } });
    expect(requestId).not.toBe(7);
    old.script({});
  });

  test('to a server that does not know the version makes its client begin with a handshake', async () => {
    old.script({ unknown: ['server/discover'] });
    const { client } = await plain.client('treasury', { version: 'auto' });
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    expect(await told(client, 'pay', given)).toMatchObject({ outcome: 'waiting' });
  });
});
