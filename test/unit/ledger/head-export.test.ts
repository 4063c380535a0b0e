import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { headKeyAt, makeHeadKey, publicHalf, readHeads, verifyHeads } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { type Office, officeAt } from '../../support/ledger/office.ts';

let folder: string;
let key: { readonly file: string };
let publicKey: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-heads-'));
  key = { file: join(folder, 'heads.key') };
  publicKey = readFileSync(makeHeadKey(key.file).publicFile, 'utf8');
});
afterEach(() => rmSync(folder, { recursive: true }));

const usage = (code: string) => expect.objectContaining({ code: `usage/${code}` });
const line = (number: number): string => `RW1 ST payer-${number} from=payer to=scheduler item=x:1`;

describe('the key', () => {
  test('is made in two files, the private one for its owner alone', () => {
    expect(statSync(key.file).mode & 0o777).toBe(0o600);
    expect(headKeyAt(key)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(publicHalf(headKeyAt(key))).toBe(publicKey);
  });

  test('is never written over, and no half of one is left', () => {
    const before = readFileSync(key.file, 'utf8');
    expect(() => makeHeadKey(key.file)).toThrow(usage('key'));
    rmSync(`${key.file}.pub`);
    expect(() => makeHeadKey(key.file)).toThrow(usage('key'));
    expect(readFileSync(key.file, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['heads.key']);
  });

  test.skipIf(process.platform === 'win32')('that others may read is not used', () => {
    chmodSync(key.file, 0o640);
    expect(() => headKeyAt(key)).toThrow(usage('key'));
  });

  test('comes from the environment by name, its line ends written as \\n or not', () => {
    const pem = headKeyAt(key);
    expect(headKeyAt({ environment: 'K' }, { K: pem })).toBe(pem);
    expect(headKeyAt({ environment: 'K' }, { K: pem.replaceAll('\n', '\\n') })).toBe(pem);
    expect(() => headKeyAt({ environment: 'K' }, {})).toThrow(usage('key'));
    expect(() => headKeyAt({ file: join(folder, 'none') })).toThrow(usage('key'));
  });
});

describe('heads in a file', () => {
  let office: Office;
  let to: { readonly file: string };
  beforeEach(async () => {
    office = officeAt(openMemory());
    to = { file: join(folder, 'heads.json') };
    await office.payer.send(line(1));
  });

  test('are signed, and replaced as a whole', async () => {
    const first = await office.ledger.exportHeads({ key, to });
    expect(first).toMatchObject({ outcome: 'exported', document: { signed: await office.ledger.head() } });
    await office.payer.send(line(2));
    await office.ledger.exportHeads({ key, to });
    expect(verifyHeads(readFileSync(to.file, 'utf8'), publicKey)).toEqual({
      holds: true,
      heads: await office.ledger.head(),
    });
    expect(readdirSync(folder).sort()).toEqual(['heads.json', 'heads.key', 'heads.key.pub']);
  });

  test('are exported on a schedule when it is time, whatever the clock does', async () => {
    const every = 60_000;
    const start = office.clock.now;
    expect(await office.ledger.exportHeads({ key, to, every })).toMatchObject({ outcome: 'exported' });
    office.clock.now = start + every - 1;
    expect(await office.ledger.exportHeads({ key, to, every })).toEqual({
      outcome: 'not-due',
      next: start + every,
    });
    office.clock.now = start + every;
    expect(await office.ledger.exportHeads({ key, to, every })).toMatchObject({ outcome: 'exported' });
    office.clock.now = start - every;
    expect(await office.ledger.exportHeads({ key, to, every })).toMatchObject({ outcome: 'exported' });
  });

  test('stay where the ledger does not agree with them any more: they are the evidence', async () => {
    const database = new DatabaseSync(':memory:');
    const other = officeAt(openSqlite(database));
    for (const number of [1, 2, 3]) await other.payer.send(line(number));
    await other.ledger.exportHeads({ key, to });
    const before = readFileSync(to.file, 'utf8');
    database.exec(
      'DROP TRIGGER entries_never_go; PRAGMA foreign_keys = OFF; DELETE FROM entries WHERE sequence = 3',
    );
    expect(await other.ledger.exportHeads({ key, to })).toMatchObject({
      outcome: 'refused',
      bad: { conversation: 'main', sequence: 3, fault: 'truncated' },
    });
    expect(readFileSync(to.file, 'utf8')).toBe(before);
    expect(await office.ledger.exportHeads({ key, to })).toMatchObject({ bad: { fault: 'truncated' } });
    for (const number of [2, 3]) await office.payer.send(line(number));
    expect(await office.ledger.exportHeads({ key, to })).toMatchObject({
      bad: { fault: 'rewritten', sequence: 3 },
    });
    expect(readFileSync(to.file, 'utf8')).toBe(before);
  });

  test('are not written over anything else, nor over a document that was changed', async () => {
    writeFileSync(to.file, 'notes');
    await expect(office.ledger.exportHeads({ key, to })).rejects.toEqual(usage('heads'));
    rmSync(to.file);
    await office.ledger.exportHeads({ key, to });
    const text = readFileSync(to.file, 'utf8');
    writeFileSync(to.file, text.replace('"sequence":1', '"sequence":2'));
    await expect(office.ledger.exportHeads({ key, to })).rejects.toEqual(usage('heads'));
    writeFileSync(to.file, text);
    const tenant = officeAt(openMemory(), { tenant: 'other' });
    await expect(tenant.ledger.exportHeads({ key, to })).rejects.toMatchObject({ code: 'usage/heads' });
  });

  test('of an earlier key are replaced by those of the new one', async () => {
    await office.ledger.exportHeads({ key, to });
    const next = { file: join(folder, 'next.key') };
    const made = makeHeadKey(next.file);
    expect(await office.ledger.exportHeads({ key: next, to })).toMatchObject({ document: { key: made.key } });
  });
});

describe('heads to a command', () => {
  const office = officeAt(openMemory());
  const taking = (script: string, timeout = 20_000) => ({
    command: [process.execPath, '-e', script] as [string, ...string[]],
    timeout,
  });

  test('come on its standard input, without the variable that holds the key', async () => {
    const out = join(folder, 'taken');
    const script = `const fs = require('node:fs'); fs.writeFileSync(${JSON.stringify(out)}, fs.readFileSync(0));
      process.exit(process.env.HEAD_KEY_OF_TEST === undefined ? 0 : 3)`;
    process.env['HEAD_KEY_OF_TEST'] = headKeyAt(key);
    try {
      const where = { environment: 'HEAD_KEY_OF_TEST' };
      expect(await office.ledger.exportHeads({ key: where, to: taking(script) })).toMatchObject({
        outcome: 'exported',
      });
    } finally {
      delete process.env['HEAD_KEY_OF_TEST'];
    }
    expect(verifyHeads(readFileSync(out, 'utf8'), publicKey)).toMatchObject({ holds: true });
    expect(readHeads(readFileSync(out, 'utf8'))).not.toBeNull();
  });

  test('that fails, hangs or is not there are not given', async () => {
    for (const to of [
      taking('process.exit(2)'),
      taking('setInterval(() => {}, 1000)', 200),
      { command: [join(folder, 'none')] as [string] },
    ]) {
      expect(await office.ledger.exportHeads({ key, to, every: 1_000 })).toMatchObject({ outcome: 'failed' });
    }
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  test('are given again only when it is time', async () => {
    const to = taking('process.stdin.resume()');
    expect(await office.ledger.exportHeads({ key, to, every: 1_000 })).toMatchObject({ outcome: 'exported' });
    expect(await office.ledger.exportHeads({ key, to, every: 1_000 })).toMatchObject({ outcome: 'not-due' });
    office.clock.now += 1_000;
    expect(await office.ledger.exportHeads({ key, to, every: 1_000 })).toMatchObject({ outcome: 'exported' });
  });
});
