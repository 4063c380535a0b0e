import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AN, AQ, DN, HO, open, RB, record } from './lines.ts';
import { hearback } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearback-checking-'));
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const json = async (...args: readonly string[]) => {
  const { exit, out, err } = await hearback([...args, ...open, '--json']);
  expect(err).toBe('');
  const result = JSON.parse(out);
  expect(result.passes).toBe(exit === 0);
  const found = result.diagnostics as { code: string; severity: string; at?: { quoted: string } }[];
  const errors = found
    .filter(({ severity }) => severity === 'error')
    .map(({ code, at }) => [code, at?.quoted ?? '']);
  return { exit, errors, result };
};
const recordText = JSON.stringify(record);

describe('check-rb', () => {
  test('says roger and wilco', async () => {
    expect(await hearback(['check-rb', HO, RB, ...open])).toEqual({
      exit: 0,
      out: 'passes: roger, wilco\n',
      err: '',
    });
    const misread = await json('check-rb', HO, RB.replace('5400.00', '5100.00'));
    expect(misread.errors).toEqual([['execution/mismatch', 'amt=5100.00']]);
    expect(misread.result).toMatchObject({ roger: true, wilco: false, ho: HO });
  });

  test('finds nothing out by itself: clock, record and criteria are what is given', async () => {
    expect(await hearback(['check-rb', HO, RB, '--now', '20261002T1630Z'])).toMatchObject({ exit: 1 });
    expect(await hearback(['check-rb', HO, RB], { clock: '20261002T1629Z' })).toMatchObject({ exit: 0 });
    const other = JSON.stringify({ ...record, acct: '1' });
    expect((await json('check-rb', HO, RB, '--record', other)).errors).toEqual([
      ['record/mismatch', 'acct=40-12-88/61102938'],
    ]);
    const kept = ['--expect-acc', 'len:120w'];
    const brief = 'RW1 HO a-1 from=a to=b item=x:1 ask=DRAFT rb=acc';
    const read = 'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=DRAFT acc=len:150w';
    expect((await json('check-rb', brief, read, ...kept)).errors).toHaveLength(1);
    expect((await json('check-rb', brief, read)).errors).toEqual([]);
  });

  test.each(['', '  '])('empty kept criteria %j are wrong usage, never a weaker check', async (kept) => {
    expect(await hearback(['check-rb', HO, RB, '--expect-acc', kept, ...open])).toMatchObject({
      exit: 2,
      out: '',
    });
  });

  test('takes one line from standard input and one from a file', async () => {
    const path = file('ho.rw', `# the handoff\n${HO}\r\n`);
    expect(await hearback(['check-rb', `@${path}`, '-', ...open], { stdin: `${RB}\n` })).toMatchObject({
      exit: 0,
    });
  });

  test('several lines for one, none, or standard input for both, are wrong usage', async () => {
    for (const stdin of [`${RB}\n${RB}\n`, '\n']) {
      expect(await hearback(['check-rb', HO, '-', ...open], { stdin })).toMatchObject({ exit: 2, out: '' });
    }
    expect(await hearback(['check-rb', '-', '-', ...open], { stdin: HO })).toMatchObject({
      exit: 2,
      out: '',
    });
  });

  test('a line that does not parse is shown with its caret, beside what is found about the other', async () => {
    const { exit, out } = await hearback([
      'check-rb',
      HO.replace('ask=PAY', 'ask=PAI'),
      `${RB} hue=red`,
      ...open,
    ]);
    expect(exit).toBe(1);
    expect(out).toContain('error[slot/code]');
    expect(out).toMatch(/ {2}at HO, column \d+\n {4}.*ask=PAI.*\n +\^{7}\n/);
    expect(out).toContain('warning[slot/unknown]');
    expect(out).toMatch(/not checked \(1 error, 1 warning\)\n$/);
  });

  test('the wrong type of message is exit code 1, with the word', async () => {
    const { exit, errors } = await json('check-rb', HO, DN);
    expect({ exit, errors }).toEqual({ exit: 1, errors: [['usage/type', 'DN']] });
  });

  test('warnings of the lines count under --strict', async () => {
    const blanks = RB.replace(' p=pay', '  p=pay');
    expect(await hearback(['check-rb', HO, blanks, ...open])).toMatchObject({ exit: 0 });
    const strict = await hearback(['check-rb', HO, blanks, ...open, '--strict']);
    expect(strict.exit).toBe(1);
    expect(strict.out).toMatch(/fails: roger, wilco \(1 warning, and --strict fails on warnings\)\n$/);
  });
});

describe('a record', () => {
  const unreadable = ['{', '[]', '"x"', 'null', '{"amt":"1.00","amt":"2.00"}', '{"amt":1.00,}'];
  test.each(unreadable)(
    'that is no JSON object, or names a value twice, is wrong usage: %s',
    async (text) => {
      for (const args of [
        ['check-rb', HO, RB, '--record', text],
        ['check-ho', HO, text],
        ['make-ho', text],
      ]) {
        expect(await hearback([...args, ...open])).toMatchObject({ exit: 2, out: '' });
      }
    },
  );

  test('comes from a file or standard input as well', async () => {
    const path = file('record.json', `\uFEFF${recordText}\n`);
    expect(await hearback(['check-ho', HO, `@${path}`, ...open])).toMatchObject({ exit: 0 });
    expect(await hearback(['check-ho', HO, '-', ...open], { stdin: recordText })).toMatchObject({
      exit: 0,
    });
    expect(await hearback(['check-ho', HO, '@/nowhere.json', ...open])).toMatchObject({ exit: 2, out: '' });
  });
});

describe('check-ho', () => {
  test('refuses what differs from the record, with money that is not 100 times less', async () => {
    expect((await json('check-ho', HO, JSON.stringify({ ...record, amt: '54.00' }))).errors).toEqual([
      ['record/mismatch', 'amt=5400.00'],
    ]);
    expect((await json('check-ho', HO, JSON.stringify({ ...record, amt: 5400.0 }))).errors[0]?.[0]).toBe(
      'record/value',
    );
  });

  test('an execution slot that the record lacks is a problem, unless named as one to be added', async () => {
    const { apref, ref, ...less } = record;
    const text = JSON.stringify(less);
    expect((await json('check-ho', HO, text)).errors).toEqual([
      ['record/unapproved', `ref=${ref}`],
      ['record/unapproved', `apref=${apref}`],
    ]);
    expect((await json('check-ho', HO, text, '--add', 'ref,apref')).errors).toEqual([]);
    expect((await json('check-ho', HO, text, '--add', 'ref', '--add', 'apref')).errors).toEqual([]);
    expect(await hearback(['check-ho', HO, text, '--add', 'reff', ...open])).toMatchObject({
      exit: 2,
      out: '',
    });
  });

  test('--relay compares with the received handoff in place of a record', async () => {
    const received = 'RW1 HO a-1 from=a to=b item=x:1 ask=FIX due=20261002 // now';
    const forwarded = 'RW1 HO b-1 re=a-1 from=b to=c item=x:1 ask=FIX due=20261002 // now';
    expect((await json('check-ho', forwarded, '--relay', received)).errors).toEqual([]);
    expect((await json('check-ho', forwarded.replace('1002', '1003'), '--relay', received)).errors).toEqual([
      ['relay/mismatch', 'due=20261003'],
    ]);
  });

  test('neither, or both, is wrong usage: there is one thing to compare with', async () => {
    expect(await hearback(['check-ho', HO, ...open])).toMatchObject({ exit: 2, out: '' });
    expect(await hearback(['check-ho', HO, recordText, '--relay', HO, ...open])).toMatchObject({
      exit: 2,
      out: '',
    });
    expect(await hearback(['check-ho', HO, '--relay', HO, '--add', 'ref', ...open])).toMatchObject({
      exit: 2,
      out: '',
    });
  });
});

describe('check-dn', () => {
  test('compares the done report with the plan', async () => {
    expect(await hearback(['check-dn', HO, DN, '--rb', RB, ...open])).toMatchObject({ exit: 0 });
    expect((await json('check-dn', HO, DN.replace('61102938', '61102939'))).errors).toEqual([
      ['done/mismatch', 'acct=40-12-88/61102939'],
    ]);
  });

  test('a readback is judged as of when it was confirmed, not by the clock of today', async () => {
    const later = ['--now', '20261231T0900Z'];
    expect(await hearback(['check-dn', HO, DN, '--rb', RB, ...later])).toMatchObject({ exit: 0 });
    const confirmed = ['--rb', RB, '--confirmed', '20261002T1630Z'];
    expect(await hearback(['check-dn', HO, DN, ...confirmed, ...later])).toMatchObject({ exit: 1 });
    expect(await hearback(['check-dn', HO, DN, '--rb', RB, '--confirmed', 'noon', ...later])).toMatchObject({
      exit: 2,
    });
  });

  test('--confirmed and --expect-acc without a readback are wrong usage', async () => {
    for (const option of ['--confirmed', '--expect-acc']) {
      expect(await hearback(['check-dn', HO, DN, option, '20261002T1000Z', ...open])).toMatchObject({
        exit: 2,
        out: '',
      });
    }
  });
});

describe('check-an', () => {
  test.each([
    ['HOLD', 0],
    ['APPROVE', 0],
    ['CALLBACK', 1],
  ])('takes %s as the question allows', async (val, exit) => {
    expect(await hearback(['check-an', AQ, AN.replace('HOLD', val)])).toMatchObject({ exit });
  });
});

describe('check-thread', () => {
  const exchange = `${HO}\n${RB}\nRW1 AN scheduler-2 re=payer-1 p=pay from=scheduler to=payer val=Y x_tok=tk1\n${DN}\n`;

  test('says how many handoffs closed', async () => {
    const { exit, out } = await hearback(['check-thread', '-', ...open], { stdin: exchange });
    expect(exit).toBe(0);
    expect(out).toMatch(/passes: 4 lines, 1 handoff, 1 closed\n$/);
  });

  test('numbers findings by the lines of the file, skipped ones included', async () => {
    const path = file('thread.rw', `# Friday\n\n${HO}\n`);
    const { exit, out } = await hearback(['check-thread', path, '--now', '20261002T1700Z']);
    expect(exit).toBe(1);
    expect(out).toContain(`  at ${path}:3:`);
    expect(out).toMatch(/fails: 1 line, 1 handoff, 0 closed \(1 error\)\n$/);
  });

  test('with --json is one object, after one for each line with findings of its own', async () => {
    const stdin = `${exchange}RW1 ST payer-9 p=pay from=payer to=scheduler item=x:1 hue=red\n`;
    const { exit, out } = await hearback(['check-thread', '-', '--json', ...open], { stdin });
    const [line, thread, ...rest] = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(exit).toBe(0);
    expect(line).toMatchObject({ number: 5, valid: true, diagnostics: [{ code: 'slot/unknown' }] });
    expect(thread).toMatchObject({ passes: true, lines: 5, owners: { 'inv:MD-2026-057': 'payer' } });
    expect(thread.handoffs).toHaveLength(1);
    expect(rest).toEqual([]);
  });

  test('shows what a line tells of the conversation with that line, and what its end shows at the end', async () => {
    const stdin = `${HO}\n${DN}\n${HO.replace('scheduler-1', 'scheduler-9')}\n`;
    const { exit, out } = await hearback(['check-thread', '-', '--json', ...open], { stdin });
    const rows = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    const codes = rows.map(({ diagnostics }) => diagnostics.map(({ code }: { code: string }) => code));
    expect(exit).toBe(1);
    expect(codes).toEqual([['thread/no-readback'], ['thread/open']]);
    expect(rows).toMatchObject([
      { number: 2, valid: true },
      { passes: false, lines: 3 },
    ]);
  });

  test('an unreadable line is a problem and never ends the run', async () => {
    const { exit, out } = await hearback(['check-thread', '-', ...open], { stdin: `${exchange}RW1 HO\n` });
    expect(exit).toBe(1);
    expect(out).toContain('error[thread/unreadable]');
    expect(out).toMatch(/fails: 5 lines, 1 handoff, 1 closed/);
  });

  test('warnings of its lines fail it under --strict', async () => {
    const stdin = exchange.replace(' p=pay', '  p=pay');
    expect(await hearback(['check-thread', '-', ...open], { stdin })).toMatchObject({ exit: 0 });
    expect(await hearback(['check-thread', '-', ...open, '--strict'], { stdin })).toMatchObject({ exit: 1 });
  });

  test('--excerpt allows a re= that names no line of the file', async () => {
    const stdin = RB;
    expect(await hearback(['check-thread', '-', ...open], { stdin })).toMatchObject({ exit: 1 });
    expect(await hearback(['check-thread', '-', ...open, '--excerpt'], { stdin })).toMatchObject({ exit: 0 });
  });
});
