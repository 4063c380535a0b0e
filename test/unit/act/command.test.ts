import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandExecutor } from '../../../src/act/index.ts';
import { attempt } from '../../support/ledger/attempt.ts';
import { bankAt, paidIn } from '../../support/ledger/bank.ts';
import { values } from '../../support/ledger/lines.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-command-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function bank(does: string | undefined, more = {}) {
  return bankAt({
    file: join(folder, `${does ?? 'pays'}.jsonl`),
    ...(does === undefined ? {} : { does }),
    ...more,
  });
}

describe('a command as an executor', () => {
  test('gets the frozen values and the key, and what it answers is what ran', async () => {
    expect(await bank(undefined).run(attempt)).toEqual({ outcome: 'executed', values, reference: 'BK-1' });
    expect(paidIn(join(folder, 'pays.jsonl'))).toEqual([{ key: 'k1', ask: 'PAY', item: 'inv:1', values }]);
  });

  test('gets everything of the attempt, as one JSON object', async () => {
    const echo = commandExecutor({
      command: process.execPath,
      args: [
        '-e',
        'process.stdin.on("data", (d) => process.stdout.write(JSON.stringify({ outcome: "unknown", reason: String(d) })))',
      ],
    });
    const answer = await echo.run(attempt);
    const seen = JSON.parse(answer.outcome === 'unknown' ? answer.reason : '');
    expect(seen).toEqual({
      verb: 'execute',
      key: 'k1',
      reference: 'RW-0123456789ABCDE',
      known: null,
      token: 'tk1',
      attempt: 1,
      validUntil: '20261002T1700Z',
      ...attempt.call,
    });
  });

  test.each([
    ['garbage', {}, /no JSON/],
    ['floods', {}, /more than 65536 bytes/],
    ['hangs', { timeout: 300 }, /no answer within 300 ms/],
    ['fails', {}, /exit code 3/],
  ])('one that %s leaves the outcome unknown', async (does, more, reason) => {
    expect(await bank(does, more).run(attempt)).toEqual({
      outcome: 'unknown',
      reason: expect.stringMatching(reason),
    });
  });

  test('what it leaves running elsewhere keeps nobody waiting beyond its time', {
    timeout: 7_000,
  }, async () => {
    const left =
      "spawn(process.execPath, ['-e', 'setTimeout(() => {}, 15_000)'], { detached: true, stdio: 'inherit' })";
    const leaving = commandExecutor({
      command: process.execPath,
      args: ['-e', `const { spawn } = require('node:child_process'); ${left}.unref()`],
      timeout: 500,
    });
    expect(await leaving.run(attempt)).toEqual({
      outcome: 'unknown',
      reason: 'the command gave no answer within 500 ms',
    });
  });

  test.each([
    '{"outcome":"declined","outcome":"executed","values":{}}',
    '{"outcome":"executed","values":{"amt":"5400.00","amt":"9.00"}}',
    '{"outcome":"executed","values":{}}{"outcome":"declined"}',
  ])('what says two things says nothing: %s', async (output) => {
    const command = process.execPath;
    const args = ['-e', `process.stdout.write(${JSON.stringify(output)})`];
    expect(await commandExecutor({ command, args }).run(attempt)).toMatchObject({ outcome: 'unknown' });
  });

  test('a command that cannot be started has done nothing', async () => {
    const missing = commandExecutor({ command: join(folder, 'no-such-program') });
    expect(await missing.run(attempt)).toMatchObject({ outcome: 'declined', final: false, retry: true });
  });

  test('no value is read by a shell', async () => {
    const hostile = { ...attempt, call: { ...attempt.call, values: { ref: '$(touch x);`touch y`' } } };
    const file = join(folder, 'shell.jsonl');
    await bankAt({ file }).run(hostile);
    expect(paidIn(file)[0]?.values).toEqual({ ref: '$(touch x);`touch y`' });
  });

  test('what it writes on standard error reaches its own listener only', async () => {
    let heard = '';
    const murmuring = bank('murmurs', { onStandardError: (text: string) => (heard += text) });
    expect(JSON.stringify(await murmuring.run(attempt))).not.toContain('canary');
    expect(heard).toContain('secret-canary');
  });

  test('can do what it declares, and looks up only then', async () => {
    const plain = bank(undefined);
    expect(plain.can).toEqual({
      idempotency: { kind: 'none' },
      lookup: { kind: 'none' },
      settlesLater: false,
      deadline: false,
      reversal: false,
      horizon: 'never',
    });
    expect(plain.lookup).toBeUndefined();
    const file = join(folder, 'keys.jsonl');
    const keyed = bankAt({ file, keys: true });
    expect(await keyed.lookup?.(attempt)).toEqual({ outcome: 'not-found' });
    await keyed.run(attempt);
    await keyed.run(attempt);
    expect(await keyed.lookup?.(attempt)).toEqual({ outcome: 'found', values });
    expect(paidIn(file)).toHaveLength(1);
  });

  test('is named', () => {
    expect(() => commandExecutor({ command: '' })).toThrow('names its command');
    expect(commandExecutor({ command: 'pay', name: 'the bank' }).name).toBe('the bank');
  });
});
