import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite, type SqliteLedger } from '../../../src/ledger/sqlite.ts';
import { type Office, officeAt } from '../../support/ledger/office.ts';

let folder: string;
let path: string;
let store: SqliteLedger;
let office: Office;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-erased-'));
  path = join(folder, 'ledger.sqlite');
  store = openSqlite(path);
  office = officeAt(store);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const secret = 'Mr Marlow is ill';

function bytes(): string {
  return [path, `${path}-wal`]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'latin1'))
    .join('');
}

test('what was redacted is not in the file any more, nor in its log', async () => {
  const long = secret.padEnd(280, '.');
  for (const number of [1, 2, 3]) {
    await office.scheduler.send(`RW1 ST scheduler-${number} from=scheduler to=payer item=x:1 // ${long}`);
  }
  expect(bytes()).toContain(secret);
  for (const sequence of [1, 2, 3]) {
    expect(bytes()).toContain(secret);
    const redacted = await office.ledger.redact({ sequence, reason: 'asked for', by: 'm.okafor' });
    expect(redacted).toMatchObject({ outcome: 'redacted' });
  }
  expect(bytes()).not.toContain(secret);
  expect(await office.ledger.verify()).toMatchObject({ holds: true });
});

test('what was kept beside it is gone too', async () => {
  const line = 'RW1 HO scheduler-1 from=scheduler to=payer item=x:1 ask=DRAFT keys=must';
  await office.scheduler.send(line, { criteria: ['must:patient-0815'] });
  await office.payer.send('RW1 UN payer-1 re=scheduler-1 from=payer to=scheduler why=BUSY');
  expect(bytes()).toContain('patient-0815');
  await office.ledger.redact({ sequence: 1, reason: 'asked for', by: 'm.okafor' });
  expect(bytes()).not.toContain('patient-0815');
});
