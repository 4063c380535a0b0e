import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GuardOffice } from '../support/mcp/guard-office.ts';
import { command } from './cli.ts';

const given = { to: 'Marlow', amount: 5400.5, memo: 'inv 57' };

let office: GuardOffice;
let guard: ChildProcess;
let address: URL;
beforeAll(async () => {
  office = await GuardOffice.open();
  const clerk = ['clerk', '--agents', 'clerk', '--key-file', office.path('clerk.key')];
  expect((await office.office.process(null, 'principal', 'add', ...clerk)).status).toBe(0);
  await office.init('bank');
  const args = ['guard', '--policy', 'bank.guard.json', '--http', '0', '--', ...office.server];
  guard = spawn(process.execPath, [command, ...args], {
    cwd: office.office.folder,
    env: {
      PATH: process.env['PATH'],
      HEARBACK_LEDGER: office.office.ledger,
      SERVER_FOLDER: office.office.folder,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const chunk of guard.stderr as AsyncIterable<Buffer>) {
    said += chunk;
    const found = /guard at (\S+)\n/.exec(said);
    if (found === null) continue;
    address = new URL(found[1] as string);
    break;
  }
}, 30_000);
afterAll(async () => {
  const ended = once(guard, 'exit');
  guard.kill('SIGTERM');
  await ended;
  await office.close();
});

function bearer(principal: string): string {
  return `Bearer ${readFileSync(office.path(`${principal}.key`), 'utf8').trim()}`;
}

/** The official client of a principal, and the session that it was given. */
async function connected(
  principal: string,
): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: { authorization: bearer(principal) } },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return { client, transport };
}

async function told(client: Client, name: string, members: Record<string, unknown>): Promise<object> {
  return (await client.callTool({ name, arguments: members })).structuredContent as object;
}

async function status(headers: Readonly<Record<string, string>>, body: unknown = handshake): Promise<number> {
  const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(address, { method: 'POST', headers: { ...usual, ...headers }, body: text });
  await response.body?.cancel();
  return response.status;
}

const handshake = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe('a guard over HTTP', () => {
  test('runs a guarded tool once its approver has confirmed it, and for nobody but its caller', async () => {
    const [{ client }, other] = [await connected('treasury'), await connected('clerk')];
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('hearback_commit');
    const waiting = (await told(client, 'pay', given)) as { readonly token: string };
    expect(waiting).toMatchObject({ outcome: 'waiting', approver: 'm.okafor' });
    const { token } = waiting;
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    expect(await office.confirm(token, 'treasury')).toBe(1);
    expect(await office.confirm(token)).toBe(0);
    expect(await told(other.client, 'hearback_commit', { token })).toMatchObject({ reason: 'not-yours' });
    expect(office.paid).toEqual([]);
    const both = [1, 2].map(() => told(client, 'hearback_commit', { token }));
    for (const one of await Promise.all(both)) expect(one).toMatchObject({ outcome: 'executed' });
    expect(office.paid).toEqual([given]);
    await Promise.all([client.close(), other.client.close()]);
  });

  test('calls at once are each told of their own', async () => {
    const { client } = await connected('treasury');
    const memos = ['a', 'b', 'c', 'd'];
    const calls = memos.map((memo) => told(client, 'pay', { ...given, memo }));
    expect(
      (await Promise.all(calls)).map((one) => (one as { values: { memo: string } }).values.memo),
    ).toEqual(memos);
    await client.close();
  });

  test('without a key, with one of nobody, or a person’s, nothing is opened', async () => {
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer hbk_0123456789abcdef_${'A'.repeat(43)}` })).toBe(401);
    expect(await status({ authorization: bearer('m.okafor') })).toBe(403);
    expect(await status({ authorization: bearer('treasury') })).toBe(200);
  });

  test('a key whose calls could be of several agents opens nothing', async () => {
    expect(await status({ authorization: bearer('ap-office') })).toBe(403);
  });

  test.each([
    ['127.0.0.1', 200],
    ['localhost', 200],
    ['evil.example', 403],
    ['127.0.0.1.nip.io', 403],
  ])('with Host %s: %i', async (host, expected) => {
    const sent = request(address, {
      method: 'POST',
      headers: {
        host: `${host}:${address.port}`,
        authorization: bearer('treasury'),
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
    });
    sent.end(JSON.stringify(handshake));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.destroy();
    expect(response.statusCode).toBe(expected);
  });

  test('another Origin is refused before the key is looked at', async () => {
    const authorization = bearer('treasury');
    expect(await status({ authorization, origin: 'http://evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ authorization, origin: address.origin })).toBe(200);
  });

  test('a session is refused to the key of another, and to none; it ends when its client says so', async () => {
    const { client, transport } = await connected('treasury');
    const session = { 'mcp-session-id': transport.sessionId as string };
    expect(await status({ ...session, authorization: bearer('treasury') }, ping)).toBe(200);
    expect(await status({ ...session, authorization: bearer('clerk') }, ping)).toBe(403);
    expect(await status(session, ping)).toBe(401);
    expect(await status({ 'mcp-session-id': 'x', authorization: bearer('treasury') }, ping)).toBe(404);
    expect(await status({ authorization: bearer('treasury') }, ping)).toBe(400);
    await transport.terminateSession();
    expect(await status({ ...session, authorization: bearer('treasury') }, ping)).toBe(404);
    await client.close();
  });

  test('a message that two readers could take for two is refused', async () => {
    const { client, transport } = await connected('treasury');
    const headers = { 'mcp-session-id': transport.sessionId as string, authorization: bearer('treasury') };
    const twice = '{"jsonrpc":"2.0","id":7,"method":"tools/call","method":"ping","params":{"name":"pay"}}';
    expect(await status(headers, twice)).toBe(400);
    expect(await status(headers, [ping, { ...ping, id: 2 }])).toBe(400);
    expect(await status(headers, `"${'x'.repeat(5_000_000)}"`)).toBe(413);
    expect(await status(headers, ping)).toBe(200);
    await client.close();
  });
});
