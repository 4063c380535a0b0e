import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedHeads, signHeads } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { Bank, type Office, officeAt } from '../support/ledger/office.ts';

/** SQLite's write-ahead log: a head, and frames of a head and a page each. */
const head = 32;
const frame = 24 + 4_096;

/** What the ledger held after a call, and how long its log was then. */
interface Moment {
  readonly length: number;
  readonly entries: number;
  readonly state: string;
}

let folder: string;
let path: string;
let log: Buffer;
let moments: Moment[];
let token: string;
let heads: SignedHeads;
const keys = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-torn-'));
  path = join(folder, 'whole.sqlite');
  const office = officeAt(openSqlite(path));
  moments = [];
  token = '';
  const does: readonly (() => Promise<unknown>)[] = [
    async () => null,
    () => office.scheduler.send(HO0, { record }),
    async () => {
      const outcome = await office.paying.prepare({ handoff: 'scheduler-1' });
      if (outcome.outcome === 'prepared') ({ token } = outcome);
    },
    () => office.sending.confirm({ token }),
    // two writes, and what lies between them is seen from the middle of the act
    () => {
      office.bank.meanwhile = async () => void moments.push(await momentOf(office));
      return office.paying.commit({ token });
    },
  ];
  for (const step of does) {
    await step();
    moments.push(await momentOf(office));
  }
  log = readFileSync(`${path}-wal`);
  heads = signHeads(await office.ledger.head(), keys.privateKey);
  copyFileSync(path, join(folder, 'base.sqlite'));
  await office.ledger.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function momentOf(office: Office): Promise<Moment> {
  return { length: statSync(`${path}-wal`).size, ...(await heldBy(office)) };
}

async function heldBy({ payer }: Office): Promise<Omit<Moment, 'length'>> {
  const thread = await payer.thread({ limit: 1_000 });
  return { entries: thread.length, state: (await payer.statement(token))?.state ?? 'none' };
}

/** The ledger with another log, opened as after a crash. */
async function withLog<T>(other: Buffer, work: (office: Office) => Promise<T>): Promise<T> {
  const torn = join(folder, 'torn.sqlite');
  copyFileSync(join(folder, 'base.sqlite'), torn);
  writeFileSync(`${torn}-wal`, other);
  rmSync(`${torn}-shm`, { force: true });
  const office = officeAt(openSqlite(torn));
  try {
    return await work(office);
  } finally {
    await office.ledger.close();
  }
}

function heldWith(other: Buffer): Promise<Omit<Moment, 'length'>> {
  return withLog(other, async (office) => {
    expect(await office.ledger.verify()).toMatchObject({ holds: true });
    return heldBy(office);
  });
}

/** What had been written whole when the log was so long. */
function heldAt(length: number): Omit<Moment, 'length'> {
  const { entries, state } = moments.findLast((moment) => moment.length <= length) ?? {
    entries: 0,
    state: 'none',
  };
  return { entries, state };
}

/** Every frame, by where it begins. */
function frames(): readonly number[] {
  const count = (log.length - head) / frame;
  return Array.from({ length: count }, (_, index) => head + index * frame);
}

test('the story has moments between its writes', () => {
  expect(moments.map(({ state }) => state)).toEqual([
    'none',
    'none',
    'PREPARED',
    'CONFIRMED',
    'CLAIMED',
    'EXECUTED',
  ]);
  expect(moments.at(-1)?.length).toBe(log.length);
  expect(frames().length).toBeGreaterThan(40);
});

const cuts = [0, 1, 24 + 100, frame - 1];

test.each(cuts)(
  'a log that ends %i bytes after the begin of a frame is what had been written whole, never half of it',
  async (more) => {
    for (const at of [0, ...frames()]) {
      const length = at + (at === 0 ? Math.min(more, head - 1) : more);
      expect(await heldWith(log.subarray(0, length)), `cut at ${length}`).toEqual(heldAt(length));
    }
  },
);

/** The number of the page, the sums of the frame, and the middle of its page. */
const places = [3, 20, 24 + 2_048];

test.each(places)(
  'a flipped bit %i bytes into a frame is told as damage, but in the last write, which a crash may have torn',
  async (more) => {
    for (const at of frames()) {
      const other = Buffer.from(log);
      other.writeUInt8(other.readUInt8(at + more) ^ 0b100, at + more);
      const told = `flipped at ${at + more}`;
      if (commitsFrom(at) > 1) expect(await refusalWith(other), told).toBe('ledger/not-trusted');
      else expect(await heldWith(other), told).toEqual(heldAt(at));
    }
  },
);

/** How many writes ended in a frame from here on. */
function commitsFrom(at: number): number {
  return frames().filter((frameAt) => frameAt >= at && log.readUInt32BE(frameAt + 4) !== 0).length;
}

function refusalWith(other: Buffer): Promise<string> {
  return withLog(other, (office) =>
    office.paying.commit({ token }).then(
      ({ outcome }) => outcome,
      ({ code }) => code,
    ),
  );
}

/** A disk that forgets what it said it had written, or somebody who deleted the log. */
function cutBack(state: string): Buffer {
  return log.subarray(0, moments.find((moment) => moment.state === state)?.length);
}

test('a log that lost what was acknowledged cannot be told from an earlier day, but by heads that were signed since', async () => {
  await withLog(cutBack('CONFIRMED'), async ({ ledger }) => {
    expect(await ledger.verify()).toMatchObject({ holds: true });
    const { publicKey } = keys;
    const against = await ledger.verify({ heads, publicKey });
    expect(against).toMatchObject({ holds: false, conversation: 'main' });
  });
  await withLog(log, async ({ ledger }) => {
    expect(await ledger.verify({ heads, publicKey: keys.publicKey })).toMatchObject({ holds: true });
  });
});

test('an executor that honours keys pays once, also for a ledger that has forgotten that it asked', async () => {
  const bank = new Bank();
  bank.can = { ...bank.can, idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' } };
  const commit = (office: Office) => office.pays({ executors: { PAY: bank } }).commit({ token });
  for (let time = 1; time <= 2; time++) {
    const outcome = await withLog(cutBack('CONFIRMED'), commit);
    expect(outcome).toMatchObject({ outcome: 'executed', repeat: false });
  }
  expect([bank.asked.length, bank.paid.length]).toEqual([2, 1]);
});
