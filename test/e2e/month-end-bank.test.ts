import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readInbox } from '../../examples/month-end/read/inbox.ts';
import { amount, hundredths, printed, sum } from '../../examples/month-end/read/money.ts';
import { paintFor, wrap } from '../../examples/month-end/report/layout.ts';

const bank = fileURLToPath(new URL('../../examples/month-end/bank/bank.ts', import.meta.url));
let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'hearback-bank-'));
  writeFileSync(join(place, 'clock'), '20261030T1000Z');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const values = { sup: 'marlow', amt: '5400.00', cur: 'GBP', acct: '00-12-88/61102938' };

/** Asks the bank as the act tool does: one request in, one reply out; null when the reply is lost. */
function ask(request: Readonly<Record<string, unknown>>, faults: readonly object[] = []): unknown {
  writeFileSync(join(place, 'faults.json'), JSON.stringify(faults));
  const files = ['bank.db', 'clock', 'faults.json'].map((file) => join(place, file));
  const whole = {
    verb: 'execute',
    key: 'k1',
    validUntil: null,
    ask: 'PAY',
    item: 'inv:1',
    values,
    ...request,
  };
  const { stdout, status } = spawnSync(process.execPath, [bank, ...files], {
    input: JSON.stringify(whole),
    encoding: 'utf8',
  });
  return status === 0 ? JSON.parse(stdout) : null;
}

describe('the bank', () => {
  test('does an act once a key, and answers a repeat with the same result', () => {
    const first = ask({});
    expect(first).toEqual({ outcome: 'executed', values, reference: 'TRN-00001' });
    expect(ask({ attempt: 2 })).toEqual(first);
    expect(ask({ key: 'k2' })).toMatchObject({ reference: 'TRN-00002' });
    expect(ask({ verb: 'look-up' })).toEqual({ ...(first as object), outcome: 'found' });
    expect(ask({ verb: 'look-up', key: 'k3' })).toEqual({ outcome: 'not-found' });
  });

  test('refuses a key that was used for other values', () => {
    ask({});
    expect(ask({ values: { ...values, amt: '5100.00' } })).toMatchObject({
      outcome: 'declined',
      final: true,
    });
  });

  test('starts nothing at or after its valid-until', () => {
    expect(ask({ validUntil: '20261030T1000Z' })).toMatchObject({ outcome: 'declined' });
    expect(ask({ verb: 'look-up' })).toEqual({ outcome: 'not-found' });
    expect(ask({ validUntil: '20261030T1001Z', key: 'k2' })).toMatchObject({ outcome: 'executed' });
  });

  test('keeps a no: the same key gets it for ever', () => {
    const fault = [{ on: true, what: 'decline', ask: 'PAY', item: 'inv:1' }];
    const no = ask({}, fault);
    expect(no).toEqual({ outcome: 'declined', final: true, retry: false, reason: 'refused by the bank' });
    expect(ask({})).toEqual(no);
  });

  test('loses a reply when told to, and has acted all the same', () => {
    const fault = [{ on: true, what: 'drop-reply', ask: 'PAY', item: 'inv:1' }];
    expect(ask({}, fault)).toBe(null);
    expect(ask({}, fault)).toEqual({ outcome: 'executed', values, reference: 'TRN-00001' });
  });

  test('takes back what it did, once, and nothing that it did not do', () => {
    ask({});
    const undo = { ask: 'UNDO', values };
    expect(ask({ ...undo, key: 'u1', values: { ...values, amt: '1.00' } })).toMatchObject({
      outcome: 'declined',
    });
    expect(ask({ ...undo, key: 'u2' })).toMatchObject({ outcome: 'executed' });
    expect(ask({ ...undo, key: 'u3' })).toMatchObject({ outcome: 'declined' });
  });
});

describe('what the month-end reads and writes', () => {
  test('a mail that quotes a line "From " is one mail', () => {
    const head = 'From a@b.example Thu Oct  1 08:00:00 2026\nFrom: A <a@b.example>\nSubject: One\n two\n\n';
    expect(readInbox(`${head}>From here on\n\n${head}Second\n`)).toEqual([
      { number: 1, from: 'a@b.example', subject: 'One two', text: 'From here on\n\n' },
      { number: 2, from: 'a@b.example', subject: 'One two', text: 'Second\n' },
    ]);
  });

  test('amounts are exact', () => {
    expect(sum(['0.10', '0.20', '-0.30', '9007199254740993.01'])).toBe('9007199254740993.01');
    expect([amount(-5n), amount(hundredths('-144.00'))]).toEqual(['-0.05', '-144.00']);
    expect(['1234567.80', '540.00', '-5400.00'].map(printed)).toEqual([
      '1,234,567.80',
      '540.00',
      '-5,400.00',
    ]);
    expect(() => hundredths('5,400.00')).toThrow('not an amount');
  });

  test('colour needs a terminal, and no NO_COLOR', () => {
    expect(paintFor({ isTTY: true }, {}).on).toBe(true);
    expect(paintFor({ isTTY: true }, { NO_COLOR: '1' }).on).toBe(false);
    expect(paintFor({}, {})('word', 'good')).toBe('word');
  });

  test('a long sentence is broken under its beginning', () => {
    const lines = wrap('word '.repeat(40).trim(), '  said  ').split('\n');
    expect(lines.length).toBe(3);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    expect(lines[1]).toMatch(/^ {8}word/);
  });
});
