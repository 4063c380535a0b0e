import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEachStore } from '../../../support/cli-offices.ts';
import { at, values } from '../../../support/ledger/lines.ts';
import { hearback } from '../run.ts';

const spec = join(import.meta.dirname, '../../../../spec');
const tokenIn = (line: string): string => / x_tok=(\S+)/.exec(line)?.[1] ?? '';

atEachStore((office) => {
  test('of three prepared, the one that is cleared runs; the others stay and are listed (F11)', async () => {
    const lines = [await office().prepared(1), await office().prepared(2), await office().prepared(3)];
    await office().run('ap-office', 'confirm', lines[1] as string);
    const ended = await Promise.all(lines.map((line) => office().json('treasury', 'commit', line)));
    expect(ended.map(({ exit, outcome, reason }) => [exit, outcome, reason])).toEqual([
      [4, 'refused', 'unconfirmed'],
      [0, 'executed', undefined],
      [4, 'refused', 'unconfirmed'],
    ]);
    expect(office().paid()).toMatchObject([{ item: 'inv:MD-2' }]);
    const { stdout } = await office().run(null, 'open', '--json');
    const rows = stdout
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows.map(({ id, statement }) => [id, statement.state])).toEqual([
      ['scheduler-100', 'PREPARED'],
      ['scheduler-300', 'PREPARED'],
    ]);
    expect((await office().run(null, 'thread', '--lines')).stdout.match(/^RW1 DN /gm)).toHaveLength(1);
  });

  test('an outcome that nobody knows is undecided until a person says what was seen (A4, A12)', async () => {
    office().configure({ env: { BANK_DOES: 'fails' } });
    const line = await office().confirmed(1);
    const unknown = await office().json('treasury', 'commit', line);
    expect(unknown).toMatchObject({ exit: 3, outcome: 'unknown', next: 'person' });
    expect(unknown['message']).toMatch(
      /^UNKNOWN: PAY of inv:MD-1 \(.*amt=5400.00.*\) may or may not have been done at /,
    );
    expect((await office().json('treasury', 'commit', line))['exit']).toBe(3);
    expect((await office().run(null, 'open')).stdout).toMatch(
      /QUESTION about an outcome that nobody knows {2}inv:MD-1 {2}payer asks human: EXECUTED, NOTEXEC, STILL-UNKNOWN/,
    );
    expect((await office().json('treasury', 'reconcile')).exit).toBe(3);
    expect(office().paid()).toHaveLength(1);
    expect(await office().json('treasury', 'prepare', 'scheduler-100')).toMatchObject({
      exit: 1,
      reason: 'live-statement',
    });
    const shown = await office().run(null, 'show', tokenIn(line));
    expect(shown.stdout).toMatch(/^UNKNOWN: .*Look for /);
    const seen = { ...(office().paid()[0]?.values ?? {}) };
    const answer = ['reconcile', line, '--answer', 'EXECUTED', '--evidence', 'statement of account, line 14'];
    const person = (...more: string[]) => office().json('m.okafor', ...answer, ...more);
    expect(await office().json('treasury', ...answer, '--values', JSON.stringify(seen))).toMatchObject({
      exit: 1,
      reason: 'not-a-person',
    });
    expect(await person()).toMatchObject({ exit: 1, reason: 'needs-values' });
    expect(await person('--values', JSON.stringify(seen))).toMatchObject({
      exit: 0,
      outcome: 'executed',
      mismatch: false,
    });
    expect(await office().json('treasury', 'commit', line)).toMatchObject({
      exit: 0,
      outcome: 'executed',
      repeat: true,
    });
    expect(office().paid()).toHaveLength(1);
    expect((await office().run('treasury', 'reconcile')).stdout).toBe('nothing is unknown\n');
  });

  test('a key that the bank honours settles it by itself (A5)', async () => {
    const can = {
      idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' },
      lookup: { kind: 'by-key' },
    };
    office().configure({ env: { BANK_DOES: 'fails', BANK_KEYS: '1' }, can });
    const line = await office().confirmed(1);
    expect(await office().json('treasury', 'commit', line)).toMatchObject({ exit: 3, next: 'resend' });
    office().configure({ env: { BANK_KEYS: '1' }, can });
    expect(await office().json('treasury', 'reconcile')).toMatchObject({ exit: 0, outcome: 'executed' });
    expect(office().paid()).toHaveLength(1);
  });

  test('another account than was planned is executed, told, and waits for somebody to decide', async () => {
    office().configure({ env: { BANK_DOES: 'swaps-account' } });
    const ended = await office().run('treasury', 'commit', await office().confirmed(1));
    expect([ended.status, ended.stdout]).toEqual([3, '']);
    expect(ended.stderr).toMatch(/^MISMATCH: executed acct=20-00-00\/99999999, plan 40-12-88\/61102938/);
    expect((await office().run(null, 'check-dn', 'scheduler-100')).status).toBe(1);
    const waits = await office().run(null, 'open');
    expect(waits.stdout).toMatch(
      /^payer-\d+ {2}QUESTION about what ran: undo it\? {2}inv:MD-1 {2}payer asks scheduler {2}\d+ s old\n {2}.*undo it\?\n$/,
    );
    const { question } = await office().json(null, 'open');
    expect(question).toMatchObject({ about: 'undo', to: 'scheduler', from: 'payer' });
    const no = `RW1 AN scheduler-900 re=${(question as { id: string }).id} p=pay from=scheduler to=payer val=N`;
    expect((await office().run('ap-office', 'send', no)).status).toBe(0);
    expect((await office().run(null, 'open')).stdout).toBe('nothing is open in main\n');
  });

  test('a no is a no: exit code 1, and the report says why', async () => {
    office().configure({ env: { BANK_DOES: 'declines' } });
    const ended = await office().json('treasury', 'commit', await office().confirmed(1));
    expect(ended).toMatchObject({
      exit: 1,
      outcome: 'not-executed',
      line: expect.stringMatching(/^RW1 FL .*insufficient funds/),
    });
    expect(office().paid()).toEqual([]);
  });

  test('nothing runs for another principal, for what was discarded, or without an executor (T16)', async () => {
    const line = await office().confirmed(1);
    expect(await office().json('ap-office', 'commit', line)).toMatchObject({ exit: 1, reason: 'not-yours' });
    expect(await office().json('treasury', 'confirm', line)).toMatchObject({ exit: 1 });
    expect(await office().json('ap-office', 'abandon', line)).toMatchObject({ exit: 1, reason: 'not-yours' });
    expect(await office().json('treasury', 'commit', 'A'.repeat(22))).toMatchObject({
      exit: 1,
      reason: 'unknown-token',
    });
    for (let again = 0; again < 2; again++) {
      expect(await office().json('treasury', 'abandon', line)).toMatchObject({
        exit: 0,
        outcome: 'abandoned',
      });
    }
    expect(await office().json('treasury', 'commit', line)).toMatchObject({ exit: 1, reason: 'abandoned' });
    office().configure({}, { executors: {} });
    expect(await office().json('treasury', 'prepare', 'scheduler-100')).toMatchObject({
      exit: 1,
      reason: 'no-executor',
    });
    expect(office().paid()).toEqual([]);
  });

  test('a cancel before the claim discards the statement (A7)', async () => {
    const line = await office().confirmed(1);
    expect((await office().run('ap-office', 'cancel', 'scheduler-100')).status).toBe(0);
    const late = await office().json('treasury', 'commit', line);
    expect(late).toMatchObject({
      exit: 1,
      reason: 'abandoned',
      message: expect.stringMatching(/CX scheduler-\d+/),
    });
    expect(office().paid()).toEqual([]);
  });

  test('a readback line is read by the profiles of the config file', async () => {
    const pay = JSON.parse(readFileSync(join(spec, 'profiles/pay.json'), 'utf8'));
    mkdirSync(office().path('profiles'));
    writeFileSync(office().path('profiles/mine.json'), JSON.stringify({ ...pay, profile: 'mine' }));
    office().configure({}, { profiles: ['profiles'] });
    const words = Object.entries(values).map(([slot, value]) => `${slot}=${value}`);
    const ho = `RW1 HO scheduler-900 p=mine from=scheduler to=payer item=inv:MD-9 ask=PAY rb=exec ${words.join(' ')}`;
    const kept = JSON.stringify({ item: 'inv:MD-9', ask: 'PAY', ...values });
    expect((await office().run('ap-office', 'send', ho, '--record', kept)).status).toBe(0);
    const line = (await office().run('treasury', 'prepare', 'scheduler-900')).stdout.trim();
    expect(line).toContain('p=mine');
    expect((await office().run(null, 'show', line)).status).toBe(0);
    expect(await office().run('ap-office', 'confirm', line)).toMatchObject({ status: 0 });
    expect(await office().json('treasury', 'commit', line)).toMatchObject({ exit: 0, outcome: 'executed' });
  });

  test('a readback line that is not the ledger’s confirms and commits nothing', async () => {
    const line = await office().prepared(1);
    const altered = line.replace('amt=5400.00', 'amt=54.00');
    for (const [principal, verb] of [
      ['ap-office', 'confirm'],
      ['treasury', 'commit'],
      ['treasury', 'abandon'],
    ] as const) {
      const { status, stderr } = await office().run(principal, verb, altered);
      expect([status, stderr]).toEqual([1, expect.stringContaining('[line-differs]')]);
    }
    expect((await office().run('ap-office', 'confirm', line)).status).toBe(0);
  });

  test('a dry run goes to the statement and writes nothing', async () => {
    await office().sent(1);
    const before = (await office().run(null, 'thread')).stdout;
    const dry = await office().json('treasury', 'prepare', 'scheduler-100', '--dry-run');
    expect(dry).toMatchObject({ exit: 0, outcome: 'dry-run', would: { outcome: 'prepared' } });
    expect((await office().run('treasury', 'prepare', 'scheduler-100', '--dry-run')).stderr).toMatch(
      /^DRY RUN: nothing was written/,
    );
    expect((await office().run(null, 'thread')).stdout).toBe(before);
  });

  test('prepare compares the call and the records, asks where they differ, and says what the bank cannot do', async () => {
    await office().sent(1);
    const differs = await office().run('treasury', 'prepare', 'scheduler-100', '--call', '{"amt":"5450.00"}');
    expect([differs.status, differs.stdout]).toEqual([3, '']);
    expect(differs.stderr).toMatch(/^QUESTION: .*\n {2}amt {2}sent 5400.00, the call says 5450.00\nRW1 AQ /);
    await office().sent(2);
    const plain = await office().run('treasury', 'prepare', 'scheduler-200');
    expect(plain.stderr).toContain('note: bank takes no idempotency key');
    for (const slot of ['sup      marlow', 'amt      5400.00', 'acct     40-12-88/61102938']) {
      expect(plain.stderr).toContain(slot);
    }
  });

  test('a statement runs before its exp, and not at it or after: by the ledger’s clock alone (A10)', async () => {
    // half a minute before: the send itself has to begin before exp too, however slow the machine is
    const moments = ['14:04:30.000', '14:05:00.000', '14:05:00.001'];
    const ended = [];
    for (const [at_, moment] of moments.entries()) {
      office().clock = at('14:00:00');
      const line = await office().confirmed(at_ + 1, ' exp=20261002T1405Z');
      office().clock = at(moment);
      ended.push(await office().json('treasury', 'commit', line));
    }
    expect(ended.map(({ exit, outcome, reason }) => [exit, outcome, reason])).toEqual([
      [0, 'executed', undefined],
      [1, 'refused', 'expired'],
      [1, 'refused', 'expired'],
    ]);
    expect(ended[2]?.['message']).toMatch(/^EXPIRED: window closed 2026-10-02T14:05:00.*Prepare again/);
    expect(office().paid()).toMatchObject([{ item: 'inv:MD-1' }]);
  });

  test('a handoff that nobody reads stays its sender’s, is listed with its age, and is orphaned past its exp (F13)', async () => {
    office().clock = at('14:00:00');
    await office().sent(1, ' exp=20261002T1700Z');
    office().clock = at('15:30:00');
    const [early] = (await office().run(null, 'open', '--json')).stdout.trim().split('\n');
    expect(JSON.parse(early as string)).toMatchObject({
      id: 'scheduler-100',
      state: 'OPEN',
      owner: 'scheduler',
      age: 5_400_000,
      orphaned: false,
    });
    expect((await office().run(null, 'open')).stdout).toMatch(
      /scheduler has it {2}1 h old {2}exp 20261002T1700Z\n$/,
    );
    office().clock = at('17:00:00');
    expect((await office().run(null, 'open')).stdout).toContain('ORPHANED: its time has passed');
    const { stdout } = await office().run(null, 'thread', '--lines');
    const thread = await hearback(['check-thread', '-', '--now', '20261002T1700Z'], { stdin: stdout });
    expect([thread.exit, thread.out]).toEqual([1, expect.stringContaining('error[thread/orphaned]')]);
  });
});
