import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ActTool,
  commandExecutor,
  type HttpOptions,
  httpExecutor,
  signCallback,
} from '../../src/act/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { soundBankAt } from '../support/ledger/bank.ts';
import { HO0, record, undo, values } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { type Arrived, openServer, says, type TestServer } from '../support/ledger/server.ts';

/** A whole act: the ledger on the disk, the executor in another process or at the other end of a connection. */
describe('a whole act', () => {
  let folder: string;
  let server: TestServer;
  let office: Office;
  const environment: Record<string, string> = {};
  beforeEach(async () => {
    for (const name of Object.keys(environment)) delete environment[name];
    Object.assign(environment, {
      BANK_TOKEN: 'canary-of-the-token',
      BANK_CALLBACKS: 'canary-of-the-callbacks',
    });
    folder = mkdtempSync(join(tmpdir(), 'hearback-executors-'));
    server = await openServer();
    office = officeAt(openSqlite(join(folder, 'ledger.sqlite')));
  });
  afterEach(async () => {
    await office.ledger.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  function bank(more: Partial<HttpOptions> = {}): ActTool {
    const PAY = httpExecutor(
      {
        url: `${server.url}/payments`,
        name: 'bank',
        timeout: 2_000,
        credentials: { authorization: { environment: 'BANK_TOKEN', prefix: 'Bearer ' } },
        callback: { secret: { environment: 'BANK_CALLBACKS' } },
        ...more,
      },
      { environment },
    );
    return office.pays({ executors: { PAY } });
  }
  const keyed = { can: { idempotency: { kind: 'key', retention: 3_600, mismatch: 'error' } } } as const;
  const executed = { outcome: 'executed', values, reference: 'BK-1' };
  const pays = says(200, executed);
  /** Everything that is kept, as it lies on the disk. */
  const onDisk = () =>
    readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'latin1'))
      .join('\n');

  test('pays once over HTTP what was confirmed', async () => {
    server.answers = [pays];
    office.paying = bank();
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: true });
    expect(server.arrived).toHaveLength(1);
    expect(server.arrived[0]?.headers).toMatchObject({
      authorization: 'Bearer canary-of-the-token',
      'valid-until': '20261002T1700Z',
    });
    expect(await office.problems()).toEqual([]);
  });

  test.each<[string, (socket: Socket, request: Arrived) => void]>([
    ['a failure', says(500, '')],
    ['a reset', (socket) => socket.resetAndDestroy()],
    ['half an answer', (socket) => socket.end('HTTP/1.1 200 X\r\ncontent-length: 99\r\n\r\n{"outcome"')],
    ['garbage', says(200, 'paid')],
    ['two answers in one', says(200, '{"outcome":"declined","outcome":"executed","values":{}}')],
    ['elsewhere', says(302, '', { location: '/' })],
  ])('%s leaves it unknown; a key settles it, and one without asks a person', async (_, fault) => {
    server.answers = [fault, pays];
    office.paying = bank(keyed);
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown', next: 'resend' });
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
    const keys = server.arrived.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('without a key nothing is sent again, whatever the failure', async () => {
    server.answers = [says(503, '', { 'retry-after': '1' }), pays];
    office.paying = bank();
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    office.clock.now += 60_000;
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(server.arrived).toHaveLength(1);
  });

  test('Retry-After is waited for, and never beyond exp', async () => {
    server.answers = [says(503, '', { 'retry-after': '120' }), says(429, '', { 'retry-after': '86400' })];
    office.paying = bank({ can: { idempotency: { kind: 'key', retention: 604_800, mismatch: 'error' } } });
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'unknown', next: 'wait' });
    office.clock.now += 119_000;
    await office.paying.settle({ token });
    expect(server.arrived).toHaveLength(1);
    office.clock.now += 1_000;
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown', next: 'person' });
    expect(server.arrived).toHaveLength(2);
  });

  test('a connection that nobody takes is a no to the only attempt, and none to a second one', async () => {
    server.answers = [says(500, '')];
    const first = bank(keyed);
    office.paying = first;
    const token = await confirmed(office);
    await office.paying.commit({ token });
    await server.close();
    expect(await first.settle({ token })).toMatchObject({
      outcome: 'unknown',
      cause: expect.stringContaining('ECONNREFUSED'),
    });
    server = await openServer();
    const gone = httpExecutor({ url: `http://127.0.0.1:1/`, name: 'bank' });
    office = officeAt(openSqlite(join(folder, 'second.sqlite')));
    office.paying = office.pays({ executors: { PAY: gone } });
    const other = await confirmed(office);
    expect(await office.paying.commit({ token: other })).toMatchObject({
      outcome: 'not-executed',
      line: expect.stringMatching(
        /^RW1 FL .* why=ERR retry=Y \/\/ declined: the connection failed \(ECONNREFUSED\)$/,
      ),
    });
  });

  test.each<[string, HttpOptions['refusals'], string]>([
    ['a declared no ends it', [{ status: 402, final: true }], 'not-executed'],
    ['a no that was not declared does not', [{ status: 403, final: true }], 'unknown'],
    ['nor does a key that it knows otherwise', [{ status: 402, mismatch: true }], 'unknown'],
  ])('%s', async (_, refusals, outcome) => {
    server.answers = [says(402, { reason: 'no funds' })];
    office.paying = bank({ ...keyed, refusals: refusals ?? [] });
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome });
  });

  test('what is taken and told later settles by look-up or by callback', async () => {
    server.answers = [
      says(202, { outcome: 'pending', reference: 'BK/1' }),
      says(200, { outcome: 'pending' }),
      says(200, { outcome: 'found', values, reference: 'BK/1' }),
    ];
    const later = { lookup: { kind: 'by-reference', lag: 60 }, settlesLater: true, horizon: 3_600 } as const;
    office.paying = bank({ can: later, lookUp: `${server.url}/payments?id={known}` });
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'unknown',
      message: expect.stringMatching(/^PENDING: PAY of inv:MD-2026-057 \(.*\) was taken as BK\/1 at /),
    });
    expect(await office.paying.settle({ token })).toMatchObject({ outcome: 'unknown' });
    expect(server.arrived[1]?.path).toBe('/payments?id=BK%2F1');
    const asked = JSON.parse(server.arrived[0]?.body ?? '');
    const body = JSON.stringify({
      key: asked.key,
      token: asked.token,
      outcome: 'found',
      values,
      reference: 'BK/1',
    });
    const signature = signCallback({
      secret: environment['BANK_CALLBACKS'] ?? '',
      body,
      at: office.clock.now / 1_000,
    });
    expect(await office.paying.callback({ body, signature })).toMatchObject({
      outcome: 'executed',
      repeat: false,
    });
    expect(await office.payer.statement(token)).toMatchObject({ result: { evidence: 'callback' } });
    expect(server.arrived).toHaveLength(2);
  });

  test('a secret that is not there stops it before anything is claimed', async () => {
    server.answers = [pays];
    office.paying = bank();
    const token = await confirmed(office);
    delete environment['BANK_TOKEN'];
    expect(await office.paying.commit({ token })).toMatchObject({
      outcome: 'refused',
      reason: 'not-ready',
      retryable: true,
      message: expect.stringContaining('the secret BANK_TOKEN is not there'),
    });
    expect(await office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({ reason: 'not-ready' });
    expect((await office.payer.statement(token))?.state).toBe('CONFIRMED');
    environment['BANK_TOKEN'] = 'canary-of-the-token';
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed' });
  });

  test('no secret reaches a line, an entry or the disk, also when the bank repeats it (T17)', async () => {
    const canary = /canary-of/;
    server.answers = [
      says(500, { reason: 'canary-of-the-token' }),
      says(200, {
        outcome: 'executed',
        reference: 'canary-of-the-token',
        values: { ...values, ref: 'canary-of-the-token' },
      }),
    ];
    office.paying = bank(keyed);
    const token = await confirmed(office);
    const told = [
      await office.paying.commit({ token }),
      await office.paying.commit({ token }),
      await office.paying.show({ token }),
    ];
    const body = '{"key":"canary-of-the-callbacks"}';
    const signature = signCallback({
      secret: environment['BANK_CALLBACKS'] ?? '',
      body,
      at: office.clock.now / 1_000,
    });
    told.push((await office.paying.callback({ body, signature, token })) as never);
    expect(told[1]).toMatchObject({ outcome: 'executed', mismatch: true });
    expect(JSON.stringify(told)).not.toMatch(canary);
    expect(JSON.stringify(await office.payer.thread())).not.toMatch(canary);
    expect(onDisk()).not.toMatch(canary);
    expect(onDisk()).toContain('[secret BANK_TOKEN]'); // and the search does find what is there
  });

  test('a command gets its secret by its environment, and says it to nobody', async () => {
    const heard: string[] = [];
    const code = `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () => {
      const { values } = JSON.parse(t); const { TOKEN } = process.env;
      for (const part of ['at ' + TOKEN.slice(0, 9), TOKEN.slice(9) + '\\n', 'no end ' + TOKEN]) process.stderr.write(part);
      process.stdout.write(JSON.stringify({ outcome: 'executed', values, reference: t.includes(TOKEN) ? 'in the request' : TOKEN })); })`;
    const PAY = commandExecutor(
      {
        command: process.execPath,
        args: ['-e', code],
        name: 'bank',
        secrets: { TOKEN: { environment: 'BANK_TOKEN' } },
        onStandardError: (text) => {
          heard.push(text);
          throw new Error('the log is full');
        },
      },
      { environment },
    );
    office.paying = office.pays({ executors: { PAY } });
    const token = await confirmed(office);
    expect(await office.paying.commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
    expect(heard.join('|')).toBe('at [secret BANK_TOKEN]\n|no end [secret BANK_TOKEN]');
    expect(onDisk()).not.toContain('canary-of');
    expect((await office.payer.statement(token))?.result?.reference).toBe('[secret BANK_TOKEN]');
  });

  test('UNDO is done by the command that paid, which is told what it reverses', async () => {
    const can = { idempotency: { kind: 'key', retention: 60, mismatch: 'error' }, reversal: true } as const;
    const PAY = soundBankAt(join(folder, 'bank.sqlite'), can);
    office.paying = office.pays({ executors: { PAY } });
    const token = await confirmed(office);
    await office.paying.commit({ token });
    await office.scheduler.send(undo.line, { record: undo.record });
    const made = await office.paying.prepare({ handoff: 'scheduler-20' });
    const second = made.outcome === 'prepared' ? made.token : '';
    expect(made.outcome === 'prepared' && JSON.parse(made.statement.call).reverses).toMatchObject({
      report: 'payer-2',
      reference: 'SB-1',
    });
    await office.sending.confirm({ token: second });
    expect(await office.paying.commit({ token: second })).toMatchObject({
      outcome: 'executed',
      mismatch: false,
    });
    expect(await office.problems()).toEqual([]);
  });

  test('two executors of one name are refused, and one for two asks is not', () => {
    const one = { command: process.execPath, args: ['-e', ''] };
    const [PAY, SEND] = [commandExecutor(one), commandExecutor(one)];
    expect(() => office.pays({ executors: { PAY, SEND } })).toThrow(
      /two executors are called .*: give each a name of its own/,
    );
    expect(() => office.pays({ executors: { PAY, SEND: PAY } })).not.toThrow();
    expect(() =>
      office.pays({ executors: { PAY, SEND: commandExecutor({ ...one, name: 'mail' }) } }),
    ).not.toThrow();
  });

  test('what an executor cannot do is said in full sentences before anybody confirms', async () => {
    server.answers = [pays];
    office.paying = office.pays({ executors: { PAY: httpExecutor({ url: server.url, name: 'the bank' }) } });
    await office.scheduler.send(HO0, { record });
    const made = await office.paying.prepare({ handoff: 'scheduler-1' });
    expect(made.outcome === 'prepared' && made.notes).toEqual([
      'the bank takes no idempotency key: an unknown outcome is never sent again.',
      'the bank cannot be looked up: nobody but a person finds out what ran.',
      'the bank does not honour a valid-until: exp is the last moment to start, and no more.',
      'the bank names no time after which a request cannot take effect: a look-up that finds nothing is no answer.',
      'the bank cannot reverse: what it has done stays done.',
    ]);
  });
});
