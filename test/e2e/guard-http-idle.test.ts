import { readFileSync } from 'node:fs';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLedger, type Ledger } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { allowedAt } from '../../src/mcp/gate.ts';
import type { Limits } from '../../src/mcp/guard/http-pool.ts';
import { type GuardServing, guardHttp, processLink, readPolicy } from '../../src/mcp/guard/index.ts';
import { builtIn, loadProfile, profilesOf } from '../../src/vocabulary/index.ts';
import { bothEras, GuardOffice } from '../support/mcp/guard-office.ts';
import { clientFor, type Version, versions } from '../support/mcp.ts';

const soon = { timeout: 30_000 };

let office: GuardOffice;
let ledger: Ledger;
const servings: GuardServing[] = [];
beforeEach(async () => {
  office = await GuardOffice.open();
  await office.add('clerk');
  office.server = bothEras;
  await office.init('bank');
  const { profile } = loadProfile(JSON.parse(readFileSync(office.path('profiles/bank.json'), 'utf8')));
  if (profile === null) throw new TypeError('guard init writes a profile');
  const { profiles } = profilesOf(builtIn, [profile]);
  ledger = createLedger({ store: openSqlite(office.office.ledger), profiles: profiles ?? builtIn });
});
afterEach(async () => {
  await Promise.all(servings.splice(0).map(({ close }) => close()));
  await ledger.close();
  await office.close();
});

/** A guard over HTTP in this process, in front of servers that are processes of their own. */
function serving(limits: Partial<Limits>): GuardServing {
  const [program = '', ...args] = bothEras;
  const env = { PATH: process.env['PATH'], SERVER_FOLDER: office.office.folder };
  const text = readFileSync(office.path('bank.guard.json'), 'utf8');
  const own = guardHttp({
    ...{ ledger, limits, console: null, log: () => {}, allowed: allowedAt(3333) },
    read: readPolicy('bank.guard.json', text),
    open: processLink({ command: program, args, env }),
  });
  servings.push(own);
  return own;
}

/** A client at it, with what has happened to the server that it was given. */
async function connected(at: GuardServing, version: Version, principal = 'treasury') {
  const authorization = `Bearer ${readFileSync(office.path(`${principal}.key`), 'utf8').trim()}`;
  const fetch = (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('host', '127.0.0.1:3333');
    headers.set('authorization', authorization);
    return at.fetch(new Request(url, { ...init, headers }));
  };
  const client = clientFor(version);
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1:3333/mcp'), { fetch }));
  await client.listTools();
  return { client, pid: pids().at(-1) ?? 0 };
}

function pids(): readonly number[] {
  const lines = readFileSync(office.path('started.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { readonly pid: number }).pid);
}

function isUp(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.each(versions)('a server that was started for a client of %s', (version) => {
  test('ends when nobody uses it for too long, and not before', async () => {
    const limits = { between: 20, idle: 600_000 };
    const kept = await connected(serving({ between: 20 }), version);
    const left = await connected(serving(limits), version);
    expect([isUp(kept.pid), isUp(left.pid), kept.pid === left.pid]).toEqual([true, true, false]);
    limits.idle = 0;
    await vi.waitFor(() => expect(isUp(left.pid)).toBe(false), soon);
    expect((await kept.client.listTools()).tools).not.toEqual([]);
    expect(isUp(kept.pid)).toBe(true);
    const again = left.client.callTool({ name: 'balance', arguments: { of: 'x' } });
    if (version === '2025-11-25') await expect(again).rejects.toThrow('no such session');
    else expect(await again).toMatchObject({ content: [{ text: 'the balance of x' }] });
  });

  test('ends when the key that it was started for is revoked, and the others do not', async () => {
    const at = serving({ between: 20 });
    const revoked = await connected(at, version);
    const kept = await connected(at, version, 'clerk');
    await ledger.principals.revoke('treasury', undefined, { by: 'test' });
    await vi.waitFor(() => expect(isUp(revoked.pid)).toBe(false), soon);
    expect((await kept.client.listTools()).tools).not.toEqual([]);
    expect(isUp(kept.pid)).toBe(true);
    await expect(revoked.client.listTools()).rejects.toThrow();
  });
});

test('a client of 2026-07-28 that listens uses its server, and lets go of it when it listens no more', async () => {
  const limits = { between: 20, idle: 600_000 };
  const { client, pid } = await connected(serving(limits), '2026-07-28');
  const subscription = await client.listen({ toolsListChanged: true });
  limits.idle = 0;
  await new Promise((resolve) => setTimeout(resolve, 500)); // twenty looks and more
  expect(isUp(pid)).toBe(true);
  await subscription.close();
  await vi.waitFor(() => expect(isUp(pid)).toBe(false), soon);
});
