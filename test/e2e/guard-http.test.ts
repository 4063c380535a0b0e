import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GuardClient, GuardOffice } from '../support/mcp/guard-office.ts';

let office: GuardOffice;
let server: Server;
let paid: unknown[];
let authorizations: Set<string | undefined>;
let breaks: boolean;

const tools = [
  { name: 'pay', inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } },
  { name: 'balance', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];

/** What a server that keeps no sessions answers to a request. */
function resultOf({
  method,
  params,
}: {
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: unknown };
}): object {
  if (method === 'initialize')
    return {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'web', version: '1' },
    };
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call' && params?.name === 'pay') paid.push(params.arguments);
  return { content: [{ type: 'text', text: `${method}` }] };
}

beforeEach(async () => {
  [paid, authorizations, breaks] = [[], new Set(), false];
  server = createServer(async (request, response) => {
    authorizations.add(request.headers.authorization);
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(body) as { readonly id?: number; readonly method?: string };
    if (message.id === undefined) return response.writeHead(202).end();
    const result = resultOf(message);
    if (breaks && message.method === 'tools/call') return request.socket.destroy();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  office = await GuardOffice.open();
  office.server = [`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`];
  await office.init('web');
});
afterEach(async () => {
  await office.close();
  server.closeAllConnections();
  server.close();
});

async function confirmed(guard: GuardClient): Promise<string> {
  const { token } = await guard.told('pay', { to: 'marlow' });
  expect(await office.confirm(token)).toBe(0);
  return token;
}

describe('a server over HTTP', () => {
  test('is guarded like any other, and never given the caller’s key', async () => {
    const guard = await office.guard('web');
    expect(await guard.call('balance')).toMatchObject({ content: [{ text: 'tools/call' }] });
    const token = await confirmed(guard);
    expect(paid).toEqual([]);
    expect(await guard.told('hearback_commit', { token })).toMatchObject({ outcome: 'executed' });
    expect(await guard.told('hearback_commit', { token })).toMatchObject({
      outcome: 'executed',
      repeat: true,
    });
    expect(paid).toEqual([{ to: 'marlow' }]);
    expect([...authorizations]).toEqual([undefined]);
  });

  test('that ends in the middle of a call leaves an unknown outcome, and is asked again by nothing', async () => {
    const guard = await office.guard('web');
    const token = await confirmed(guard);
    breaks = true;
    expect(await guard.told('hearback_commit', { token })).toMatchObject({ outcome: 'unknown' });
    breaks = false;
    expect(await guard.told('hearback_commit', { token })).toMatchObject({ outcome: 'unknown' });
    expect(paid.length).toBe(1);
    expect(await guard.call('balance')).toMatchObject({ content: [{ text: 'tools/call' }] });
  });
});
