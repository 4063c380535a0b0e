import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Attempt } from '../../src/act/index.ts';
import { openPostgres } from '../../src/ledger/postgres.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { payment } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { Cluster, findPostgres, ownerOf } from '../support/postgres.ts';
import { available } from '../support/skip.ts';

const possible = [available('PostgreSQL', findPostgres), available('a disk that it may mount', canMount)];

describe.skipIf(possible.includes(false))('tables of PostgreSQL on a full disk (A19)', () => {
  let disk: SmallDisk;
  let cluster: Cluster;
  let office: Office;
  beforeEach(async () => {
    disk = mountSmallDisk(16) as SmallDisk;
    const space = join(disk.folder, 'space');
    mkdirSync(space);
    const owner = ownerOf();
    if (owner !== null) for (const folder of [disk.folder, space]) chownSync(folder, owner.uid, owner.gid);
    cluster = await Cluster.start(); // its log has a disk of its own: a server without one stops altogether
    const admin = new Pool({ connectionString: cluster.url });
    await admin.query(`CREATE TABLESPACE small LOCATION '${space}'`);
    await admin.end();
    office = officeAt(
      await openPostgres(
        new Pool({ connectionString: `${cluster.url}?options=-c%20default_tablespace%3Dsmall` }),
      ),
    );
  });
  afterEach(async () => {
    await office.ledger.close();
    await cluster.remove();
    disk.remove();
  });

  const full = { code: 'ledger/full', retryable: true };

  /** A database writes into the room that its tables have until not one row more finds any. */
  async function fill(): Promise<void> {
    disk.fill();
    for (const length of [280, 100, 1]) {
      await expect(chatter(length)).rejects.toMatchObject({
        ...full,
        message: expect.stringMatching(/the disk is full; nothing was written/),
      });
    }
  }

  let number = 0;

  async function chatter(length: number): Promise<void> {
    for (;;) {
      number += 1;
      const line = `RW1 ST auditor-${number} from=auditor to=payer item=x:1 // ${'x'.repeat(length)}`;
      await office.scheduler.send(line);
    }
  }

  test('take no line, claim nothing and send nothing, and go on when there is space', async () => {
    const tokens: string[] = [];
    for (let item = 1; item <= 40; item++) {
      const { line, record: kept } = payment(item * 1_000);
      tokens.push(await confirmed(office, line, kept));
    }
    await fill();
    const token = await firstFull(tokens);
    const { asked } = office.bank;
    expect(asked.filter((attempt) => attempt.token === token)).toEqual([]);
    expect(await office.payer.statement(token)).toMatchObject({ state: 'CONFIRMED', fence: 0 });
    disk.free();
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
    expect(asked.filter((attempt) => attempt.token === token)).toHaveLength(1);
  }, 60_000);

  /** A claim is shorter than any line: some may still find room. The first that finds none. */
  async function firstFull(tokens: readonly string[]): Promise<string> {
    const told = await Promise.all(
      tokens.map((token) =>
        office.paying.commit({ token }).then(
          ({ outcome }) => outcome,
          (error: Error) => error.message,
        ),
      ),
    );
    const isFull = (what: string): boolean =>
      /^FULL: nothing was executed; your statement is still valid until 2026/.test(what);
    for (const what of told.filter((one) => !isFull(one)))
      expect(what).toMatch(/^executed$|^UNKNOWN: PAY of inv:MD-.* may or may not have been done/);
    return tokens[told.findIndex(isFull)] ?? 'every claim found room';
  }

  test('take the result of an act when there is space for it', async () => {
    const token = await confirmed(office);
    const { bank } = office;
    const run = async (attempt: Attempt): Promise<Answer> => {
      const answer = await bank.run(attempt);
      await fill();
      setTimeout(() => disk.free(), 150);
      return answer;
    };
    const paying = office.pays({ executors: { PAY: { name: bank.name, timeout: 30_000, run } } });
    expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
    expect(office.bank.paid).toHaveLength(1);
  });
});
