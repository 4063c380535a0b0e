import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../src/codec/index.ts';
import { checkSources } from '../../src/evidence/check-src.ts';
import { htmlText } from '../../src/evidence/readers/html/text.ts';
import { readInbox } from '../../src/evidence/readers/inbox.ts';
import { readTable } from '../../src/evidence/readers/table.ts';
import { type Part, sourcesOf } from '../../src/evidence/source.ts';
import { occurrences, searched } from '../../src/evidence/written/index.ts';
import { growth } from '../support/cost.ts';
import { ratesOf, verdictOn } from '../support/evidence-rates.ts';
import { written } from '../support/invoices.ts';

test('a line made from a document passes, without a doubt, in whatever form its figures are written', () => {
  fc.assert(
    fc.property(written, (document) => {
      const { passes, diagnostics } = verdictOn(document.line, document);
      expect([passes, diagnostics.map(({ message }) => message)]).toEqual([true, []]);
    }),
    { numRuns: 300 },
  );
});

test('a changed or swapped digit in any value is caught', () => {
  const { misread, misses, alarms } = ratesOf(2_000, Number(process.env['HEARBACK_SEED'] ?? 20261002));
  expect(misread).toBeGreaterThan(1_500);
  expect({ misses, alarms }).toEqual({ misses: [], alarms: [] });
});

test('the judge of the rates sees a check that is blind', () => {
  const blind = sourcesOf([], ['email']);
  fc.assert(
    fc.property(written, ({ line }) => {
      expect(checkSources({ lines: [parse(line)], sources: blind }).passes).toBe(false);
    }),
    { numRuns: 20 },
  );
});

/** Doubts of 5400.00 in a text; null for one that is certain. */
function doubtsIn(text: string): readonly (string | null)[] {
  return occurrences(searched(text), 'money', '5400.00').map(({ doubt }) => doubt);
}

const letters = fc
  .array(fc.constantFrom(...'bcfghjklmnpqrstvwxzàéøжд日'), { minLength: 5, maxLength: 9 })
  .map((all) => all.join(''));

test('no amount is certain beside a word of no language', () => {
  fc.assert(
    fc.property(letters, fc.constantFrom(' ', '', ' (', '/'), (word, gap) => {
      expect(doubtsIn(`Total GBP 5,400.00${gap}${word}`)).not.toContain(null);
      expect(doubtsIn(`Total ${word}${gap === '/' ? ' ' : gap}5,400.00`)).not.toContain(null);
    }),
  );
});

/** What stands between two figures and keeps them apart: blanks, edges of cells and lines. */
const apart = /[\s|;()=]/u;

test('no amount is certain with a digit behind another sign', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (sign, digit) => {
        fc.pre(!apart.test(sign));
        expect(doubtsIn(`Total GBP ${digit}${sign}5,400.00`)).not.toContain(null);
        expect(doubtsIn(`Total GBP 5,400.00${sign}${digit}`)).not.toContain(null);
      },
    ),
    { numRuns: 1_000 },
  );
});

const bases = ['money', 'date', 'num', 'int', 'token', 'enum'];
const values = ['5400.00', '-0.01', '20261002', '7.2', '120/80', '40-12-88/61102938', 'MD-1', 'GBP'];

test('looking never throws, and shows what lies in the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(...bases),
      fc.constantFrom(...values),
      (text, base, value) => {
        for (const { span } of occurrences(searched(text), base, value)) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(span.start).toBeLessThan(span.end);
        }
      },
    ),
  );
});

test('readers never throw, whatever the bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('a.mbox', 'a.eml', 'a.json'),
      async (bytes, name) => {
        const { sources, faults } = await readInbox([{ name, bytes }]);
        expect(sources.length + faults.length).toBeGreaterThan(0);
      },
    ),
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void [htmlText(text), readTable(text)]));
});

const sought = [
  ['money', '5400.00'],
  ['date', '20261002'],
  ['token', '1-1-1-1-2'],
  ['token', '1'],
  ['money', '1.00'],
] as const;
const hostile = [
  '1 ',
  '1',
  '1.',
  '1,',
  'AAA ',
  '1-',
  'jan ',
  '02/',
  '1/1/',
  '2026',
  '£',
  '- ',
  'a-',
  '(1',
  '1 May ',
  '1\u202e ',
];

/** Sixteen times the text costs 16 times the work where that is linear, and 256 times where it is quadratic. */
const [short, long, between] = [250, 4_000, 64] as const;

test.each(hostile)('time to look is linear in a text of %j', (unit) => {
  const look = (times: number) => (): void => {
    const text = unit.repeat(times);
    for (const [base, value] of sought) occurrences(searched(text), base, value);
  };
  expect(growth(look(short), look(long), between)).toBeLessThanOrEqual(between);
});

test.each(['1 ', 'total 1.00 ', 'not total 3.00\n', '1 May ', '$ ', '1\n'])(
  'and to check a mail that says %j without end',
  (unit) => {
    const line =
      'RW1 ST extractor-1 p=pay from=extractor to=reconciler item=mail:9 amt=1.00 net=2.00 cur=USD kind=GROSS ref=1 src=email:1';
    const check = (times: number) => (): void => {
      const parts: readonly Part[] = [
        { name: 'text', text: unit.repeat(times), alternative: 'plain' },
        { name: 'HTML', text: `${'7 '.repeat(times)}`, alternative: 'shown' },
      ];
      const sources = sourcesOf([{ pointer: 'email:1', title: '', unread: [], parts }]);
      checkSources({ lines: [parse(line)], sources });
    };
    expect(growth(check(short), check(long), between)).toBeLessThanOrEqual(between);
  },
);

const tags = [
  '<div>',
  '<a b="c">',
  '&amp;',
  '<!--',
  '<![CDATA[',
  '</p>',
  '<td>1',
  '<td></td>',
  '\t ',
  '<style>{',
  '<b>x</b>\t',
];

test.each(tags)('so it is to read HTML of %j', (unit) => {
  const read = (times: number) => (): unknown => htmlText(unit.repeat(times));
  expect(growth(read(short), read(long), between)).toBeLessThanOrEqual(between);
});
