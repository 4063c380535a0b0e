import { describe, expect, test } from 'vitest';
import { fromJson, parse } from '../../src/codec/index.ts';
import { growth } from '../support/cost.ts';

/** Hostile text of about so many code points. */
type Shape = (length: number) => string;

const head = 'RW1 HO a-1 from=a to=b item=x ask=FIX';
const counted = (length: number, each: number, word: (n: number) => string): string =>
  Array.from({ length: Math.floor(length / each) }, (_, n) => word(n)).join('');
const base26 = (n: number): string =>
  n.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');

/** T8: what somebody would send who knows that a list is searched, a word compared, a character looked at twice. */
const shapes: Readonly<Record<string, Shape>> = {
  'one long value': (length) => `${head} x_a=${'v'.repeat(length)}`,
  'a long value of another script': (length) => `${head} x_a=${'я'.repeat(length)}`,
  'a long word of look-alike letters': (length) => `${head} x_a=${'aа'.repeat(length / 2)}`,
  'many unknown keys': (length) => head + counted(length, 6, (n) => ` ${base26(n).padEnd(3, 'k')}=1`),
  'many extension keys': (length) => head + counted(length, 8, (n) => ` x_${base26(n).padEnd(3, 'k')}=1`),
  'one key many times': (length) => head + ' pri=1'.repeat(length / 6),
  'one unknown key many times': (length) => head + ' zzz=1'.repeat(length / 6),
  'many words without a slot': (length) => `${head}${' w'.repeat(length / 2)}`,
  'many words that only begin a slot': (length) => `${head}${' ='.repeat(length / 2)}`,
  'many bad keys': (length) => `${head}${' A=1'.repeat(length / 4)}`,
  'many empty values': (length) => head + counted(length, 6, (n) => ` ${base26(n).padEnd(3, 'k')}=`),
  'many slots of another type': (length) => `${head}${' pct=1 blk=x'.repeat(length / 12)}`,
  'many names of profiles': (length) => `${head}${' p=pay'.repeat(length / 6)}`,
  blanks: (length) => `${head}${' '.repeat(length)}x_a=1`,
  'a long list': (length) => `${head} keep=${'a+'.repeat(length / 2)}a`,
  'a list of nothing': (length) => `${head} keep=${'+'.repeat(length)}`,
  'a list of wrong agents': (length) => `${head} keep=${'/+'.repeat(length / 2)}/`,
  'a list of unknown codes': (length) => `${head} p=pay flag=${'X+'.repeat(length / 2)}X`,
  'a list of many unknown codes': (length) =>
    `${head} p=pay flag=X${counted(length, 4, (n) => `+${base26(n).padEnd(3, 'X')}`)}`,
  'a list of readback slots': (length) => `${head} rb=${'due+'.repeat(length / 4)}all`,
  'a list of unknown readback slots': (length) => `${head} rb=${'x+'.repeat(length / 2)}all`,
  'a list of criteria keys': (length) => `${head} keys=${'len+'.repeat(length / 4)}len`,
  'a list of unknown criteria keys': (length) => `${head} keys=${'q+'.repeat(length / 2)}len`,
  'a list of criteria': (length) => `${head} acc=${'len:1+'.repeat(length / 6)}len:1`,
  'a list of unknown criteria': (length) => `${head} acc=${'q:1+'.repeat(length / 4)}q:1`,
  'a list of no criteria': (length) => `${head} acc=${'q+'.repeat(length / 2)}q`,
  'many different options': (length) =>
    `RW1 AQ a-1 from=a to=b need=ENUM opts=A${counted(length, 4, (n) => `+${base26(n).padEnd(3, 'A')}`)}`,
  'many options outside a vocabulary': (length) =>
    `RW1 AQ payer-1 p=pay from=payer to=human need=ENUM opts=A${counted(length, 4, (n) => `+${base26(n).padEnd(3, 'A')}`)}`,
  'many malformed pointers': (length) =>
    `RW1 ST payer-1 p=pay from=payer to=human item=x src=po${'+po:'.repeat(length / 4)}`,
  'one pointer of many signs': (length) =>
    `RW1 ST payer-1 p=pay from=payer to=human item=x src=doc:${'#l1-'.repeat(length / 4)}`,
  'an endless whole number': (length) => `${head} pri=${'9'.repeat(length)}`,
  'an endless nought': (length) => `${head} pri=${'0'.repeat(length)}1`,
  'an endless amount': (length) => `${head} p=pay amt=${'9'.repeat(length)}.00`,
  'endless amounts that add up': (length) => {
    const amount = `${'9'.repeat(length / 3)}.00`;
    return `RW1 ST payer-1 p=pay from=payer to=human item=x net=${amount} vat=0.00 amt=${amount}`;
  },
  'an endless number': (length) =>
    `RW1 ST record-1 p=clin from=record to=human item=sym:x res=${'9'.repeat(length / 2)}/${'9'.repeat(length / 2)}x`,
  'a number of many slashes': (length) =>
    `RW1 ST record-1 p=clin from=record to=human item=sym:x res=${'1/'.repeat(length / 2)}`,
  'a long type': (length) => `RW1 ${'HO'.repeat(length / 2)} a-1 from=a to=b`,
  'a long id': (length) => `RW1 HO ${'a-'.repeat(length / 2)}1 from=a to=b item=x ask=FIX`,
  'a long agent': (length) =>
    `RW1 HO ${'a'.repeat(length / 2)}-1 from=${'a'.repeat(length / 2)} to=b item=x ask=FIX`,
  'a long code': (length) => `${head} conf=${'FI'.repeat(length / 2)}`,
  'a long key': (length) => `${head} ${'acc'.repeat(length / 3)}=1`,
  'a long name of a profile': (length) => `${head} p=${'pay'.repeat(length / 3)}`,
  'a long tail': (length) => `${head} // ${'tail '.repeat(length / 5)}`,
  'many slashes': (length) => `${head} // ${'// '.repeat(length / 3)}`,
  'a tail of joined emoji': (length) => `${head} // ${'👩\u200d'.repeat(length / 2)}`,
  'a tail of invisible characters': (length) => `${head} // ${'\u200b'.repeat(length)}`,
  'a value of invisible characters': (length) => `${head} x_a=${'\u200b'.repeat(length)}`,
  'a value of many invisible characters': (length) =>
    `${head} x_a=${counted(length, 1, (n) => String.fromCodePoint(0xe0000 + (n % 4096)))}`,
  'a value of combining characters': (length) => `${head} x_a=a${'\u0301'.repeat(length)}`,
  'half characters': (length) => `${head} x_a=${'\ud800'.repeat(length)}`,
  controls: (length) => `${head} x_a=${'\u0001\u0002'.repeat(length / 2)}`,
};

/**
 * T8 allows 2.5 times for twice the length. Two doublings are measured as one, from 2,048 to 8,192 code points, which
 * tells a linear cost (at most 4) from a quadratic one (16) on a machine that is busy with other things.
 */
function expectLinear(work: (length: number) => () => unknown): void {
  const [short, long] = [work(2000), work(8000)];
  expect(growth(short, long, 4.5)).toBeLessThan(2.5 ** 2);
}

describe('the cost of reading grows with the length, never faster', () => {
  test.each(Object.entries(shapes))('%s', (_, shape) => {
    expectLinear((length) => {
      const line = shape(length);
      return () => parse(line);
    });
  });

  test('a JSON twin with many slots', () => {
    expectLinear((length) => {
      const slots = Object.fromEntries(Array.from({ length }, (_, n) => [`x_${n}`, 'v']));
      const twin = {
        v: 'RW1',
        type: 'ST',
        id: 'a-1',
        re: null,
        from: 'a',
        to: 'b',
        item: 'x',
        slots,
        tail: null,
      };
      return () => fromJson(twin);
    });
  });
});

test('beyond the longest line nothing is read: a million code points cost no more than the longest line', () => {
  const whole = parse(`${head} x_a=${'v'.repeat(1_000_000)}`);
  expect(whole.diagnostics.map(({ code }) => code)).toEqual(['line/too-long']);
});
