import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hearback } from '../run.ts';
import { cliOffice } from './office.ts';
import { written } from './workshop.ts';

const office = await cliOffice();
const ST = (id: string): string => `RW1 ST ${id} from=${id.split('-')[0]} to=payer item=inv:1 // hello`;

test('a key is shown once, by the verb that makes it, and listed by its id alone', async () => {
  const made = await office.run('principal', 'add', 'shown-once', '--agents', 'once');
  const key = made.out.trim();
  expect(key).toMatch(/^hbk_[0-9a-f]{16}_[A-Za-z0-9_-]{43}$/);
  const listed = await office.run('principal', 'list', '--json');
  const rows = listed.out
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
  expect(rows.map(({ principal }) => principal)).toContain('shown-once');
  const secret = key.slice(key.lastIndexOf('_') + 1);
  for (const verb of [
    ['principal', 'list'],
    ['thread', '--conversation', 'main'],
    ['ledger', 'status'],
  ]) {
    const { out, err } = await office.run(...verb);
    expect(out + err).not.toContain(secret);
  }
  expect(readFileSync(office.ledger).includes(secret)).toBe(false);
});

test('a key file is for its owner alone, and never written over', async () => {
  expect(statSync(office.key('treasury')).mode & 0o777).toBe(0o600);
  const before = readFileSync(office.key('treasury'), 'utf8');
  const again = await office.run(
    'principal',
    'add',
    'other',
    '--agents',
    'other',
    '--key-file',
    office.key('treasury'),
  );
  expect([again.exit, again.err]).toEqual([2, expect.stringContaining('it is there already')]);
  expect(readFileSync(office.key('treasury'), 'utf8')).toBe(before);
  expect((await office.run('principal', 'list')).out).not.toContain('other');
});

test('a principal that cannot be added leaves no file behind', async () => {
  const file = join(office.folder, 'nobody.key');
  const taken = await office.run('principal', 'add', 'second', '--agents', 'payer', '--key-file', file);
  expect([taken.exit, taken.err]).toEqual([2, expect.stringContaining('treasury speaks as payer there')]);
  expect(existsSync(file)).toBe(false);
});

test('a rotated key speaks beside the old one; a revoked one speaks no more', async () => {
  const file = join(office.folder, 'treasury-2.key');
  expect((await office.run('principal', 'rotate', 'treasury', '--key-file', file)).exit).toBe(0);
  const send = (id: string, key: string) =>
    hearback([
      'send',
      ST(id).replace('to=payer', 'to=scheduler'),
      '--ledger',
      office.ledger,
      '--key-file',
      key,
    ]);
  expect((await send('payer-1', office.key('treasury'))).exit).toBe(0);
  expect((await send('payer-2', file)).exit).toBe(0);
  const id = readFileSync(file, 'utf8').split('_')[1] as string;
  expect((await office.run('principal', 'revoke', 'treasury', id)).out).toMatch(
    new RegExp(`key ${id} .* revoked`),
  );
  const refused = await send('payer-3', file);
  expect([refused.exit, refused.err]).toEqual([1, expect.stringContaining('[unknown-key]')]);
  expect((await send('payer-3', office.key('treasury'))).exit).toBe(0);
  await office.run('principal', 'revoke', 'treasury');
  expect((await send('payer-4', office.key('treasury'))).exit).toBe(1);
});

describe('who speaks', () => {
  const line = ST('scheduler-1');
  const at = (args: readonly string[], environment = {}) =>
    hearback(['send', line, '--ledger', office.ledger, ...args], { environment });

  test('nobody without a key', async () => {
    const { exit, err } = await at([]);
    expect([exit, err]).toEqual([2, expect.stringContaining('give its key with --key-file or HEARBACK_KEY')]);
  });

  test('HEARBACK_KEY, and --key-file before it', async () => {
    const key = readFileSync(office.key('ap-office'), 'utf8').trim();
    expect((await at([], { HEARBACK_KEY: key })).exit).toBe(0);
    const wrong = `hbk_${'0'.repeat(16)}_${'A'.repeat(43)}`;
    expect((await at([], { HEARBACK_KEY: wrong })).exit).toBe(1);
    expect((await at(['--key-file', office.key('ap-office')], { HEARBACK_KEY: wrong })).exit).toBe(0);
  });

  test('the keyFile of the config file, relative to it', async () => {
    const config = written(
      office.folder,
      'hearback.json',
      '{"ledger":"office.ledger","keyFile":"ap-office.key"}',
    );
    expect((await hearback(['send', line, '--config', config])).exit).toBe(0);
  });

  test('no key that others could have read', async () => {
    const file = written(office.folder, 'open.key', readFileSync(office.key('ap-office'), 'utf8'));
    chmodSync(file, 0o640);
    const { exit, err } = await at(['--key-file', file]);
    expect([exit, err]).toEqual([2, expect.stringContaining('(mode 640): chmod 600 it')]);
    chmodSync(file, 0o600);
    expect((await at(['--key-file', file])).exit).toBe(0);
  });

  test('what stands where a key should be is never shown', async () => {
    const file = written(office.folder, 'wrong.key', 'canary-secret');
    for (const ended of [await at(['--key-file', file]), await at([], { HEARBACK_KEY: 'canary-secret' })]) {
      expect(ended.exit).toBe(2);
      expect(ended.out + ended.err).not.toContain('canary');
    }
  });

  test('only in a conversation of its own', async () => {
    const file = join(office.folder, 'bound.key');
    await office.run('principal', 'add', 'bound', '--agents', 'bound', '--in', 'side', '--key-file', file);
    const send = (conversation: string) =>
      hearback([
        'send',
        ST('bound-1'),
        '--ledger',
        office.ledger,
        '--key-file',
        file,
        '--conversation',
        conversation,
      ]);
    expect((await send('main')).exit).toBe(1);
    expect((await send('side')).exit).toBe(0);
    expect((await office.run('thread', '--conversation', 'side', '--lines')).out).toBe(`${ST('bound-1')}\n`);
  });
});

test('wrong names are wrong usage', async () => {
  for (const args of [
    ['add', 'ledger', '--agents', 'x'],
    ['add', 'two words', '--agents', 'x'],
    ['add', 'one', '--agents', 'human'],
    ['add', 'one', '--agents', 'a b'],
    ['rotate', 'nobody'],
    ['revoke', 'nobody'],
    ['revoke', 'ap-office', '0000'],
  ]) {
    const { exit, out, err } = await office.run('principal', ...args);
    expect([args.join(' '), exit, out]).toEqual([args.join(' '), 2, '']);
    expect(err).toMatch(/^hearback principal /);
  }
});
