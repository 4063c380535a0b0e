import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GuardClient, GuardOffice } from '../support/mcp/guard-office.ts';
import { WebServer } from '../support/mcp/web-server.ts';

let office: GuardOffice;
let server: WebServer;
beforeEach(async () => {
  server = await WebServer.open();
  office = await GuardOffice.open();
  office.server = [server.address];
  await office.init('web');
});
afterEach(async () => {
  await office.close();
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
    expect(server.paid).toEqual([]);
    expect(await guard.told('hearback_commit', { token })).toMatchObject({ outcome: 'executed' });
    expect(await guard.told('hearback_commit', { token })).toMatchObject({
      outcome: 'executed',
      repeat: true,
    });
    expect(server.paid).toEqual([{ to: 'marlow' }]);
    expect([...server.authorizations]).toEqual([undefined]);
  });

  test('that ends in the middle of a call leaves an unknown outcome, and is asked again by nothing', async () => {
    const guard = await office.guard('web');
    const token = await confirmed(guard);
    server.breaks = true;
    expect(await guard.told('hearback_commit', { token })).toMatchObject({ outcome: 'unknown' });
    server.breaks = false;
    expect(await guard.told('hearback_commit', { token })).toMatchObject({ outcome: 'unknown' });
    expect(server.paid.length).toBe(1);
    expect(await guard.call('balance')).toMatchObject({ content: [{ text: 'tools/call' }] });
  });
});
