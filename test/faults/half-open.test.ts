import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../src/ledger/postgres.ts';
import { type Freeze, Wire } from '../support/faults/wire.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { Cluster, findPostgres } from '../support/postgres.ts';
import { available } from '../support/skip.ts';

// Each waits out the same limits, so they wait together.
describe.skipIf(!available('PostgreSQL', findPostgres)).concurrent.each([
  ['a statement that is a step', true],
  ['a transaction that holds its conversation', false],
])('a connection that is half open (K11), in %s', (_, optimistic) => {
  let cluster: Cluster;
  let schemas = 0;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(() => cluster?.remove());

  /** An office behind a wire of its own. */
  async function behind(work: (office: Office, wire: Wire) => Promise<void>): Promise<void> {
    const url = new URL(cluster.url);
    const wire = await Wire.to(Number(url.port));
    url.port = String(wire.port);
    schemas += 1;
    // as the guide has it, but sooner; still after the database has given the transaction up
    const limits = { connectionTimeoutMillis: 5_000, query_timeout: 7_000 };
    const pool = new Pool({ connectionString: url.href, ...limits });
    const office = officeAt(await openPostgres(pool, { schema: `half_${schemas}`, optimistic }));
    try {
      await work(office, wire);
      expect(await office.ledger.verify()).toMatchObject({ holds: true });
    } finally {
      await office.ledger.close();
      await wire.close();
    }
  }

  const accepted = { outcome: 'accepted', entry: { sequence: 1 } };

  test('before COMMIT reached the database: nothing was written, and the same line goes through', () =>
    behind(async ({ scheduler }, wire) => {
      const frozen = wire.freezes('before');
      await expect(scheduler.send(HO0, { record })).rejects.toMatchObject({
        code: 'ledger/down',
        retryable: true,
        message: expect.stringMatching(/nothing was written/),
      });
      await frozen;
      expect(await scheduler.send(HO0, { record })).toMatchObject(accepted);
    }));

  test('after COMMIT reached the database: the line was taken, and is told as taken', () =>
    behind(async ({ scheduler }, wire) => {
      const frozen = wire.freezes('after');
      expect(await scheduler.send(HO0, { record })).toMatchObject(accepted);
      await frozen;
      expect(await scheduler.thread()).toHaveLength(1);
    }));

  test('at the claim, before COMMIT: nothing was executed, and the statement still stands', () =>
    behind(async (office, wire) => {
      const token = await confirmed(office);
      const frozen = wire.freezes('before');
      await expect(office.paying.commit({ token })).rejects.toMatchObject({
        code: 'ledger/down',
        message: expect.stringMatching(
          /^DOWN: nothing was executed; your statement is still valid until 2026-10-02T17:00:00Z/,
        ),
      });
      await frozen;
      expect(office.bank.asked).toEqual([]);
      await paidOnce(office, token, { repeat: false });
    }));

  test('at the claim, after COMMIT: it was claimed, and is not sent by a worker that heard of it so late', () =>
    behind(async (office, wire) => {
      const token = await confirmed(office);
      const frozen = wire.freezes('after');
      expect(await office.paying.commit({ token })).toMatchObject({
        outcome: 'unknown',
        cause: 'it was not sent in time',
      });
      await frozen;
      expect(office.bank.asked).toEqual([]);
    }));

  test('at the claim, after COMMIT, with time to send: it was claimed, and goes on', () =>
    behind(async (office, wire) => {
      const token = await confirmed(office);
      const frozen = wire.freezes('after');
      const paying = office.pays({ sendWithin: 60_000 });
      expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
      await frozen;
      await paidOnce(office, token, { repeat: true });
    }));

  test.each<Freeze>(['before', 'after'])(
    'when the result is written, %s COMMIT: paid and reported once',
    (freeze) =>
      behind(async (office, wire) => {
        const token = await confirmed(office);
        let frozen = Promise.resolve();
        office.bank.meanwhile = async () => {
          frozen = wire.freezes(freeze);
        };
        expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
        await frozen;
        await paidOnce(office, token, { repeat: true });
      }),
  );

  async function paidOnce(office: Office, token: string, { repeat }: { repeat: boolean }): Promise<void> {
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat });
    expect(office.bank.paid).toHaveLength(1);
    const thread = await office.payer.thread();
    expect(thread.filter(({ type }) => type === 'DN')).toHaveLength(1);
    expect(await office.scheduler.open()).toEqual([]);
  }
});
