import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilitiesOf } from '../../../src/act/capabilities.ts';
import { executorOf, policyOf, sourceOf } from '../../../src/act/index.ts';
import { attempt } from '../../support/ledger/attempt.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-config-'));
  writeFileSync(
    join(folder, 'pay.sh'),
    '#!/bin/sh\nread -r request\nprintf \'{"outcome":"unknown","reason":"%s %s"}\' "$1" "$REGION"\n',
    { mode: 0o755 },
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const command = { kind: 'command', name: 'bank', command: './pay.sh', args: ['--now'] };
const http = { kind: 'http', name: 'bank', url: 'https://bank.example/payments' };

describe('an executor from config data', () => {
  test('is a command as seen from the file that names it', async () => {
    const executor = executorOf({ ...command, env: { REGION: 'uk' }, timeout: 5_000 }, { folder });
    expect(executor).toMatchObject({ name: 'bank', timeout: 6_000 });
    expect(await executor.run(attempt)).toEqual({ outcome: 'unknown', reason: '--now uk' });
  });

  test('is a server with all that it can do', () => {
    const can = {
      idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' },
      lookup: { kind: 'by-reference', lag: 60 },
      settlesLater: true,
      deadline: true,
      reversal: true,
      horizon: 3_600,
    };
    const executor = executorOf({
      ...http,
      can,
      lookUp: 'https://bank.example/payments?reference={reference}',
      credentials: { authorization: { environment: 'BANK_TOKEN', prefix: 'Bearer ' } },
      refusals: [
        { status: 402, final: true },
        { status: 409, mismatch: true },
      ],
      callback: { secret: { file: 'callbacks' } },
    });
    expect(executor.can).toEqual(can);
    expect([typeof executor.lookup, typeof executor.reverse, typeof executor.callback]).toEqual([
      'function',
      'function',
      'function',
    ]);
  });

  test('what is left out it cannot do', () => {
    expect(executorOf(http).can).toEqual(capabilitiesOf({}));
  });

  test.each<[unknown, RegExp]>([
    ['bank', /^config at \$: expected an object with a kind$/],
    [{ name: 'bank' }, /^config at \$\.kind: kind is missing; write command, http, tool-call$/],
    [{ kind: Object.create(null) }, /\$\.kind: kind is no text/],
    [{ kind: 'htp' }, /^config at \$\.kind: kind is htp; write http$/],
    [{ kind: 'toString' }, /\$\.kind: kind is toString/],
    [{ ...command, comand: 'x' }, /at \$\.comand: unknown key comand; write command/],
    [{ kind: 'command', name: 'bank' }, /at \$: command is missing/],
    [{ kind: 'http', url: 'https://bank.example/' }, /at \$: name is missing/],
    [{ ...command, args: ['a', 1] }, /at \$\.args\[1\]: expected a text, found a number/],
    [{ ...command, args: ['a\0'] }, /at \$\.args\[0\]: .* without U\+0000/],
    [{ ...command, timeout: 0.5 }, /at \$\.timeout: /],
    [{ ...command, can: { lookup: true } }, /at \$\.can\.lookup: expected an object, found true/],
    [
      { ...command, can: { lookup: { kind: 'by-name' } } },
      /at \$\.can\.lookup\.kind: "by-name" is not none, by-key or by-reference/,
    ],
    [
      { ...command, can: { lookup: { kind: 'by-reference' } } },
      /^config at \$: bank: lag is a number of seconds/,
    ],
    [{ ...command, can: { idempotency: { kind: 'key', retention: 60 } } }, /mismatch is error or cached/],
    [
      { ...command, can: { idempotency: { kind: 'key', mismatch: 'error' } } },
      /retention is a number of seconds/,
    ],
    [{ ...command, can: { idempotency: { kind: 'natural' } } }, /natural needs a look-up by-reference/],
    [{ ...command, can: { horizon: 'never' } }, /at \$\.can\.horizon: expected a whole number/],
    [
      { ...command, secrets: { TOKEN: {} } },
      /at \$\.secrets\.TOKEN: a secret is named by environment or by file/,
    ],
    [{ ...command, secrets: { TOKEN: { environment: 'A', file: 'b' } } }, /at \$\.secrets\.TOKEN: /],
    [{ ...command, secrets: { TOKEN: 'the secret itself' } }, /at \$\.secrets\.TOKEN: expected an object/],
    [{ ...http, url: 'http://bank.example/' }, /^config at \$: url is http to another machine/],
    [{ ...http, callback: { secret: {} } }, /at \$\.callback\.secret: /],
    [
      { ...http, refusals: [{ status: 402, where: { member: 'code' } }] },
      /at \$\.refusals\[0\]\.where: is is missing/,
    ],
  ])('%j is refused by name', (json, why) => {
    expect(() => executorOf(json)).toThrow(why);
    expect(() => executorOf(json)).toThrow(expect.objectContaining({ code: 'usage/config' }));
  });

  test('its place in a file is told with it', () => {
    const at = { path: '$.executors.PAY', placeOf: (path: string) => `hearback.json:7:3<${path}>` };
    expect(() => executorOf({ kind: 'command', name: 'bank' }, at)).toThrow(
      'hearback.json:7:3<$.executors.PAY> at $.executors.PAY: command is missing',
    );
    expect(() => executorOf({ ...http, url: 'x' }, at)).toThrow(
      'hearback.json:7:3<$.executors.PAY> at $.executors.PAY: url is an address',
    );
  });
});

describe('a source from config data', () => {
  const json = { kind: 'json', file: 'master.json', key: { slot: 'sup' }, columns: { account: 'acct' } };

  test.each<[unknown, RegExp]>([
    [{ ...json, kind: 'xml' }, /^config at \$\.kind: kind is xml; write json, csv, sql, command, approvals$/],
    [{ ...json, columns: {} }, /at \$\.columns: empty, but needs a column/],
    [{ ...json, colums: {} }, /at \$\.colums: unknown key colums; write columns/],
    [{ ...json, key: {} }, /at \$\.key: slot is missing/],
    [{ ...json, kind: 'csv' }, /at \$\.key: column is missing/],
    [
      { kind: 'sql', query: 'SELECT 1', parameters: ['sup'], columns: { a: 'acct' } },
      /a SQLite file or of postgres/,
    ],
    [
      {
        kind: 'sql',
        file: 'a',
        postgres: { environment: 'A' },
        query: 'SELECT 1',
        parameters: ['sup'],
        columns: { a: 'acct' },
      },
      /one of the two/,
    ],
    [
      { kind: 'sql', postgres: {}, query: 'SELECT 1', parameters: ['sup'], columns: { a: 'acct' } },
      /at \$\.postgres: a secret is named/,
    ],
    [{ kind: 'command', command: '', columns: { a: 'acct' } }, /at \$\.command: /],
  ])('%j is refused by name', (data, why) => {
    expect(() => sourceOf(data)).toThrow(why);
    expect(() => sourceOf(data)).toThrow(expect.objectContaining({ code: 'usage/config' }));
  });
});

describe('a policy from config data', () => {
  const rule = { on: 'readback', asks: ['PAY'], among: { sup: ['marlow'] }, answer: 'Y' };
  const asked = {
    policy: 'small',
    line: '',
    handoff: 'a-1',
    ask: 'PAY',
    item: 'x:1',
    values: {},
    answer: 'Y',
  };

  test('has the rules, and a command as seen from the file that names it', async () => {
    writeFileSync(join(folder, 'agree.sh'), '#!/bin/sh\nread -r asked\necho "{\\"agrees\\":$1}"\n', {
      mode: 0o755,
    });
    const policy = (word: string) =>
      policyOf('small', { rules: [rule], agrees: { command: './agree.sh', args: [word] } }, { folder });
    expect(policy('true')).toMatchObject({ name: 'small', rules: [rule] });
    expect(await policy('true').agrees?.(asked)).toBe(true);
    expect(await policy('false').agrees?.(asked)).toBe(false);
    expect(policyOf('small', { rules: [rule] }).agrees).toBeUndefined();
  });

  test.each<[unknown, string]>([
    [[], 'at $.p: expected an object'],
    [{}, 'rules'],
    [{ rules: [] }, 'a rule'],
    [{ rules: [{ ...rule, on: 'answer' }] }, 'at $.p.rules[0].on: "answer" is not readback or question'],
    [{ rules: [{ ...rule, among: undefined }] }, 'at $.p.rules[0].among'],
    [
      { rules: [{ on: 'readback', asks: ['PAY'], answer: 'Y' }] },
      'at $.p: small: rules[0]: what confirms an act has a limit',
    ],
    [{ rules: [{ ...rule, amounts: { amt: { currency: 'cur', most: { GBP: '5' } } } }] }, 'two decimals'],
    [{ rules: [rule], agrees: { command: '' } }, 'at $.p.agrees.command'],
    [
      { rules: [rule], agrees: { command: 'x', secrets: { A: {} } } },
      'at $.p.agrees.secrets.A: a secret is named by',
    ],
    [{ rules: [rule], agres: {} }, 'write agrees'],
  ])('%j is refused with the place', (json, sentence) => {
    expect(() => policyOf('small', json, { path: '$.p' })).toThrow(sentence);
  });

  test('needs a name without a blank', () => {
    expect(() => policyOf('small payments', { rules: [rule] })).toThrow('a name without a blank');
  });
});
