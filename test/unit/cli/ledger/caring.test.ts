import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { at } from '../../../support/ledger/lines.ts';
import { hearback } from '../run.ts';
import { type CliOffice, cliOffice } from './office.ts';
import { written } from './workshop.ts';

const HO = 'RW1 HO scheduler-1 from=scheduler to=writer item=doc:1 ask=DRAFT exp=20261002T1700Z';

async function sent(): Promise<CliOffice> {
  const office = await cliOffice();
  await office.asAt(at('14:00:00'), 'ap-office', 'send', HO, '--close-when-expired');
  return office;
}

describe('ledger verify', () => {
  test('names the first entry that was changed, and ends with exit code 1', async () => {
    const office = await sent();
    const sound = await office.run('ledger', 'verify', '--json');
    expect([sound.exit, JSON.parse(sound.out)]).toMatchObject([
      0,
      { holds: true, conversations: 2, entries: 4 },
    ]);
    expect((await office.run('ledger', 'verify')).out).toContain('that entries were cut off at an end');
    const database = new DatabaseSync(office.ledger);
    database.exec(`DROP TRIGGER entries_never_change;
      UPDATE entries SET text = replace(text, 'doc:1', 'doc:2') WHERE conversation = 'main'`);
    database.close();
    const { exit, out } = await office.run('ledger', 'verify');
    expect([exit, out]).toEqual([1, expect.stringMatching(/^LEDGER NOT TRUSTED at entry 1 of main: /)]);
    expect(JSON.parse((await office.run('ledger', 'verify', '--json')).out)).toMatchObject({
      holds: false,
      conversation: 'main',
      sequence: 1,
    });
  });

  test('takes no heads without a key, or with something that is none', async () => {
    const office = await sent();
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const key = written(office.folder, 'key.pem', pem);
    const heads = written(office.folder, 'heads.json', '{}');
    for (const args of [
      ['--heads', heads],
      ['--heads', heads, '--public-key', heads],
      ['--heads', heads, '--public-key', key],
      ['--heads', join(office.folder, 'absent')],
    ]) {
      const { exit, out, err } = await office.run('ledger', 'verify', ...args);
      expect([exit, out]).toEqual([2, '']);
      expect(err).not.toContain('PRIVATE');
    }
  });

  test('shows how far it has come on a terminal, and wipes it', async () => {
    const office = await sent();
    const { err } = await hearback(['ledger', 'verify', '--ledger', office.ledger], { isTerminal: true });
    expect(err).toMatch(/^(\r\x1b\[Kverifying \d+ entries)*(\r\x1b\[K)?$/);
  });
});

test('sweep closes what has expired where its sender lets it, at the time of the ledger', async () => {
  const office = await sent();
  const sweep = async (now: number) =>
    JSON.parse((await hearback(['sweep', '--json', '--ledger', office.ledger], { ledgerClock: now })).out);
  expect(await sweep(at('16:59:59'))).toMatchObject({ closed: 0 });
  expect(await sweep(at('17:00:00'))).toMatchObject({ closed: 1 });
  expect((await office.run('open')).out).toBe('nothing is open in main\n');
  expect((await office.run('thread', '--lines')).out).toContain('why=EXPIRED');
  expect((await office.run('sweep', '--limit', 'many')).exit).toBe(2);
});

describe('doctor', () => {
  test('says which promises hold, and ends with exit code 1 where one does not', async () => {
    const office = await sent();
    const well = await office.run('doctor', '--json');
    const { kind, schema, promises } = JSON.parse(well.out);
    expect([well.exit, kind, schema > 0]).toEqual([0, 'sqlite', true]);
    expect(promises.every(({ holds }: { holds: boolean }) => holds)).toBe(true);
    expect(promises.length).toBeGreaterThan(5);
    const lax = written(
      office.folder,
      'lax.json',
      '{"ledger":"office.ledger","selfConfirm":true,"elsewhere":["PAY"]}',
    );
    const { exit, out } = await hearback(['doctor', '--config', lax]);
    expect(exit).toBe(1);
    expect(out).toMatch(/^DOES NOT HOLD .*selfConfirm is true$/m);
    expect(out).toMatch(/^DOES NOT HOLD .*PAY$/m);
  });

  test('tells a ledger without principals', async () => {
    const office = await sent();
    const bare = join(office.folder, 'bare.ledger');
    await hearback(['ledger', 'init', '--ledger', bare]);
    const { exit, out } = await hearback(['doctor', '--ledger', bare]);
    expect([exit, out]).toEqual([1, expect.stringContaining('there is no principal')]);
  });
});
