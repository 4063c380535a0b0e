import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ActTool, createActTool, type Executor, httpExecutor } from '../../src/act/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { bankAt, paidIn } from '../support/ledger/bank.ts';
import { values } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { openServer, says, type TestServer } from '../support/ledger/server.ts';

const keyed = { idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' } } as const;
const timeout = 400;

/** A bank outside of this process or beyond a socket, that pays and says what a fault has it say. */
interface Outside {
  readonly executor: (keys: boolean) => Executor;
  /** From now on it says what it should. */
  readonly recovers: () => void;
  /** Payments that were made. */
  readonly paid: () => number;
}

/** What an executor says that has paid, on either way to it. */
interface Fault {
  readonly fault: string;
  readonly command: string | null;
  readonly server: (socket: Socket) => void;
}

const executed = { outcome: 'executed', values, reference: 'BK-1' };
const huge = 'x'.repeat(1_000_000);

/** Nobody can say what came of it. */
const silent: readonly Fault[] = [
  { fault: 'hangs', command: 'pays-and-hangs', server: () => undefined },
  {
    fault: 'answers after its time',
    command: null, // it is ended with its time
    server: (socket) => void setTimeout(() => says(200, executed)(socket), 2 * timeout),
  },
  {
    fault: 'answers with garbage',
    command: 'pays-and-babbles',
    server: says(200, 'payment made, have a nice day'),
  },
  { fault: 'answers with a megabyte', command: 'pays-and-floods', server: says(200, { ...executed, huge }) },
  {
    fault: 'answers for another statement',
    command: 'answers-for-another',
    server: says(200, { ...executed, key: 'another' }),
  },
  {
    fault: 'says two things at once',
    command: 'says-it-twice',
    server: says(200, `${JSON.stringify(executed)}${JSON.stringify(executed)}`),
  },
  { fault: 'ends badly', command: 'fails', server: says(500, executed) },
];

let folder: string;
let file: string;
let office: Office;
let server: TestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-faults-'));
  file = join(folder, 'bank.jsonl');
  office = officeAt(openSqlite(join(folder, 'ledger.sqlite')));
  server = await openServer();
});
afterEach(async () => {
  await server.close();
  await office.ledger.close();
  rmSync(folder, { recursive: true });
});

/** A slow machine needs its time to start a command: what hangs has most of it. */
function byCommand({ command }: Fault): Outside {
  let does = command ?? undefined;
  const bank = (keys: boolean): Executor =>
    bankAt({
      file,
      keys,
      timeout: does === 'pays-and-hangs' ? 4_000 : 20_000,
      ...(does === undefined ? {} : { does }),
    });
  return {
    executor: (keys) => ({ ...bank(keys), run: (attempt) => bank(keys).run(attempt) }),
    recovers: () => {
      does = undefined;
    },
    paid: () => paidIn(file).length,
  };
}

function byServer({ server: answer }: Fault): Outside {
  const keysSeen = new Set<string>();
  let effects = 0;
  server.answers = [
    (socket, { headers }) => {
      const key = headers['idempotency-key'] ?? '';
      if (!keysSeen.has(key)) effects += 1;
      keysSeen.add(key);
      now(socket);
    },
  ];
  let now = answer;
  return {
    executor: (keys) => httpExecutor({ url: server.url, name: 'bank', timeout, can: keys ? keyed : {} }),
    recovers: () => {
      now = says(200, executed);
    },
    paid: () => effects,
  };
}

const ways = [
  { way: 'a command', outside: byCommand, faults: silent.filter(({ command }) => command !== null) },
  { way: 'a server', outside: byServer, faults: silent },
];

describe.each(ways)('$way that has paid', ({ outside, faults }) => {
  let paying: ActTool;

  test.each(faults)(
    'and $fault, without a key: told as unknown, never sent again, settled by a person',
    async (fault) => {
      const bank = outside(fault);
      paying = office.pays({ executors: { PAY: bank.executor(false) } });
      const token = await confirmed(office);
      for (let time = 1; time <= 2; time++) {
        expect(await paying.commit({ token })).toMatchObject({
          outcome: 'unknown',
          next: 'person',
          message: expect.stringMatching(
            /^UNKNOWN: PAY of inv:MD-2026-057 \(.*acct=40-12-88\/61102938 amt=5400.00 .*\) may or may not have been done at 2026-10-02T14:00:00Z. It will not be sent again. Look for .*the reference RW-\w+ or the key \w{64} at bank, then answer EXECUTED or NOTEXEC to payer-\d+\.$/,
          ),
        });
        bank.recovers();
      }
      await new Promise((resolve) =>
        setTimeout(resolve, fault.fault === 'answers after its time' ? 2 * timeout : 0),
      );
      expect(await office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN', fence: 1 });
      const answer = { outcome: 'EXECUTED', evidence: 'the bank’s own file', values } as const;
      const deciding = createActTool({ ledger: office.human });
      expect(await deciding.settle({ token, answer })).toMatchObject({
        outcome: 'executed',
        mismatch: false,
      });
      expect(bank.paid()).toBe(1);
      expect(await office.problems()).toEqual([]);
    },
  );

  test.each(faults)(
    'and $fault, with a key: asked again with the same one, and nobody else is',
    async (fault) => {
      const bank = outside(fault);
      paying = office.pays({ executors: { PAY: bank.executor(true) } });
      const token = await confirmed(office);
      expect(await paying.commit({ token })).toMatchObject({
        outcome: 'unknown',
        next: 'resend',
        question: null,
        message: expect.stringMatching(
          /^CHECKING: PAY of inv:MD-2026-057 \(.*\): asking bank again with the same key \(attempt 2 of 5\). It cannot be done twice before 2026-10-03T14:00:00Z\.$/,
        ),
      });
      bank.recovers();
      expect(await paying.recover()).toMatchObject([{ outcome: 'executed', mismatch: false }]);
      expect(bank.paid()).toBe(1);
      expect(await office.problems()).toEqual([]);
    },
  );

  test('and tells of another payment: the report says what it told, and whether to undo it is asked', async () => {
    const others = { ...values, amt: '12.00', ref: 'MD-2026-099' };
    const bank = outside({
      fault: '',
      command: 'tells-of-another',
      server: says(200, { ...executed, values: others }),
    });
    paying = office.pays({ executors: { PAY: bank.executor(false) } });
    const token = await confirmed(office);
    expect(await paying.commit({ token })).toMatchObject({
      outcome: 'executed',
      mismatch: true,
      line: expect.stringMatching(/^RW1 DN payer-\d+ .* amt=12\.00 .* ref=MD-2026-099 /),
      question: expect.stringMatching(/^RW1 AQ payer-\d+ .* to=scheduler .*undo it\?$/),
    });
    expect((await paying.show({ token }))?.notice).toMatchObject({
      code: 'MISMATCH',
      text: expect.stringMatching(
        /executed amt=12.00, plan 5400.00; .* Handoff closed DN with mismatch; UNDO question payer-\d+ sent to scheduler/,
      ),
    });
    expect(bank.paid()).toBe(1);
  });
});

test('a server that sends its reply twice is heard once', async () => {
  const text = JSON.stringify(executed);
  const reply = `HTTP/1.1 200 X\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
  server.answers = [(socket) => void socket.end(reply + reply)];
  const executor = httpExecutor({ url: server.url, name: 'bank', timeout: 5_000 });
  const paying = office.pays({ executors: { PAY: executor } });
  const token = await confirmed(office);
  expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: false });
  expect(await paying.commit({ token })).toMatchObject({ outcome: 'executed', repeat: true });
  expect(server.arrived).toHaveLength(1);
  const thread = await office.payer.thread();
  expect(thread.filter(({ type }) => type === 'DN')).toHaveLength(1);
});
