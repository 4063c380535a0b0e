import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GuardOffice } from '../support/mcp/guard-office.ts';
import { type HttpGuard, told } from '../support/mcp/http-guard.ts';

const given = { to: 'Marlow', amount: 5400.5, memo: 'inv 57' };

let office: GuardOffice;
let guard: HttpGuard;
let status: HttpGuard['status'];
let bearer: HttpGuard['bearer'];
beforeAll(async () => {
  office = await GuardOffice.open();
  await office.add('clerk');
  await office.init('bank');
  guard = await office.http('bank');
  [status, bearer] = [guard.status.bind(guard), guard.bearer.bind(guard)];
}, 30_000);
afterAll(() => office.close());

const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

describe('a guard over HTTP', () => {
  test('runs a guarded tool once its approver has confirmed it, and for nobody but its caller', async () => {
    const [{ client }, other] = [await guard.client('treasury'), await guard.client('clerk')];
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
    const { client } = await guard.client('treasury');
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
    expect(await guard.statusAt(`${host}:${guard.address.port}`, 'treasury')).toBe(expected);
  });

  test('another Origin is refused before the key is looked at', async () => {
    const authorization = bearer('treasury');
    expect(await status({ authorization, origin: 'http://evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ authorization, origin: guard.address.origin })).toBe(200);
  });

  test('a session is refused to the key of another, and to none; it ends when its client says so', async () => {
    const { client, transport } = await guard.client('treasury');
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
    const { client, transport } = await guard.client('treasury');
    const headers = { 'mcp-session-id': transport.sessionId as string, authorization: bearer('treasury') };
    const twice = '{"jsonrpc":"2.0","id":7,"method":"tools/call","method":"ping","params":{"name":"pay"}}';
    expect(await status(headers, twice)).toBe(400);
    expect(await status(headers, [ping, { ...ping, id: 2 }])).toBe(400);
    expect(await status(headers, `"${'x'.repeat(5_000_000)}"`)).toBe(413);
    expect(await status(headers, ping)).toBe(200);
    await client.close();
  });
});
