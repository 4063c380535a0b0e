import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportLedger, importLedger } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { genesis, hashOf, type Sealed, textHashOf } from '../../src/ledger/proof/seal.ts';
import { edited, ledgerVectors, outcomeOf, wholeExport } from '../support/ledger/vectors.ts';

test.each(ledgerVectors)('$id', async (vector) => {
  const { document: heads, public_key: publicKey = '' } = vector.heads ?? {};
  expect(await outcomeOf(edited(vector), heads === undefined ? {} : { heads, publicKey })).toEqual(
    vector.expect,
  );
});

test('the export of the vectors is one that is imported, and exported again to the byte', async () => {
  const store = openMemory();
  expect(await importLedger(store, [wholeExport])).toMatchObject({ outcome: 'imported' });
  const lines: string[] = [];
  for await (const line of exportLedger(store, { kept: true })) lines.push(line);
  expect(lines.join('')).toBe(wholeExport);
});

test('an id is of one vector, and every section that says something has one', () => {
  const ids = ledgerVectors.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect([...new Set(ledgerVectors.map(({ section }) => section))].sort()).toEqual(['2', '3', '4', '5', '6']);
});

test('the bytes that the specification works through are those of its vector', () => {
  const { entry } = JSON.parse(wholeExport.split('\n')[7] ?? '') as { entry: Sealed };
  const page = readFileSync(new URL('../../spec/LEDGER.md', import.meta.url), 'utf8');
  const hex = /^hashed +((?:[0-9a-f]+\s+)+)hash +([0-9a-f]{64})$/m.exec(page);
  const bytes = Buffer.from((hex?.[1] ?? '').replace(/\s/g, ''), 'hex');
  expect(page).toContain(`\ngenesis    ${genesis(entry.conversation)}\n`);
  expect(page).toContain(`\n           ${textHashOf(entry.text)}\nhashed`);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.hash);
  expect([hex?.[2], hashOf(entry)]).toEqual([entry.hash, entry.hash]);
});
