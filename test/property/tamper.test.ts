import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLedger,
  exportLedger,
  importLedger,
  type SignedHeads,
  signHeads,
  type Verified,
  type VerifyOptions,
} from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { genesis, hashOf } from '../../src/ledger/proof/seal.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { busy } from '../support/ledger/busy.ts';
import { random } from '../support/ledger/random.ts';

const seed = 20261002;

let folder: string;
let path: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-tamper-'));
  path = join(folder, 'ledger.sqlite');
  const store = openSqlite(path);
  await busy(store);
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The ledger's file as somebody has it who can write to it past its triggers. */
function unguarded(name: string): { readonly file: string; readonly database: DatabaseSync } {
  const file = join(folder, name);
  copyFileSync(path, file);
  const database = new DatabaseSync(file);
  database.exec('PRAGMA foreign_keys = OFF');
  const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name: trigger } of triggers) database.exec(`DROP TRIGGER "${trigger}"`);
  return { file, database };
}

interface Row {
  readonly conversation: string;
  readonly sequence: number;
  readonly at: number;
  readonly principal: string;
  readonly text: string;
  readonly previous: string;
  readonly hash: string;
  readonly kept: string | null;
}

const entriesIn = (database: DatabaseSync): Row[] =>
  database
    .prepare(
      'SELECT conversation, sequence, at, principal, text, previous, hash, kept FROM entries ORDER BY 1, 2',
    )
    .all() as unknown as Row[];

async function verified(file: string, options: VerifyOptions = {}): Promise<Verified> {
  const store = openSqlite(file);
  try {
    return await createLedger({ store }).verify(options);
  } finally {
    await store.close();
  }
}

describe('a flipped bit', () => {
  test('in any column of any entry of a real file, and in what is kept beside it: 1,000 of 1,000', async () => {
    const draw = random(seed);
    const { database } = unguarded('columns');
    const store = openSqlite(database);
    database.exec('PRAGMA foreign_keys = OFF');
    const ledger = createLedger({ store });
    expect(await ledger.verify()).toMatchObject({ holds: true });
    const rows = entriesIn(database);
    const withKept = rows.filter(({ kept }) => kept !== null);
    const missed: string[] = [];
    for (let flip = 0; flip < 1_000; flip++) {
      const [row, column] =
        draw(10) === 0
          ? ([drawn(withKept, draw), 'kept'] as const)
          : ([drawn(rows, draw), drawn(columns, draw)] as const);
      const was: Readonly<Record<string, Value>> = { ...row };
      const is = {
        ...was,
        [column]: flipped(was[column] as string | number, draw, column === 'sequence' ? 6 : 0),
      };
      replace(database, was, is);
      if ((await ledger.verify()).holds) missed.push(`${flip}: ${column}`);
      replace(database, is, was);
    }
    expect(missed).toEqual([]);
    expect(await ledger.verify()).toMatchObject({ holds: true });
    await store.close();
  });

  test('of the file itself, where an entry lies: none is missed, and nothing is written any more', async () => {
    const draw = random(seed + 1);
    const { file, database } = unguarded('bytes');
    const rows = entriesIn(database);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const bytes = readFileSync(file);
    const copy = join(folder, 'flipped');
    let changed = 0;
    for (let flip = 0; flip < 150; flip++) {
      const { text, hash } = rows[draw(rows.length)] as Row;
      const needle = draw(5) === 0 ? hash : text.slice(0, 60);
      const at = bytes.indexOf(needle) + draw(needle.length);
      const other = Buffer.from(bytes);
      other.writeUInt8(other.readUInt8(at) ^ (1 << draw(8)), at);
      writeFileSync(copy, other);
      // a page may hold what is no entry's any more
      if (isDeepStrictEqual(readable(copy), rows)) continue;
      changed += 1;
      expect(await verified(copy), `byte ${at}`).toMatchObject({ holds: false });
      const store = openSqlite(copy);
      const payer = createLedger({ store }).as({ principal: 'p', agents: ['payer'] });
      const line = 'RW1 ST payer-900 from=payer to=scheduler item=x:1';
      await expect(payer.send(line), `byte ${at}`).rejects.toMatchObject({ name: 'LedgerError' });
      await store.close();
    }
    expect(changed).toBeGreaterThan(120);
  });
});

/** The entries of a file; null where it cannot give them back. */
function readable(file: string): readonly Row[] | null {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return entriesIn(database);
  } catch {
    return null;
  } finally {
    database.close();
  }
}

function drawn<T>(from: readonly T[], draw: (limit: number) => number): T {
  return from[draw(from.length)] as T;
}

type Value = string | number | bigint | Buffer | null;

/** Puts an entry in the place of another one, exactly once. */
function replace(
  database: DatabaseSync,
  was: Readonly<Record<string, Value>>,
  is: Readonly<Record<string, Value>>,
): void {
  const place = (value: Value): string => (value instanceof Buffer ? 'CAST(? AS TEXT)' : '?');
  const tests = Object.entries(was).map(([column, value]) => `${column} IS ${place(value)}`);
  const gone = database
    .prepare(`DELETE FROM entries WHERE ${tests.join(' AND ')}`)
    .run(...Object.values(was));
  expect(gone.changes).toBe(1);
  const places = Object.values(is).map(place).join(', ');
  database
    .prepare(`INSERT INTO entries (${Object.keys(is).join(', ')}) VALUES (${places})`)
    .run(...Object.values(is));
}

const columns = ['conversation', 'sequence', 'at', 'principal', 'text', 'previous', 'hash'] as const;

/** A value with one bit of it turned over, of a number none below the lowest. */
function flipped(value: string | number, draw: (limit: number) => number, lowest: number): Buffer | bigint {
  if (typeof value === 'number') return BigInt(value) ^ (1n << BigInt(lowest + draw(46)));
  const bytes = Buffer.from(value);
  const at = draw(bytes.length);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << draw(8)), at);
  return bytes;
}

describe('against heads that were signed', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  let heads: SignedHeads;
  beforeAll(async () => {
    const store = openSqlite(path);
    heads = signHeads(await createLedger({ store }).head(), privateKey);
    await store.close();
  });

  test('an end that was cut off is found, however much of it; without them it cannot be, and that is said', async () => {
    const { file, database } = unguarded('cut');
    const last = Math.max(
      ...entriesIn(database)
        .filter(({ conversation }) => conversation === 'main')
        .map(({ sequence }) => sequence),
    );
    for (let sequence = last; sequence > 33; sequence--) {
      database.prepare("DELETE FROM entries WHERE conversation = 'main' AND sequence = ?").run(sequence);
    }
    for (const sequence of [last, 33, 32].filter((one) => one <= last)) {
      database.prepare("DELETE FROM entries WHERE conversation = 'main' AND sequence = ?").run(sequence);
      const without = await verified(file);
      if (without.holds) expect(without.cannotExclude.join()).toMatch(/cut off at an end/);
      expect(await verified(file, { heads, publicKey })).toMatchObject({
        holds: false,
        conversation: 'main',
      });
    }
    database.exec("DELETE FROM entries WHERE conversation <> 'main'");
    expect(await verified(file, { heads, publicKey })).toMatchObject({ holds: false });
    database.close();
  });

  test('a chain that was written anew from any entry on is found; without them it holds', async () => {
    const rows = entriesIn(unguarded('rows').database).filter(({ conversation }) => conversation === 'main');
    for (const from of rows) {
      const { file, database } = unguarded('anew');
      let previous = genesis('main');
      for (const row of rows) {
        const principal = row.sequence === from.sequence ? 'mallory' : row.principal;
        const entry = { ...row, principal, previous };
        const hash = hashOf(entry, JSON.parse(row.text).dropped);
        database
          .prepare(
            'UPDATE entries SET principal = ?, previous = ?, hash = ? WHERE conversation = ? AND sequence = ?',
          )
          .run(principal, previous, hash, 'main', row.sequence);
        previous = hash;
      }
      database.close();
      expect(await verified(file), `from ${from.sequence}`).toMatchObject({ holds: true });
      const found = await verified(file, { heads, publicKey });
      expect(found, `from ${from.sequence}`).toMatchObject({ holds: false, fault: 'rewritten' });
    }
  });
});

describe('an export', () => {
  test('in which anything was changed is refused, and nothing of it counts', async () => {
    const store = openSqlite(path);
    const lines: string[] = [];
    for await (const line of exportLedger(store, { kept: true })) lines.push(line);
    await store.close();
    const whole = Buffer.from(lines.join(''));
    const place = fc.nat({ max: whole.length - 1 });
    const edit = fc.oneof(
      fc.record({ at: place, drop: fc.nat({ max: 200 }), put: fc.uint8Array({ maxLength: 20 }) }),
      fc.record({ at: place, drop: fc.constant(1), put: fc.uint8Array({ minLength: 1, maxLength: 1 }) }),
    );
    await fc.assert(
      fc.asyncProperty(edit, async ({ at, drop, put }) => {
        const bytes = Buffer.concat([whole.subarray(0, at), put, whole.subarray(at + drop)]);
        fc.pre(!bytes.equals(whole));
        const to = openMemory();
        expect(await importLedger(to, [bytes])).toMatchObject({ outcome: 'refused' });
        expect(await to.whole.heads()).toEqual([]);
      }),
      { numRuns: 500 },
    );
    expect(await importLedger(openMemory(), [whole])).toMatchObject({ outcome: 'imported' });
  });
});
