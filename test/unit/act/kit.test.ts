import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import {
  type Attempt,
  checkExecutor,
  type Executor,
  httpExecutor,
  type KitOptions,
  type KitReport,
  type ProbeName,
} from '../../../src/act/index.ts';
import { soundBankAt } from '../../support/ledger/bank.ts';
import { values } from '../../support/ledger/lines.ts';
import { able, type Fault, SoundBank, secret } from '../../support/ledger/sound-bank.ts';

const otherValues = { ...values, amt: '12.00', ref: 'MD-2', apref: 'FD-2' };
const declined = { ...values, acct: 'closed/1' };

async function tried(bank: SoundBank, more: Partial<KitOptions> = {}): Promise<KitReport> {
  const effects = () => bank.payments.length;
  return checkExecutor({
    executor: bank,
    ask: 'PAY',
    values,
    otherValues,
    declined,
    effects,
    secrets: [secret],
    patience: 100,
    ...more,
  });
}

function named({ rows }: KitReport, as: boolean | null = false): readonly ProbeName[] {
  return rows.filter(({ holds }) => holds === as).map(({ probe }) => probe);
}

describe('the conformance kit', () => {
  test('passes an executor that keeps what it declares', async () => {
    const report = await tried(new SoundBank());
    expect([report.passes, report.executor, named(report), named(report, null)]).toEqual([
      true,
      'sound bank',
      [],
      [],
    ]);
    const cached = new SoundBank(null, { idempotency: { kind: 'key', retention: 60, mismatch: 'cached' } });
    expect(named(await tried(cached))).toEqual([]);
  });

  test.each<[Fault, readonly ProbeName[]]>([
    ['drops the key', ['key']],
    ['does two acts', ['effect', 'at-once']],
    ['races itself', ['at-once']],
    ['changes values', ['values']],
    ['leaves a value out', ['values']],
    ['takes other values under a key', ['mismatch']],
    ['answers with the last act', ['own']],
    ['calls every act the same', ['own']],
    ['look-up forgets', ['look-up-finds']],
    ['look-up finds everything', ['look-up-nothing']],
    ['look-up answers another act', ['look-up-own']],
    ['look-up answers other values', ['look-up-finds']],
    ['look-up gives another reference', ['look-up-finds']],
    ['ignores valid-until', ['deadline']],
    ['says final and then acts', ['final']],
    ['garbage on errors', ['refuses']],
    ['throws on errors', ['refuses']],
    ['acts without values', ['refuses']],
    ['hangs', ['answers']],
    ['answers garbage', ['answers']],
    ['cannot reverse', ['reverses']],
    ['leaks in a reason', ['secrets']],
    ['leaks in an error', ['refuses', 'secrets']],
    ['leaks in itself', ['secrets']],
  ])('names what an executor gets wrong that %s', async (fault, probes) => {
    const report = await tried(new SoundBank(fault));
    expect(named(report)).toEqual(probes);
    expect(report.passes).toBe(false);
  });

  test('says what to do where an act without its values is not declined', async () => {
    const { rows } = await tried(new SoundBank('acts without values'));
    expect(rows.find(({ probe }) => probe === 'refuses')?.saw).toMatch(
      /^it did 1; have it decline an act that lacks/,
    );
  });

  test('a mismatch that is declared otherwise than it is', async () => {
    const bank = new SoundBank(null, { idempotency: { kind: 'key', retention: 60, mismatch: 'cached' } });
    const { payments } = bank;
    const declares: Executor = Object.assign(Object.create(bank), { can: able });
    const report = await tried(bank, { executor: declares, effects: () => payments.length });
    expect(report.rows.find(({ probe }) => probe === 'mismatch')).toMatchObject({
      holds: null,
      saw: expect.any(String),
    });
  });

  test('says what it did not look at, and why', async () => {
    const bank = new SoundBank(null, {
      idempotency: { kind: 'none' },
      lookup: { kind: 'none' },
      deadline: false,
      reversal: false,
    });
    const report = await checkExecutor({ executor: bank, ask: 'PAY', values });
    expect(report.passes).toBe(true);
    expect(report.rows.filter(({ holds }) => holds === null).map(({ probe, saw }) => [probe, saw])).toEqual([
      ['effect', 'not looked at: give it a count of what was done'],
      ['key', 'not looked at: it does not declare a key'],
      ['at-once', 'not looked at: it does not declare a key'],
      ['mismatch', 'not looked at: it does not declare a key'],
      ['own', 'not looked at: give it other values that it takes'],
      ['look-up-finds', 'not looked at: it does not declare a look-up'],
      ['look-up-own', 'not looked at: it does not declare a look-up'],
      ['look-up-nothing', 'not looked at: it does not declare a look-up'],
      ['deadline', 'not looked at: it does not declare deadline'],
      ['final', 'not looked at: it does not declare a key'],
      ['reverses', 'not looked at: it does not declare reversal'],
      ['secrets', 'not looked at: give it the secrets to look for'],
    ]);
  });

  test('without a count sees a dropped key by its references', async () => {
    const { effects: _, ...rest } = { effects: undefined };
    const bank = new SoundBank('drops the key');
    const report = await checkExecutor({
      executor: bank,
      ask: 'PAY',
      values,
      otherValues,
      patience: 100,
      ...rest,
    });
    expect(named(report)).toEqual(['key']);
  });

  test('waits for what settles later, and for a look-up that lags', async () => {
    const bank = new SoundBank(null, { settlesLater: true, lookup: { kind: 'by-key', lag: 1 } });
    const since = new Map<string, number>();
    const later: Executor = {
      name: 'later bank',
      can: bank.can,
      timeout: 300,
      run: async (attempt: Attempt) => {
        const answer = await bank.run(attempt);
        if (answer.outcome !== 'executed') return answer;
        if (!since.has(attempt.key)) since.set(attempt.key, performance.now());
        return {
          outcome: 'pending',
          ...(answer.reference === undefined ? {} : { reference: answer.reference }),
        };
      },
      lookup: async (attempt: Attempt) =>
        performance.now() - (since.get(attempt.key) ?? Number.POSITIVE_INFINITY) > 100
          ? bank.lookup(attempt)
          : { outcome: 'not-found' },
      reverse: (attempt: Attempt) => bank.reverse(attempt),
    };
    const report = await tried(bank, { executor: later });
    expect([named(report), report.passes]).toEqual([[], true]);
  });
});

describe('the kit at a real executor', () => {
  test('a server', async () => {
    const bank = new SoundBank();
    const server = createServer(async (request, response) => {
      const path = request.url ?? '';
      const asked =
        request.method === 'GET'
          ? { key: path.slice(path.lastIndexOf('/') + 1) }
          : JSON.parse(await text(request));
      const attempt = { ...asked, call: asked } as Attempt;
      const answer =
        request.method === 'GET'
          ? await bank.lookup(attempt)
          : asked.verb === 'reverse'
            ? await bank.reverse(attempt)
            : await bank.run(attempt);
      if (request.headers.authorization !== `Bearer ${secret}`) response.writeHead(401).end();
      else response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/payments`;
    const executor = httpExecutor(
      {
        url,
        name: 'bank',
        can: able,
        lookUp: `${url}/{key}`,
        credentials: { authorization: { environment: 'BANK_TOKEN', prefix: 'Bearer ' } },
      },
      { environment: { BANK_TOKEN: secret } },
    );
    const report = await tried(bank, { executor });
    expect([named(report), named(report, null), report.passes]).toEqual([[], [], true]);
    server.close();
  });

  test.each<[string, readonly ProbeName[]]>([
    ['', []],
    ['drops-key', ['key', 'look-up-finds']],
    ['swaps', ['values']],
    ['forgets', ['look-up-finds']],
    ['acts-late', ['deadline']],
  ])('a command that %s', { timeout: 30_000 }, async (fault, probes) => {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-kit-'));
    const file = join(folder, 'bank.sqlite');
    const executor = soundBankAt(file, able, fault);
    const effects = (): number => {
      const database = new DatabaseSync(file);
      const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'payments'").get();
      const count =
        tables === undefined
          ? 0
          : Number(database.prepare('SELECT count(*) AS n FROM payments').get()?.['n']);
      database.close();
      return count;
    };
    const report = await checkExecutor({
      executor,
      ask: 'PAY',
      values,
      otherValues,
      declined,
      effects,
      patience: 100,
    });
    expect(named(report)).toEqual(probes);
    rmSync(folder, { recursive: true });
  });
});
