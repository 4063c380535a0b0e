import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Listening, listen } from '../../src/server/listen.ts';
import { bothErasServer } from '../support/mcp/both-eras.ts';
import { GuardOffice } from '../support/mcp/guard-office.ts';
import { type HttpGuard, told } from '../support/mcp/http-guard.ts';
import { versions } from '../support/mcp.ts';

const soon = { timeout: 30_000 };

let office: GuardOffice;
let handler: McpHttpHandler;
let listening: Listening;
let guard: HttpGuard;
const bus = new InMemoryServerEventBus();
const authorizations = new Set<string | null>();
beforeAll(async () => {
  office = await GuardOffice.open();
  handler = createMcpHandler(() => bothErasServer(office.office.folder), { bus });
  listening = await listen({ hosts: ['127.0.0.1'], port: 0 }, () => (request) => {
    authorizations.add(request.headers.get('authorization'));
    return handler.fetch(request);
  });
  office.server = [`http://127.0.0.1:${listening.port}/mcp`];
  await office.init('bank');
  guard = await office.http('bank');
}, 30_000);
afterAll(async () => {
  await office.close();
  await handler.close();
  await listening.close(0);
});

describe.each(versions)('%s on both sides of the guard, over HTTP', (version) => {
  test('what passes passes with its progress, and what is guarded runs once it is confirmed', async () => {
    const given = { to: version, amount: 1 };
    const { client } = await guard.client('treasury', { version });
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const heard: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }): void => void heard.push(progress);
    const counted = client.callTool({ name: 'count', arguments: { to: 5 } }, { onprogress });
    expect(await counted).toMatchObject({ content: [{ text: 'counted to 5' }] });
    expect(heard).toEqual([1, 2, 3, 4, 5]);
    const { token } = await told(client, 'pay', given);
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    expect(await office.confirm(String(token))).toBe(0);
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ outcome: 'executed' });
    expect(office.paid.filter(({ to }) => to === version)).toEqual([given]);
    expect([...authorizations]).toEqual([null]);
  });
});

test('what a client of 2026-07-28 listens to reaches it from a server over HTTP, and ends with it', async () => {
  const { client } = await guard.client('treasury', { version: '2026-07-28' });
  const changed = vi.fn();
  client.setNotificationHandler('notifications/tools/list_changed', () => changed());
  const subscription = await client.listen({ toolsListChanged: true });
  expect(bus.listenerCount).toBe(1);
  handler.notify.toolsChanged();
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce(), soon);
  await subscription.close();
  await vi.waitFor(() => expect(bus.listenerCount).toBe(0), soon);
  expect((await client.listTools()).tools).not.toEqual([]);
});
