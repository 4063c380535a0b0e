import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { atEachStore } from '../../../support/cli-offices.ts';
import { values } from '../../../support/ledger/lines.ts';
import { hearback } from '../run.ts';
import { openFolder, written } from './workshop.ts';

const folder = openFolder();
const bank = join(import.meta.dirname, '../../../support/ledger/bank-process.ts');
let number = 0;

function configWith(executor: object, more: object = {}): { readonly config: string; readonly paid: string } {
  const paid = join(folder, `bank-${++number}.jsonl`);
  const pay = {
    kind: 'command',
    name: 'bank',
    command: process.execPath,
    args: [bank],
    env: { BANK_FILE: paid, BANK_KEYS: '1' },
  };
  const text = JSON.stringify({ executors: { PAY: { ...pay, ...executor } }, ...more });
  return { config: written(folder, `${number}.json`, text), paid };
}

describe('executor check', () => {
  const keyed = {
    idempotency: { kind: 'key', retention: 60, mismatch: 'cached' },
    lookup: { kind: 'by-key' },
  };
  const other = JSON.stringify({ ...values, amt: '1.00', ref: 'MD-2' });

  test('names what an executor gets wrong of what it declares, and counts what was really done', async () => {
    const honest = configWith({ can: keyed });
    const forgetful = configWith({ env: { BANK_FILE: honest.paid }, can: keyed }); // it knows no key
    const args = [
      'executor',
      'check',
      'PAY',
      '--values',
      JSON.stringify(values),
      '--other-values',
      other,
      '--json',
    ];
    const failedOf = async (config: string): Promise<readonly string[]> => {
      const { exit, out } = await hearback([...args, '--config', config, '--effects', honest.paid]);
      const rows: { probe: string; holds: boolean | null }[] = JSON.parse(out).rows;
      const failed = rows.filter(({ holds }) => holds === false).map(({ probe }) => probe);
      expect(exit).toBe(failed.length === 0 ? 0 : 1);
      return failed;
    };
    expect(await failedOf(honest.config)).not.toContain('key');
    expect(await failedOf(forgetful.config)).toContain('key');
  });

  test('looks for the secrets of the executor in what it says', async () => {
    const leaky = written(
      folder,
      'leaky.sh',
      'read -r c; echo "{\\"outcome\\":\\"executed\\",\\"values\\":{\\"sup\\":\\"x\\"},\\"reference\\":\\"$TOKEN\\"}"',
    );
    const config = written(
      folder,
      'leaky.json',
      JSON.stringify({
        executors: {
          PAY: {
            kind: 'command',
            name: 'leaky',
            command: 'sh',
            args: [leaky],
            secrets: { TOKEN: { environment: 'BANK_TOKEN' } },
          },
        },
      }),
    );
    const environment = { BANK_TOKEN: 'canary-secret-of-the-bank' };
    const { exit, out, err } = await hearback(
      ['executor', 'check', 'PAY', '--config', config, '--values', '{"sup":"x"}'],
      { environment },
    );
    expect(exit).toBe(1);
    expect(out + err).not.toContain('canary');
  });

  test('is told what it needs', async () => {
    const { config } = configWith({});
    const check = async (...args: string[]) =>
      (await hearback(['executor', 'check', ...args, '--config', config])).exit;
    expect(await check('PAY')).toBe(2);
    expect(await check('SEND', '--values', '{}')).toBe(2);
    expect(await check('constructor', '--values', '{}')).toBe(2);
    expect(await check('PAY', '--values', '{"amt":5400}')).toBe(2);
    expect(await check('PAY', '--values', '[]')).toBe(2);
  });
});

describe('an executor or a source that cannot be made is refused with its place', () => {
  test.each([
    [{ command: undefined }, {}, /^hearback doctor: .*\d\.json:1:\d+ at \$\.executors\.PAY/],
    [{ comand: 'x' }, {}, /unknown key comand/],
    [{ kind: 'ftp' }, {}, /kind is ftp; write command, http/],
    [{ can: { lookup: { kind: 'by-guess' } } }, {}, /at \$\.executors\.PAY\.can\.lookup\.kind/],
    [{}, { sources: [{ kind: 'xml' }] }, /at \$\.sources\[0\]\.kind/],
    [{}, { executors: { pay: {} } }, /"pay" is not an ask/],
  ])('%j %j', async (executor, more, says) => {
    const { config } = configWith(executor, more);
    const ledger = join(folder, 'a.ledger');
    await hearback(['ledger', 'init', '--ledger', ledger]);
    await hearback([
      'principal',
      'add',
      'treasury',
      '--agents',
      'payer',
      '--key-file',
      join(folder, 'k'),
      '--ledger',
      ledger,
    ]);
    const args = ['--config', config, '--ledger', ledger];
    const doctor = await hearback(['doctor', ...args]);
    const prepare = await hearback(['prepare', 'x-1', ...args, '--key-file', join(folder, 'k')]);
    expect([doctor.exit, prepare.exit]).toEqual([2, 2]);
    expect(prepare.err.replace('hearback prepare', 'hearback doctor')).toMatch(says);
  });

  test('two executors of one name are one too many', async () => {
    const pay = { kind: 'command', name: 'bank', command: 'one' };
    const config = written(
      folder,
      'two.json',
      JSON.stringify({ executors: { PAY: pay, SEND: { ...pay, command: 'two' } } }),
    );
    const { exit, err } = await hearback(['executor', 'check', 'PAY', '--values', '{}', '--config', config]);
    expect([exit, err]).toEqual([2, expect.stringContaining('another executor is called bank too')]);
  });
});

atEachStore((office) => {
  test('what a handoff leaves open is found in the records, and what they contradict becomes a question', async () => {
    const books = (rows: string): void =>
      writeFileSync(office().path('suppliers.csv'), `supplier,account\n${rows}\n`);
    const source = {
      kind: 'csv',
      file: 'suppliers.csv',
      key: { slot: 'sup', column: 'supplier' },
      columns: { account: 'acct' },
    };
    books(`marlow,${values.acct}`);
    office().configure({}, { sources: [source] });
    await office().sent(1);
    expect(await office().json('treasury', 'prepare', 'scheduler-100')).toMatchObject({
      exit: 0,
      outcome: 'prepared',
    });
    books('marlow,20-00-00/99999999');
    await office().sent(2);
    expect(await office().json('treasury', 'prepare', 'scheduler-200')).toMatchObject({
      exit: 3,
      outcome: 'question',
      contradictions: [{ slot: 'acct', resolved: '20-00-00/99999999', source: 'records' }],
    });
    office().configure({}, { sources: [source, { ...source, file: 'other.csv' }] });
    writeFileSync(office().path('other.csv'), `supplier,account\nmarlow,${values.acct}\n`);
    await office().sent(3);
    expect(await office().json('treasury', 'prepare', 'scheduler-300')).toMatchObject({
      exit: 1,
      outcome: 'refused',
    });
  });

  test('a file that the act depends on is frozen by its hash, from its folder alone (F04)', async () => {
    mkdirSync(office().path('runs'));
    writeFileSync(office().path('runs/run.sh'), 'pay\n');
    writeFileSync(office().path('outside.sh'), 'pay\n');
    symlinkSync(office().path('outside.sh'), office().path('runs/link.sh'));
    office().configure({}, { artifacts: 'runs' });
    await office().sent(1, ' art=file:run.sh');
    const { stdout } = await office().run('treasury', 'prepare', 'scheduler-100');
    expect(stdout).toMatch(/ x_sha=[0-9a-f]{64}/);
    await office().run('ap-office', 'confirm', stdout.trim());
    writeFileSync(office().path('runs/run.sh'), 'pay somebody else\n');
    expect(await office().json('treasury', 'commit', stdout.trim())).toMatchObject({
      exit: 1,
      reason: 'changed',
    });
    expect(office().paid()).toEqual([]);
    for (const [at, name] of [
      'absent.sh',
      '../outside.sh',
      'link.sh',
      office().path('outside.sh'),
    ].entries()) {
      const id = await office().sent(at + 2, ` art=file:${name}`);
      expect(await office().json('treasury', 'prepare', id)).toMatchObject({
        exit: 1,
        reason: 'unreadable-artifact',
      });
    }
  });

  test('a secret reaches the executor, and nothing else (T17)', async () => {
    const script = `const { values } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
      console.error(process.env.TOKEN);
      if (process.env.TOKEN) console.log(JSON.stringify({ outcome: 'executed', values }));`;
    writeFileSync(office().path('bank.cjs'), script);
    writeFileSync(office().path('bank.token'), 'canary-secret-of-the-bank\n', { mode: 0o600 });
    const pay = {
      kind: 'command',
      name: 'bank',
      command: process.execPath,
      args: ['bank.cjs'],
      secrets: { TOKEN: { file: 'bank.token' } },
    };
    office().configure({}, { executors: { PAY: pay } });
    const line = await office().confirmed(1);
    const commit = await office().run('treasury', 'commit', line);
    expect(commit.status).toBe(0);
    const said = [
      commit,
      await office().run(null, 'thread'),
      await office().run(null, 'ledger', 'export', '--kept'),
      await office().run(null, 'doctor'),
    ];
    expect(said.map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain('canary');
  });
});
