import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signCallback } from '../../../../src/act/index.ts';
import { CliOffice } from '../../../support/cli-office.ts';
import { hearback } from '../run.ts';
import { written } from './workshop.ts';

const secret = 'a secret of the bank and the office';

describe('callback', () => {
  let office: CliOffice;
  let token: string;
  let key: string;
  beforeEach(async () => {
    office = await CliOffice.open();
    written(office.folder, 'callbacks', secret);
    office.configure({ env: { BANK_DOES: 'fails' }, callback: { secret: { file: 'callbacks' } } });
    const line = await office.confirmed(1);
    expect((await office.run('treasury', 'commit', line)).status).toBe(3);
    token = / x_tok=(\S+)/.exec(line)?.[1] ?? '';
    key = office.paid()[0]?.key ?? '';
  });
  afterEach(() => office.remove());

  const tells = (outcome: object): string => JSON.stringify({ key, token, ...outcome });
  const signed = (body: string, at = Date.now() / 1_000): string => signCallback({ secret, body, at });
  const told = (body: string, signature: string, ...more: readonly string[]) => {
    const file = written(office.folder, 'body.json', body);
    return office.json('treasury', 'callback', `@${file}`, '--signature', signature, ...more);
  };
  const found = (): object => ({ outcome: 'found', values: office.paid()[0]?.values });

  test('settles what was unknown, and a repeat changes nothing', async () => {
    const body = tells(found());
    expect(await told(body, signed(body))).toMatchObject({ exit: 0, outcome: 'executed', repeat: false });
    expect(await told(body, signed(body))).toMatchObject({ exit: 0, outcome: 'executed', repeat: true });
    expect((await office.run(null, 'check-dn', 'scheduler-100')).status).toBe(0);
  });

  test('is read from standard input to the byte', async () => {
    const body = tells(found());
    const outside = {
      environment: { HEARBACK_LEDGER: office.ledger, HEARBACK_CONFIG: office.path('hearback.json') },
    };
    const args = ['callback', '-', '--signature', signed(body), '--key-file', office.path('treasury.key')];
    expect((await hearback(args, { ...outside, stdin: `${body}\n` })).exit).toBe(1);
    expect(await hearback(args, { ...outside, stdin: body })).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^RW1 DN /),
    });
    const asWord = await hearback(['callback', body, ...args.slice(2)], outside);
    expect([asWord.exit, asWord.err]).toEqual([2, expect.stringContaining('BODY is - or @file')]);
  });

  test('that nobody signed, an old one, or one of another act changes nothing', async () => {
    const body = tells(found());
    const refused = (reason: string): object => ({ exit: 1, outcome: 'refused', reason });
    expect(await told(`${body} `, signed(body))).toMatchObject(refused('unsigned-callback'));
    expect(await told(body, signed(body, Date.now() / 1_000 - 900))).toMatchObject({
      reason: 'stale-callback',
    });
    const other = JSON.stringify({ key: 'another', token, ...found() });
    expect(await told(other, signed(other))).toMatchObject(refused('other-key'));
    expect(await told(body, signed(body), '--executor', 'another')).toMatchObject(refused('no-executor'));
    expect((await office.run(null, 'open')).stdout).toContain('UNKNOWN');
  });

  test('may leave the statement to the address that was called', async () => {
    const body = JSON.stringify({ key, ...found() });
    expect((await told(body, signed(body))).exit).toBe(1);
    expect(await told(body, signed(body), '--token', token, '--executor', 'bank')).toMatchObject({ exit: 0 });
  });

  test('takes a signature by all means', async () => {
    expect((await office.run('treasury', 'callback', '-')).status).toBe(2);
  });
});
