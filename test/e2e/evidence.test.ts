import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from '../../src/codec/index.ts';
import { checkSources, type SourceVerdict } from '../../src/evidence/check-src.ts';
import { readFeed } from '../../src/evidence/readers/feed.ts';
import { readInbox } from '../../src/evidence/readers/inbox.ts';
import { readOrders } from '../../src/evidence/readers/orders.ts';
import { sourcesOf } from '../../src/evidence/source.ts';

const root = join(import.meta.dirname, '../..');
const october = join(root, 'examples/month-end/october');
const bytes = (name: string): Uint8Array => readFileSync(join(october, name));
const { sources: mails } = await readInbox([{ name: 'october.mbox', bytes: bytes('inbox/october.mbox') }]);
const feed = readdirSync(join(october, 'feed')).flatMap(
  (name) => readFeed(name, bytes(`feed/${name}`)).sources,
);
const orders = readOrders('purchase-orders.csv', bytes('purchase-orders.csv')).sources;
const sources = sourcesOf([...mails, ...feed, ...orders]);
const lines = readdirSync(join(october, 'lines'))
  .sort()
  .flatMap((name) => readFileSync(join(october, 'lines', name), 'utf8').split('\n'))
  .filter((line) => line !== '' && !line.startsWith('#'));

function check(all: readonly string[]): SourceVerdict {
  return checkSources({ lines: all.map((line) => parse(line)), sources });
}

/** What is told, but for notes: codes and the words under their carets. */
function told(all: readonly string[]): readonly (readonly [string, string])[] {
  return check(all)
    .diagnostics.filter(({ severity }) => severity !== 'info')
    .map(({ code, at }) => [code, at?.line.slice(at.span.start, at.span.end) ?? '']);
}

/** The lines with one of them changed. */
function spoiled(id: string, before: string, after: string): readonly string[] {
  const found = lines.filter((line) => line.includes(` ${id} `) && line.includes(before));
  expect(found).toHaveLength(1);
  return lines.map((line) => (line === found[0] ? line.replaceAll(before, after) : line));
}

describe('the month-end, checked whole', () => {
  test('raises no alarm', () => {
    expect(told(lines)).toEqual([]);
    const values = check(lines).lines.flatMap(({ evidence }) => evidence);
    expect(values.length).toBeGreaterThan(200);
  });

  test.each<[string, string, string, string, string, string]>([
    [
      'a digit of an account',
      'extractor-3',
      '61102938',
      '61102983',
      'evidence/not-found',
      'acct=00-12-88/61102983',
    ],
    ['two digits of an order', 'extractor-4', 'PO-1031', 'PO-1013', 'evidence/not-found', 'po=PO-1013'],
    ['the order of another invoice', 'extractor-4', 'PO-1031', 'PO-1044', 'evidence/elsewhere', 'po=PO-1044'],
    [
      'the number of the invoice',
      'extractor-5',
      'TW-1193',
      'TW-1139',
      'evidence/not-found',
      'item=inv:TW-1139',
    ],
    [
      'an older invoice of the supplier',
      'extractor-13',
      'inv:SG-3307-A',
      'inv:SG-3307-B',
      'evidence/not-found',
      'item=inv:SG-3307-B',
    ],
    ['the currency', 'extractor-15', 'cur=USD', 'cur=EUR', 'evidence/not-found', 'cur=EUR'],
    [
      'a pointer to another mail',
      'extractor-6',
      'src=email:4',
      'src=email:5',
      'evidence/elsewhere',
      'item=inv:OT-7731',
    ],
    [
      'a pointer to no mail',
      'extractor-6',
      'src=email:4',
      'src=email:40',
      'evidence/unresolved',
      'src=email:40',
    ],
    ['no pointer', 'extractor-11', ' src=email:9', '', 'evidence/no-pointer', 'item=mail:9'],
    ['a day', 'extractor-20', 'eff=20261029', 'eff=20261028', 'evidence/not-found', 'eff=20261028'],
  ])('finds %s', (_, id, before, after, code, words) => {
    expect(told(spoiled(id, before, after))).toContainEqual([code, words]);
  });

  test.each([
    ['extractor-3', 'net=4500.00 vat=900.00 amt=5400.00', 'net=4000.00 vat=900.00 amt=4900.00'],
    ['extractor-8', 'net=312.00 vat=62.40 amt=374.40', 'net=321.00 vat=62.40 amt=383.40'],
  ])('finds amounts that add up and are others: %s', (id, before, after) => {
    expect(told(spoiled(id, before, after)).map(([code]) => code)).toContain('evidence/not-found');
  });

  test('says of an amount that the document leaves unsigned that its sign is not there', () => {
    const notes = check(lines).diagnostics.filter(({ code }) => code === 'evidence/unsigned');
    expect(notes.map(({ at }) => at?.line.slice(at.span.start, at.span.end))).toContain('amt=-93.60');
  });

  test('finds one invoice on two lines', () => {
    const again = lines
      .find((line) => line.includes(' extractor-3 '))
      ?.replace('extractor-3 ', 'extractor-99 ');
    expect(told([...lines, again ?? ''])).toEqual([['evidence/repeated', 'extractor-99']]);
  });
});

test('the clinical example holds, and every way to spoil one of its statements is caught', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'examples/clinical-notes/run.ts')], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('71 statements over 3 documents');
  expect([...stdout.matchAll(/: (\d+) of (\d+) caught/g)].map(([, caught, of]) => caught === of)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(status).toBe(0);
});
