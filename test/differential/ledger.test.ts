import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportLedger } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { busy } from '../support/ledger/busy.ts';
import { random } from '../support/ledger/random.ts';
import {
  edited,
  type LedgerVector,
  ledgerVectors,
  outcomeOf,
  wholeExport,
} from '../support/ledger/vectors.ts';
import { available } from '../support/skip.ts';

const verifier = join(import.meta.dirname, '../../spec/verify.py');
const many = join(import.meta.dirname, '../support/ledger/verify_many.py');

const python = (): string | undefined =>
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0
    ? 'python3'
    : undefined;

type Asked = { readonly bytes: Buffer } & Pick<LedgerVector, 'heads'>;

/** What the verifier of spec/ says of each export. */
function pythonSays(all: readonly Asked[]): readonly unknown[] {
  const input = all
    .map(({ bytes, heads }) => JSON.stringify({ export: bytes.toString('base64'), heads }))
    .join('\n');
  const options = { input, encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const { stdout, stderr, status } = spawnSync('python3', [many, verifier], options);
  expect([status, stderr]).toEqual([0, '']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What is bad: the entry, or else the line. A tombstone that nobody accounts for may be told before all was read. */
function entryIn(found: unknown): unknown {
  const { line, conversation, sequence, fault } = found as Readonly<Record<string, unknown>>;
  return fault === undefined ? { line } : { conversation, sequence, fault };
}

describe.skipIf(!available('python3', python))(
  'a verifier in another language, written from the specification',
  () => {
    test('finds in every vector what is to be found', () => {
      const found = pythonSays(ledgerVectors.map((vector) => ({ ...vector, bytes: edited(vector) })));
      expect(found).toEqual(ledgerVectors.map((vector) => vector.expect));
    });

    test('finds in a real ledger the same first bad entry, whichever byte of its export is another one', async () => {
      const lines: string[] = [];
      const store = openSqlite(':memory:');
      await busy(store);
      for await (const line of exportLedger(store, { kept: true })) lines.push(line);
      const whole = Buffer.from(lines.join(''));
      const draw = random(20261002);
      const flipped = Array.from({ length: 400 }, () => {
        const bytes = Buffer.from(whole);
        const at = draw(bytes.length);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << draw(8)), at);
        return { bytes };
      });
      const found = pythonSays([{ bytes: whole }, ...flipped]);
      expect(found[0]).toMatchObject({ holds: true, redacted: 2 });
      expect(found.slice(1).filter((one) => (one as { holds: boolean }).holds)).toEqual([]);
      const ours = await Promise.all(flipped.map(({ bytes }) => outcomeOf(bytes)));
      expect(ours.map(entryIn)).toEqual(found.slice(1).map(entryIn));
    });

    test('is a command, with an exit code', () => {
      const folder = mkdtempSync(join(tmpdir(), 'hearback-verify-'));
      const file = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const run = (...args: string[]): unknown[] => {
        const { status, stdout } = spawnSync('python3', [verifier, ...args], { encoding: 'utf8' });
        return [status, stdout === '' ? '' : JSON.parse(stdout)];
      };
      const whole = file('whole.jsonl', wholeExport);
      const { document = '', public_key: pem = '' } =
        ledgerVectors.find(({ id }) => id === 'heads/all')?.heads ?? {};
      const [heads, key] = [file('heads.json', document), file('key.pem', pem)];
      expect(run(whole, heads, key)).toEqual([0, expect.objectContaining({ holds: true, entries: 7 })]);
      expect(run(whole, file('other.json', document.replace('default', 'another')), key)).toEqual([
        1,
        expect.objectContaining({ holds: false }),
      ]);
      expect(run(file('bad.jsonl', wholeExport.replace('half', 'hale')))).toEqual([
        1,
        expect.objectContaining({ line: 5, conversation: 'main', sequence: 3, fault: 'changed' }),
      ]);
      expect(run()).toEqual([2, '']);
      rmSync(folder, { recursive: true });
    });
  },
);
