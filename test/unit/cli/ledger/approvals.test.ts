import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLedger } from '../../../../src/ledger/index.ts';
import { openSqlite } from '../../../../src/ledger/sqlite.ts';
import { CliOffice } from '../../../support/cli-office.ts';
import { at, HO0, record } from '../../../support/ledger/lines.ts';
import { mayPay, says } from '../../../support/ledger/questions.ts';

let office: CliOffice;
let reference: string;
let line: string;
beforeAll(async () => {
  office = await CliOffice.open();
  office.clock = at('14:00:00');
  office.configure({}, { sources: [{ kind: 'approvals' }] });
  await office.run('ap-office', 'send', mayPay(1));
  const store = openSqlite(office.ledger);
  const ledger = createLedger({ store, clock: () => at('14:00:00') });
  const person = ledger.as({ principal: 'm.okafor', agents: ['human'], person: true });
  const said = await says(person, 'scheduler-1', 'APPROVE');
  await store.close();
  if (said.outcome !== 'answered' || said.approval === null) throw new Error(JSON.stringify(said));
  reference = said.approval.reference;
  line = HO0.replace('scheduler-1', 'scheduler-5').replace('FD-0929', reference);
});
afterAll(() => office.remove());

test('approvals shows the values, who said go and how that was proved', async () => {
  const { status, stdout } = await office.run(null, 'approvals', `item=${record.item}`);
  expect(status).toBe(0);
  for (const word of [reference, 'PAY', '5400.00', record.acct, 'm.okafor', 'passkey pk-1', 'holds'])
    expect(stdout).toContain(word);
  const { stdout: json } = await office.run(null, 'approvals', `item=${record.item}`, '--json');
  expect(JSON.parse(json)).toMatchObject({
    reference,
    record: { amt: '5400.00', ask: 'PAY', item: record.item },
  });
  expect(await office.run(null, 'approvals', 'item=inv:none')).toMatchObject({ status: 1 });
});

test('check-ho takes an approval as the record, and refuses another amount', async () => {
  const check = (one: string) => office.run(null, 'check-ho', one, '--approved', '--now', '20261002T1400Z');
  expect(await check(line)).toMatchObject({ status: 0 });
  const other = await check(line.replace('amt=5400.00', 'amt=5401.00'));
  expect([other.status, other.stdout]).toEqual([1, expect.stringContaining('record/mismatch')]);
  const nobody = await check(line.replaceAll('MD-2026-057', 'MD-1'));
  expect([nobody.status, nobody.stderr]).toEqual([1, expect.stringContaining('approval/none')]);
  expect(await office.run(null, 'check-ho', line, '{"amt":"5400.00"}', '--approved')).toMatchObject({
    status: 2,
  });
});

test('send --approved sends what was approved and nothing else; prepare, confirm and commit make one payment', async () => {
  const other = line.replace('scheduler-5', 'scheduler-4').replace('amt=5400.00', 'amt=5401.00');
  expect(await office.run('ap-office', 'send', other, '--approved')).toMatchObject({ status: 1 });
  expect(await office.run('ap-office', 'send', line, '--approved', '--record', '{}')).toMatchObject({
    status: 2,
  });
  expect(await office.run('ap-office', 'send', mayPay(9), '--approved')).toMatchObject({ status: 2 });
  expect(await office.run('ap-office', 'send', line, '--approved')).toMatchObject({ status: 0 });
  const prepared = await office.run('treasury', 'prepare', 'scheduler-5');
  expect(prepared).toMatchObject({ status: 0 });
  const [, token = ''] = / x_tok=(\S+)/.exec(prepared.stdout) ?? [];
  expect(await office.run('ap-office', 'confirm', token)).toMatchObject({ status: 0 });
  expect(await office.run('treasury', 'commit', token)).toMatchObject({ status: 0 });
  expect(await office.run('treasury', 'commit', token)).toMatchObject({ status: 0 });
  expect(office.paid()).toHaveLength(1);
});

test('a handoff that nobody approved is sent with a record of its own, and not prepared where approvals are the source', async () => {
  const own = HO0.replace('scheduler-1', 'scheduler-7').replaceAll('MD-2026-057', 'MD-7');
  const kept = JSON.stringify({ ...record, item: 'inv:MD-7', ref: 'MD-7' });
  expect(await office.run('ap-office', 'send', own, '--record', kept)).toMatchObject({ status: 0 });
  const { status, stderr, stdout } = await office.run('treasury', 'prepare', 'scheduler-7');
  expect([status, `${stdout}${stderr}`]).toEqual([
    1,
    expect.stringContaining('nobody has approved PAY of inv:MD-7'),
  ]);
});

test('show tells of a question every value whole, and what keeps a person from saying go (F17)', async () => {
  const acct = `40-12-88/${'7'.repeat(54)}9`;
  await office.run('ap-office', 'send', mayPay(20, { acct }));
  const { stdout } = await office.run(null, 'show', 'scheduler-20');
  for (const row of [
    /acct +40-12-88\/7{54}9\n/,
    /amt +5400\.00/,
    /answers +APPROVE, HOLD, CALLBACK/,
    /until +2026-10-03T00:00:00Z/,
  ])
    expect(stdout).toMatch(row);
  expect(stdout).not.toContain('no go');
  await office.run('ap-office', 'send', mayPay(21, { acct: null }));
  const missing = await office.run(null, 'show', 'scheduler-21');
  expect(missing.stdout).toMatch(/acct +MISSING/);
  expect(missing.stdout).toMatch(/no go +acct has no value, and PAY runs with it/);
});

test('another amount is not prepared, though its sender keeps a record that says it', async () => {
  const other = line.replace('scheduler-5', 'scheduler-40').replace('amt=5400.00', 'amt=999999.00');
  const own = JSON.stringify({ ...record, apref: reference, amt: '999999.00' });
  expect(await office.run('ap-office', 'send', other, '--record', own)).toMatchObject({ status: 0 });
  const { status, stdout, stderr } = await office.run('treasury', 'prepare', 'scheduler-40');
  expect(status).toBe(1);
  expect(stdout + stderr).toContain('amt was approved as 5400.00, and would run as 999999.00');
});
