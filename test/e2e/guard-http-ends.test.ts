import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bothEras, GuardOffice } from '../support/mcp/guard-office.ts';
import { told } from '../support/mcp/http-guard.ts';
import { type Version, versions } from '../support/mcp.ts';

const given = { to: 'Marlow', amount: 5400.5 };
const soon = { timeout: 30_000 };

let office: GuardOffice;
beforeEach(async () => {
  office = await GuardOffice.open();
});
afterEach(() => office.close());

/** A guard whose tool runs and does not answer yet, for a client that waits for it. */
async function running(version: Version, timeout = 60_000) {
  if (version === '2026-07-28') office.server = bothEras;
  await office.init('bank', (policy) => {
    policy['timeout'] = timeout;
  });
  const guard = await office.http('bank');
  const { client } = await guard.client('treasury', { version });
  const { token } = (await told(client, 'pay', given)) as { readonly token: string };
  expect(await office.confirm(token)).toBe(0);
  office.script({ pay: 'held' });
  const outcome = told(client, 'hearback_commit', { token });
  await vi.waitFor(() => expect(office.paid).toEqual([given]), soon);
  return { guard, client, token, outcome };
}

/** How a statement stands, told by the guard that is started next. */
async function standing(token: string): Promise<Record<string, unknown>> {
  office.script({});
  const next = await office.client('bank', { version: '2025-11-25' });
  expect((await told(next, 'hearback_commit', { token }))['repeat']).not.toBe(false);
  return told(next, 'hearback_status', { token });
}

describe.each(versions)('by %s', (version) => {
  test('a key that is revoked while its call runs has no further one, and the report of that', async () => {
    const { guard, client, token, outcome } = await running(version);
    const { status } = await office.office.process(null, 'principal', 'revoke', 'treasury');
    expect(status).toBe(0);
    await expect(client.callTool({ name: 'balance', arguments: {} })).rejects.toThrow(
      /401|none of this ledger/,
    );
    office.script({});
    expect(await outcome).toMatchObject({
      outcome: 'executed',
      token,
      line: expect.stringMatching(/^RW1 DN /),
    });
    await expect(client.listTools()).rejects.toThrow(/401|none of this ledger/);
    expect(await guard.end()).toBe(0);
    expect(office.paid).toEqual([given]);
  });

  test('a guard that is told to end while a call runs waits for it, reports it, and ends well', async () => {
    const { guard, token, outcome } = await running(version);
    const ended = guard.end();
    const authorization = guard.bearer('treasury');
    await vi.waitFor(async () => expect(await guard.status({ authorization })).toBe(503), soon);
    office.script({});
    expect(await outcome).toMatchObject({ outcome: 'executed' });
    expect(await ended).toBe(0);
    expect(await standing(token)).toMatchObject({ outcome: 'executed' });
    expect(office.paid).toEqual([given]);
  });
});

describe('a guard over HTTP', () => {
  test('that is told to end while a call hangs ends once its time is over, with an unknown outcome', async () => {
    const { guard, token, outcome } = await running('2025-11-25', 1_500);
    const settled = outcome.catch((error: unknown) => error);
    expect(await guard.end()).toBe(0);
    expect(await settled).toMatchObject({ outcome: 'unknown' });
    expect(await standing(token)).toMatchObject({ outcome: 'unknown' });
    expect(office.paid).toEqual([given]);
  });

  test('that is killed while a call runs leaves it unknown to the next, which sends nothing again', async () => {
    const { guard, token, outcome } = await running('2025-11-25', 1_500);
    outcome.catch(() => undefined);
    expect(await guard.end('SIGKILL')).toBeNull();
    expect(['claimed', 'unknown']).toContain((await standing(token))['outcome']);
    expect(office.paid).toEqual([given]);
  });
});
