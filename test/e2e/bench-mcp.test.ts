import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, connected, hearback, twin } from '../../bench/mcp/contestants.ts';
import { guardFigures } from '../../bench/mcp/guarded.ts';
import { BenchOffice } from '../../bench/mcp/office.ts';
import { startFigures } from '../../bench/mcp/starts.ts';
import { validateFigures } from '../../bench/mcp/validate.ts';
import { HO0 as line } from '../support/ledger/lines.ts';

const size = { rounds: 2, calls: 4 };
let office: BenchOffice;
beforeAll(async () => {
  office = await BenchOffice.open();
});
afterAll(() => office.close());

test('the twin takes and gives what validate does, by schemas that are the same', async () => {
  const ours = await connected(hearback('mcp'));
  const answer = await ours.callTool({ name: 'validate', arguments: { line } });
  const theirs = await connected(twin({ answer }));
  try {
    expect(await theirs.callTool({ name: 'validate', arguments: { line } })).toEqual(answer);
    const [own, other] = await Promise.all(
      [ours, theirs].map(async (client) => {
        const { tools } = await client.listTools();
        const found = tools.find(({ name }) => name === 'validate');
        return { takes: found?.inputSchema, gives: found?.outputSchema };
      }),
    );
    expect(own?.takes).toMatchObject({ required: ['line'] });
    expect(other).toEqual(own);
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
});

test('validate is measured beside its twin, both ways to call and both versions of the protocol', async () => {
  const figures = await validateFigures(size);
  expect(figures.map(({ target }) => target)).toEqual([90, null, 90, null, 90, null, 90, null]);
  expect(figures.every(({ got }) => Number.isFinite(got) && got > 0)).toBe(true);
});

test('a call that is refused is measured by nobody', async () => {
  const client = await connected(hearback('mcp'));
  try {
    const asking = { tool: 'validate', calls: 1, inFlight: 1 };
    expect(await calls('ours', client, { ...asking, line }).pass()).toBeGreaterThan(0);
    await expect(calls('ours', client, { ...asking, line: 'payer-1' }).pass()).rejects.toThrow('refuses');
  } finally {
    await client.close();
  }
});

test('starts are measured to the first answers, of all servers', async () => {
  const figures = await startFigures(office, 1);
  expect(figures).toHaveLength(5);
  expect(figures.every(({ got }) => Number.isFinite(got) && got > 0)).toBe(true);
});

test('a passed call is measured through a relay, and through guards of every kind of policy', async () => {
  const figures = await guardFigures(office, size);
  expect(figures).toHaveLength(8);
  expect(figures.every(({ got }) => Number.isFinite(got))).toBe(true);
  const guarded = await connected(office.guard('guards-20'));
  try {
    const act = await guarded.callTool({ name: 'act_1', arguments: { to: 'marlow', amount: 1 } });
    expect(act.structuredContent).toMatchObject({ outcome: 'waiting' });
  } finally {
    await guarded.close();
  }
});
