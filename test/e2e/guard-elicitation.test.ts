import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bothEras, GuardOffice } from '../support/mcp/guard-office.ts';
import { told } from '../support/mcp/http-guard.ts';
import { type Version, versions } from '../support/mcp.ts';

const page = 'https://console.example';
const given = { to: 'Marlow', amount: 5400.5 };

let office: GuardOffice;
beforeEach(async () => {
  office = await GuardOffice.open();
  office.server = bothEras;
  await office.init('bank');
});
afterEach(() => office.close());

/** A client that says yes to whatever it is asked, in a form or at an address; `asked` is what that was. */
async function yesSayer(version: Version, capabilities: object, more = ['--console', page]) {
  const client = await office.client('bank', { version, capabilities, more });
  const asked: object[] = [];
  if ('elicitation' in capabilities)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params);
      return { action: 'accept', content: { confirm: true, answer: 'Y' } };
    });
  return { client, asked };
}

const address = new RegExp(`^${page}/statements/main/[A-Za-z0-9_-]{22}$`);

describe('a client that opens addresses', () => {
  test('of 2026-07-28 is asked to open that of the statement, once, and its yes confirms nothing', async () => {
    const { client, asked } = await yesSayer('2026-07-28', { elicitation: { url: {} } });
    const waiting = await told(client, 'pay', given);
    expect(waiting).toMatchObject({ outcome: 'waiting', link: expect.stringMatching(address) });
    expect(asked).toEqual([expect.objectContaining({ mode: 'url', url: waiting['link'] })]);
    const { token } = waiting;
    expect(await told(client, 'pay', given)).toMatchObject({ outcome: 'waiting', token });
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ reason: 'unconfirmed' });
    expect(asked).toHaveLength(1);
    expect(office.paid).toEqual([]);
    expect(await office.confirm(String(token))).toBe(0);
    expect(await told(client, 'hearback_commit', { token })).toMatchObject({ outcome: 'executed' });
    expect(office.paid).toEqual([given]);
  });

  test('of 2025-11-25 is told of it by the error of that version, and finds the statement when it calls again', async () => {
    const { client, asked } = await yesSayer('2025-11-25', { elicitation: { url: {}, form: {} } });
    const failed = await client.callTool({ name: 'pay', arguments: given }).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: -32_042,
      message: expect.stringContaining('call hearback_commit with token'),
      data: { elicitations: [{ mode: 'url', url: expect.stringMatching(address) }] },
    });
    const waiting = await told(client, 'pay', given);
    const [{ elicitationId }] = (failed as { data: { elicitations: [{ elicitationId: string }] } }).data
      .elicitations;
    expect(waiting).toMatchObject({ outcome: 'waiting', token: elicitationId });
    expect(await told(client, 'hearback_commit', { token: elicitationId })).toMatchObject({
      reason: 'unconfirmed',
    });
    expect([asked, office.paid]).toEqual([[], []]);
  });
});

describe.each(versions)('by %s', (version) => {
  test.each([
    ['with forms alone', { elicitation: { form: {} } }, [`--console`, page]],
    ['with nothing', {}, ['--console', page]],
    ['of a guard without a console', { elicitation: { url: {} } }, []],
  ])('a client %s is asked nothing: the result says where', async (_, capabilities, more) => {
    const { client, asked } = await yesSayer(version, capabilities, more);
    const waiting = await told(client, 'pay', given);
    expect(waiting).toMatchObject({ outcome: 'waiting' });
    expect(waiting['link'] !== undefined).toBe(more.length > 0);
    expect(await told(client, 'hearback_commit', { token: waiting['token'] })).toMatchObject({
      reason: 'unconfirmed',
    });
    expect([asked, office.paid]).toEqual([[], []]);
  });
});
