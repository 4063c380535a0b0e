import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Capabilities } from '../../src/act/index.ts';
import { LedgerError, type Statement } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { canonicalJson } from '../../src/text/canonical-json.ts';
import { at, payment } from '../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../support/ledger/office.ts';
import { chance } from '../support/storm/chance.ts';

const can: Partial<Capabilities> = { idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' } };

let folder: string;
let whole: Buffer;
/** What was paid before the file was touched, and what is still to come of each statement. */
let paid: Office['bank']['paid'];
const tokens = { done: '', unknown: '', ready: '', late: '' };
let statements: ReadonlyMap<string, Statement>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-flipped-'));
  const path = join(folder, 'whole.sqlite');
  const office = officeAt(openSqlite(path));
  office.bank.can = { ...office.bank.can, ...can };
  const pay = async (number: number, exp?: string): Promise<string> => {
    const { line, record } = payment(number, {}, exp);
    return confirmed(office, line, record);
  };
  for (const number of [1_000, 2_000, 3_000]) await office.paying.commit({ token: await pay(number) });
  tokens.done = await pay(4_000);
  await office.paying.commit({ token: tokens.done });
  tokens.unknown = await pay(5_000);
  office.bank.moods = ['lost'];
  await office.paying.commit({ token: tokens.unknown });
  tokens.ready = await pay(6_000);
  tokens.late = await pay(7_000, '20261002T1430Z');
  const again = payment(8_000, { item: 'inv:MD-4000', ref: 'MD-4000' }); // what has been done already
  await office.scheduler.send(again.line, { record: again.record });
  const rows = Object.values(tokens).map(
    async (token) => [token, await office.payer.statement(token)] as const,
  );
  statements = new Map((await Promise.all(rows)) as [string, Statement][]);
  paid = [...office.bank.paid];
  await office.ledger.close();
  whole = readFileSync(path);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is asked of the ledger, and what it says when nothing is wrong with its file. */
const questions: Readonly<
  Record<string, { asks: (office: Office) => Promise<{ outcome: string }>; answer: string }>
> = {
  'a commit of what was done': {
    asks: ({ paying }) => paying.commit({ token: tokens.done }),
    answer: 'executed',
  },
  'a second handoff of what was done': {
    asks: ({ paying }) => paying.prepare({ handoff: 'scheduler-8000' }),
    answer: 'refused',
  },
  'a commit of what is unknown': {
    asks: ({ paying }) => paying.commit({ token: tokens.unknown }),
    answer: 'executed',
  },
  'a commit of what was confirmed': {
    asks: ({ paying }) => paying.commit({ token: tokens.ready }),
    answer: 'executed',
  },
  'a commit of what is past its exp': {
    asks: (office) => {
      office.clock.now = at('15:00:00');
      return office.paying.commit({ token: tokens.late });
    },
    answer: 'refused',
  },
};

/** What executes nothing; a row that is found under one key and written under another is a conflict. */
const refusals = [
  'refused',
  'ledger/not-trusted',
  'ledger/damaged',
  'ledger/not-a-ledger',
  'ledger/undecided',
];

/** What may not be that became of a ledger with one bit of its file flipped. */
async function wrongWith(byte: number, bit: number): Promise<readonly string[]> {
  const path = join(folder, 'flipped.sqlite');
  const bytes = Buffer.from(whole);
  bytes.writeUInt8(bytes.readUInt8(byte) ^ (1 << bit), byte);
  for (const beside of ['', '-wal', '-shm', '-reserve']) rmSync(`${path}${beside}`, { force: true });
  writeFileSync(path, bytes);
  let office: Office;
  try {
    office = officeAt(openSqlite(path));
  } catch (error) {
    return refusals.includes(codeOf(error)) ? [] : [`opened with ${codeOf(error)}`];
  }
  office.bank.can = { ...office.bank.can, ...can };
  office.bank.paid.push(...paid);
  const wrong: string[] = [];
  for (const [question, { asks, answer }] of Object.entries(questions)) {
    const told = await asks(office).then(({ outcome }) => outcome, codeOf);
    if (told !== answer && !refusals.includes(told)) wrong.push(`${question}: ${told}`);
  }
  await office.ledger.close();
  return [...wrong, ...wrongAt(office.bank)];
}

function codeOf(error: unknown): string {
  return error instanceof LedgerError ? error.code : String(error);
}

/** Whatever reached the bank is what was confirmed, under its own key, and one payment more at most. */
function wrongAt({ asked, paid: now }: Office['bank']): readonly string[] {
  const right = [tokens.unknown, tokens.ready].map((token) => statements.get(token));
  const strange = asked.filter(
    ({ key, call }) => !right.some((one) => one?.key === key && one.call === canonicalJson(call)),
  );
  const wrong = strange.map(({ call, key }) => `asked for ${call.handoff} under ${key}`);
  return now.length > paid.length + 1 ? [...wrong, `${now.length - paid.length} payments`] : wrong;
}

const flips = Number(process.env['HEARBACK_FLIPS'] ?? 80);
const seed = Number(process.env['HEARBACK_SEED'] ?? 20261002);

async function flipAll(spots: readonly number[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (let flip = 0; flip < flips; flip++) {
    const byte = spots[Math.floor(chance(seed, 'byte', flip) * spots.length)] ?? 0;
    const bit = Math.floor(chance(seed, 'bit', flip) * 8);
    wrong.push(...(await wrongWith(byte, bit)).map((what) => `bit ${bit} of byte ${byte}: ${what}`));
  }
  return wrong;
}

test('a file that nobody touched answers every question as it should', async () => {
  expect(await wrongWith(whole.length - 1, 0)).toEqual([]); // a byte that nothing uses
  const office = officeAt(openSqlite(join(folder, 'flipped.sqlite')));
  office.bank.can = { ...office.bank.can, ...can };
  office.bank.paid.push(...paid);
  for (const [question, { asks, answer }] of Object.entries(questions))
    expect([question, (await asks(office)).outcome]).toEqual([question, answer]);
  await office.ledger.close();
});

test('a bit anywhere: nothing is executed that was not confirmed, nothing twice, and what differs is refused', async () => {
  expect(await flipAll(Array.from({ length: whole.length }, (_, byte) => byte))).toEqual([]);
});

test('a bit of what decides (keys, acts, states, times, tokens): the same', async () => {
  const text = whole.toString('latin1');
  const names = [...statements.values()].flatMap(({ token, key, actKeys }) => [token, key, ...actKeys]);
  const members = ['"state":"\\w+"', '"exp":\\d+', '"fence":\\d', '"stoppedBy":..', '"closed":.{9}'];
  const pattern = new RegExp([...names, ...members].join('|'), 'g');
  const spots = [...text.matchAll(pattern)].flatMap(({ 0: found, index }) =>
    Array.from(found, (_, offset) => index + offset),
  );
  expect(spots.length).toBeGreaterThan(2_000);
  expect(await flipAll(spots)).toEqual([]);
});
