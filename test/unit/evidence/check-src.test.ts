import { describe, expect, test } from 'vitest';
import { parse } from '../../../src/codec/index.ts';
import { checkSources } from '../../../src/evidence/check-src.ts';
import { readDocument } from '../../../src/evidence/readers/document.ts';
import { readFeed } from '../../../src/evidence/readers/feed.ts';
import { sourcesOf } from '../../../src/evidence/source.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('says which values it did not look for', () => {
  const sources = sourcesOf([
    { pointer: 'email:1', title: '', unread: [], parts: [{ name: 'text', text: 'GBP 5,400.00' }] },
  ]);
  const line =
    'RW1 ST extractor-1 p=pay from=extractor to=reconciler item=mail:9 sup=marlow amt=5400.00 cur=GBP kind=GROSS src=email:1';
  const { lines } = checkSources({ lines: [parse(line)], sources });
  expect(lines[0]?.unsought).toEqual([
    { slot: 'sup', value: 'marlow' },
    { slot: 'kind', value: 'GROSS' },
  ]);
});

test('says over which lines a quotation runs that stands on others', () => {
  const { sources } = readDocument('letter', 'letter.txt', bytes('one\nHbA1c was\n7.2 % in June\n'));
  const line =
    'RW1 ST extractor-1 p=clin from=extractor to=reviewer item=meas:hba1c act=OBS pol=POS cert=CERT subj=PT time=CUR src=doc:letter#l1 // was 7.2 %';
  const { diagnostics } = checkSources({ lines: [parse(line)], sources: sourcesOf(sources) });
  expect(diagnostics.map(({ code, message }) => [code, message.includes('lines 2-3')])).toEqual([
    ['evidence/elsewhere', true],
  ]);
});

test('takes the sign of a feed for the way that the money went', () => {
  const feed = (amount: string) => readFeed('f.csv', bytes(`date,amount\n20261005,${amount}\n`)).sources;
  const told = (said: string, amount: string) => {
    const line = `RW1 ST reconciler-1 p=pay from=reconciler to=scheduler item=mail:9 amt=${said} cur=GBP kind=GROSS src=bank:20261005`;
    return checkSources({ lines: [parse(line)], sources: sourcesOf(feed(amount)) }).diagnostics.map(
      ({ code }) => code,
    );
  };
  expect(told('2380.00', '-2380.00')).toEqual(['evidence/unsigned']);
  expect(told('-93.60', '+93.60')).toEqual(['evidence/unsigned']);
  expect(told('2380.00', '2380.00')).toEqual([]);
  expect(told('2380.00', '-2380.01')).toEqual(['evidence/not-found']);
});

const amount =
  'RW1 ST extractor-1 p=pay from=extractor to=reconciler item=mail:9 amt=5400.00 cur=GBP kind=GROSS src=email:1';

/** What is told of the amount and the currency when a mail says so. */
function toldOf(...texts: readonly string[]): readonly (string | undefined)[] {
  const parts = texts.map((text, index) => ({ name: `part ${index}`, text }));
  const sources = sourcesOf([{ pointer: 'email:1', title: '', unread: [], parts }]);
  const { lines } = checkSources({ lines: [parse(amount)], sources });
  return lines.flatMap(({ evidence }) => evidence.map(({ standing, found }) => found?.doubt ?? standing));
}

test('doubts every amount of a source that has its amounts in thousands, in whatever part it says so', () => {
  expect(toldOf('all in £000s', 'Total GBP 5,400.00')).toEqual(['its source has amounts £000s', 'found']);
  expect(toldOf('all in £', 'Total GBP 5,400.00')).toEqual(['found', 'found']);
});

test('holds a currency against the amounts of its line', () => {
  expect(toldOf('paid in GBP', 'Total USD 5,400.00')).toEqual(['found', 'amt stands there with USD']);
  expect(toldOf('paid in GBP', 'Total €5,400.00')).toEqual(['found', 'amt stands there with €']);
  expect(toldOf('Total GBP 5,400.00', 'Total €5,400.00')).toEqual(['found', 'found']);
  expect(toldOf('paid in GBP', 'Total 5,400.00')).toEqual(['found', 'found']);
});

test('doubts what a mail quotes of another one', () => {
  const quoted = 'is quoted from another mail';
  expect(toldOf('So it is.\n> Total GBP 5,400.00')).toEqual([quoted, quoted]);
  expect(toldOf('Total GBP 5,400.00\n> and so it was')).toEqual(['found', 'found']);
  const answered = 'stands in the mail that this one answers';
  expect(toldOf('So it is.\nOn 2 Oct, Ann wrote:\nTotal GBP 5,400.00')).toEqual([answered, answered]);
});

describe('a day of a feed', () => {
  const line =
    'RW1 ST reconciler-1 p=pay from=reconciler to=scheduler item=mail:9 amt=5400.00 cur=GBP kind=GROSS ref=MD-7 src=bank:20261002';
  const told = (text: string): readonly (string | undefined)[] => {
    const { sources } = readFeed('f.csv', bytes(text));
    const { lines } = checkSources({ lines: [parse(line)], sources: sourcesOf(sources) });
    return lines.flatMap(({ evidence }) => evidence.map(({ standing, found }) => found?.doubt ?? standing));
  };

  test('says an amount and a reference in one row', () => {
    expect(told('date,ref,amount\n20261002,MD-8,1.00\n20261002,MD-7,5400.00\n')).toEqual(['found', 'found']);
    const apart = 'no row of the feed says all that the line says of it';
    expect(told('date,ref,amount\n20261002,MD-7,1.00\n20261002,MD-8,5400.00\n')).toEqual([apart, apart]);
  });

  test('says what the line and its mail say, where the line names both', () => {
    const both = line.replace('src=', 'src=email:1+').replace(' ref=MD-7', '');
    const mail = {
      pointer: 'email:1',
      title: '',
      unread: [],
      parts: [{ name: 'text', text: 'GBP 5,400.00' }],
    };
    const toldOfBoth = (text: string) => {
      const { sources } = readFeed('f.csv', bytes(text));
      const { lines } = checkSources({ lines: [parse(both)], sources: sourcesOf([mail, ...sources]) });
      return lines[0]?.evidence.map(({ standing, found }) => found?.doubt ?? standing);
    };
    expect(toldOfBoth('date,ref,amount\n20261002,MD-7,5400.00\n')).toEqual(['found', 'found']);
    expect(toldOfBoth('date,ref,amount\n20261002,MD-7,5300.00\n')).toEqual([
      'no bank that the line names says so',
      'found',
    ]);
  });

  test('says it in a row that came about', () => {
    const pending = 'its row says PENDING';
    expect(told('date,ref,amount,status\n20261002,MD-7,5400.00,PENDING\n')).toEqual([pending, pending]);
    expect(told('date,ref,amount,status\n20261002,MD-7,5400.00,BOOKED\n')).toEqual(['found', 'found']);
  });

  test.each([
    ['date,ref,amount\n20261002,MD-7,=5400.00\n', 'stands in a formula'],
    ['date,ref,text\n20261002,MD-7,"Total 5400.00, part"\n', 'its cell says more'],
    ['date,ref,amount\n20261002,MD-7,"1\n5400.00"\n', 'its cell says more'],
    ['date,ref,out,balance\n20261002,MD-7,1.00,5400.00\n', 'its column is balance'],
    ['date,ref,amount in pence\n20261002,MD-7,5400.00\n', 'its column is amount in pence'],
    ['date,ref,reversed_amount\n20261002,MD-7,5400.00\n', 'its column is reversed_amount'],
  ])('says no amount for certain in %j', (text, doubt) => {
    expect(told(text)).toEqual([doubt, 'found']);
  });

  test.each([
    'date,ref,amount\n20261002,MD-7," £5,400.00 "\n',
    'date;ref;amount\n02.10.2026;MD-7;5.400,00\n',
    '\ufeffdate\tref\tamount\n20261002\tMD-7\tGBP 5400.00\n',
  ])('says one for certain in %j', (text) => {
    expect(told(text)).toEqual(['found', 'found']);
  });
});
