import { describe, expect, test } from 'vitest';
import { occurrences, searched, signOccurrences } from '../../../src/evidence/written/index.ts';

/** What is found of a value in a text: the words, and the doubt. */
function found(text: string, base: string, value: string): readonly (readonly [string, string | null])[] {
  return occurrences(searched(text), base, value).map(({ span, doubt, unsigned }) => [
    text.slice(span.start, span.end),
    unsigned ? 'unsigned' : doubt,
  ]);
}

describe('an amount', () => {
  test.each([
    ['Total 5,400.00', '5,400.00'],
    ['Total 5400', '5400'],
    ['Total 5400.', '5400'],
    ['£5,400', '5,400'],
    ['5.400,00 EUR', '5.400,00'],
    ['5\u00a0400,00', '5\u00a0400,00'],
    ['5’400.00 CHF', '5’400.00'],
    ['GBP5400.0', '5400.0'],
    ['5,400.00GBP', '5,400.00'],
    ['Total:5,400.00', '5,400.00'],
    ['US$5,400.00', '5,400.00'],
    ['A$ 5,400', '5,400'],
    ['Rs. 5,400.00', '5,400.00'],
    ['5,400.00/month', '5,400.00'],
    ['5400 pounds', '5400'],
    ['GBP  5,400.00', '5,400.00'],
    ['Total (incl. VAT): 5400', '5400'],
    ['Total - £5,400.00', '5,400.00'],
    ['5,400.00 - many thanks', '5,400.00'],
    ['5400,-', '5400'],
    ['5´400.00', '5´400.00'],
    ['5\u2007400,00', '5\u2007400,00'],
    ['\u20685,400.00\u2069', '5,400.00'],
  ])('of 5400.00 stands in %j', (text, words) => {
    expect(found(text, 'money', '5400.00')).toEqual([[words, null]]);
  });

  test.each([
    ['15,400.00'],
    ['5,400.01'],
    ['5,400.00/5,300.00'],
    ['MD-5400'],
    ['5400-00'],
    ['(5,400.00)'],
    ['-5,400.00'],
    ['5,400.00 CR'],
    ['5400%'],
    ['v5400.00'],
    ['5,40,0.00'],
    ['5.4'],
    ['-GBP 5,400.00'],
    ['(GBP 5,400.00)'],
    ['( 5,400.00 )'],
    ['CR 5,400.00'],
    ['5,400.00 Cr'],
    ['− 5,400.00'],
    ['£5,400 million'],
    ['5400 per cent'],
    ['account 5400'],
    ['Tel. 5400'],
    ['INV5400'],
    ['05400'],
    ['15\u200e400.00'],
  ])('of 5400.00 does not stand in %j', (text) => {
    expect(found(text, 'money', '5400.00')).toEqual([]);
  });

  test('that may be another is found with its doubt', () => {
    expect(found('5.400', 'money', '5400.00')).toEqual([['5.400', 'could also be 5.4']]);
    expect(found('5.400', 'money', '5.40')).toEqual([['5.400', 'could also be 5400']]);
    expect(found('2 450.00', 'money', '450.00')).toEqual([['450.00', 'is part of 2 450.00']]);
    expect(found('2 450.00', 'money', '2450.00')).toEqual([
      ['2 450.00', 'could also be figures side by side'],
    ]);
  });

  test.each([
    ['- 5,400.00', 'it cannot be told whether the dash beside it is a minus sign'],
    ['5,400.00 -', 'it cannot be told whether the dash beside it is a minus sign'],
    ['5400 doors', 'nothing beside it says that it is an amount'],
    ['5,400.00 kg', 'nothing beside it says that it is an amount'],
    ['5400, by Friday', 'nothing beside it says that it is an amount'],
    ['£5.4 thousand', 'is written as 5.4 thousand'],
    ['5,400.00 \u202eabc', 'is shown in another order than it is written in'],
  ])('of 5400.00 is doubtful in %j', (text, doubt) => {
    expect(found(text, 'money', '5400.00').map(([, why]) => why)).toEqual([doubt]);
  });

  test.each([
    ['5,400.00 Mrd', []],
    ['5,400.00 dozen', ['dozen stands beside it']],
    ['5,400.00 widgets', ['widgets stands beside it']],
    ['5,400.00 (thousand)', ['thousand stands beside it']],
    ['5,400.00/thousand', ['thousand stands beside it']],
    ['5,400.00 to 5,500.00', ['to a figure stands beside it']],
    ['4,000.00 – 5,400.00', ['it cannot be told whether the dash beside it is a minus sign']],
    ['50% of 5,400.00', ['of stands beside it']],
    ['~~5,400.00~~', ['~~ stands beside it']],
    ['~5,400.00', ['~ stands beside it']],
    ['£5,400 000', ['000 stands beside it']],
    ['Please never pay 5,400.00', ['never is said of it']],
    ['up to a total of 5,400.00', ['up to is said of it']],
    ['Total 5,400.00 was cancelled', ['was stands beside it']],
    ['Total 5,400.00\nmillion', ['million is said of it']],
    ['Void total: 5,400.00', ['Void is said of it']],
    ['Discount: 5,400.00', ['Discount is said of it']],
    ['1٬5,400.00', []],
    ['1\u20025,400.00', []],
    ['5,400.0\u0336', []],
  ])('of 5400.00 is doubtful, or none, where another thing may be meant: %j', (text, doubts) => {
    expect(found(text, 'money', '5400.00').map(([, why]) => why)).toEqual(doubts);
  });

  test.each([
    'Please pay GBP 5,400.00 by 2 October.',
    'a total of £5,400.00 incl. VAT',
    '**Total: £5,400.00**',
    'VAT (20%): 5,400.00',
    'Rechnungsbetrag 5.400,00 EUR inkl. MwSt.',
    'Montant TTC : 5 400,00 €',
    'TVA 20 % 5 400,00 €',
    '| Total | £5,400.00 |',
    'Total ........ 5,400.00',
    'MD-7 GBP 5,400.00',
    'Fee: £5,400.00 + VAT',
    'Thank you for your order. Total GBP 5,400.00. Do not hesitate to call.',
    'GBP 5,400.00, not 5,300.00',
    'Old total 5,300.00, total 5,400.00',
    'Direct debit of £5,400.00 on 3 May',
    'Marlow Doors Limited: GBP 5,400.00',
  ])('of 5400.00 is certain among words that mean no harm: %j', (text) => {
    expect(found(text, 'money', '5400.00').map(([, why]) => why)).toEqual([null]);
  });

  test('that is taken back is certain below zero only', () => {
    expect(found('a credit of £93.60', 'money', '93.60')).toEqual([['93.60', 'credit is said of it']]);
    expect(found('a credit of £93.60', 'money', '-93.60')).toEqual([['93.60', 'unsigned']]);
  });

  test('is no day, and no part of one', () => {
    for (const value of ['12.00', '2026.00']) expect(found('12 October 2026', 'money', value)).toEqual([]);
    expect(found('Fee Dec 12.00', 'money', '12.00')).toEqual([['12.00', null]]);
  });

  test('may be grouped two by two, as in India', () => {
    expect(found('Rs. 5,40,000.00', 'money', '540000.00')).toEqual([['5,40,000.00', null]]);
    expect(found('5,40,00.00', 'money', '54000.00')).toEqual([]);
  });

  test('below zero is found with a sign, in brackets, and without a sign', () => {
    const signed = [
      '-93.60',
      '93.60-',
      '(93.60)',
      '93.60 CR',
      '−93.60',
      '-GBP 93.60',
      '(£93.60)',
      '( 93.60 )',
      '93.60 Cr',
    ];
    for (const text of signed) {
      expect(found(text, 'money', '-93.60')).toEqual([['93.60', null]]);
    }
    expect(found('93.60', 'money', '-93.60')).toEqual([['93.60', 'unsigned']]);
    expect(found('+93.60', 'money', '-93.60')).toEqual([]);
  });
});

describe('a day', () => {
  test.each([
    '2 October 2026',
    '2nd October 2026',
    '2 Oct 26',
    'October 2, 2026',
    '2026-10-02',
    '20261002',
    '2.10.2026',
    '2-Oct-2026',
    "2 Oct '26",
    'Thu, 2 Oct 2026 09:12:44 +0100',
    '2026-10-02T10:00:00Z',
    '20261002T1000Z',
    '2/Oct/2026',
    '2. October 2026',
    '2  October  2026',
    '2\n  October 2026',
    '2 October\n2026',
    'October 2,2026',
  ])('of 20261002 stands in %j', (text) => {
    expect(found(text, 'date', '20261002').map(([, doubt]) => doubt)).toEqual([null]);
  });

  test.each([
    '12 October 2026',
    '2 October 2025',
    '31/02/2026',
    '12026-10-02',
    'x2 October 2026',
    '13/10/2026',
  ])('of 20261002 does not stand in %j', (text) => {
    expect(found(text, 'date', '20261002')).toEqual([]);
  });

  test('that may be another is found with its doubt', () => {
    expect(found('02/10/2026', 'date', '20261002')).toEqual([['02/10/2026', 'could also be 10 Feb 2026']]);
    expect(found('02/10/26', 'date', '20261002')).toEqual([
      ['02/10/26', 'could also be 10 Feb 2026 or 26 Oct 2002'],
    ]);
    expect(found('25/10/2026', 'date', '20261025')).toEqual([['25/10/2026', null]]);
    expect(found('by 2 October', 'date', '20261002')).toEqual([['2 October', 'names no year']]);
  });
});

describe('a reference', () => {
  test.each([
    ['Invoice MD-2026-057.', 'MD-2026-057'],
    ['md 2026 057', 'MD-2026-057'],
    ['MD2026057', 'MD-2026-057'],
    ['sort code 40-12-88, account 61102938', '40-12-88/61102938'],
    ['40 12 88 account 61102938', '40-12-88/61102938'],
    ['401288 61102938', '40-12-88/61102938'],
    ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
    ['<accounts@marlow.example>', 'accounts@marlow.example'],
  ])('is found in %j', (text, value) => {
    expect(found(text, 'token', value).map(([, doubt]) => doubt)).toEqual([null]);
  });

  test.each([
    ['SG-3307', 'SG-3307-A'],
    ['MD-2026-058', 'MD-2026-057'],
    ['accounts@mar1ow.example', 'accounts@marlow.example'],
    ['mаrlow', 'marlow'],
    ['accounts marlow example', 'accounts@marlow.example'],
    [
      'account 61102938, and much later, after many other words that say nothing of it, a sort code: 40-12-88',
      '40-12-88/61102938',
    ],
  ])('is not found in %j', (text, value) => {
    expect(found(text, 'token', value)).toEqual([]);
  });

  test('that stands in a longer one, or is grouped otherwise, is found with its doubt', () => {
    expect(found('SG-3307-A', 'token', 'SG-3307')).toEqual([['SG-3307', 'is part of a longer reference']]);
    expect(found('accounts@marlow.example.evil', 'token', 'accounts@marlow.example')).toEqual([
      ['accounts@marlow.example', 'is part of a longer reference'],
    ]);
    expect(found('MD-20260-57', 'token', 'MD-2026-057')).toEqual([['MD-20260-57', 'is grouped otherwise']]);
  });
});

test('a reference that is but a number is no part of a figure or a day, and says that it is one', () => {
  const texts = ['5,400.00', '1,011.00', '£1', '1 May 2026', 'VAT 1%', '2 1 000'];
  for (const text of texts) expect(found(text, 'token', '1')).toEqual([]);
  expect(found('2 x 1', 'token', '1')).toEqual([['1', 'is a bare number']]);
  expect(found('Invoice no. 1', 'token', '1')).toEqual([['1', null]]);
  expect(found('12 October 2026', 'token', '2026')).toEqual([]);
  expect(found('Your PO 2026', 'token', '2026')).toEqual([['2026', null]]);
  expect(found('401288 61102938', 'token', '61102938')).toEqual([['61102938', null]]);
});

test('a code may be said by a sign of its own', () => {
  const signs = (text: string) => signOccurrences(searched(text), '$', 'USD').map(({ doubt }) => doubt);
  expect(signs('$5,400.00')).toEqual([null]);
  expect(signs('A$5,400.00')).toEqual([]);
  expect(signs('$5,400.00 CAD')).toEqual(['CAD stands beside it']);
  expect(signs('$5,400.00 USD')).toEqual([null]);
  expect(signOccurrences(searched('5400 Pounds'), 'pounds', 'GBP')).toHaveLength(1);
  expect(signOccurrences(searched('compounds'), 'pounds', 'GBP')).toEqual([]);
});

test('the code of a currency may be written on to its amount, and is none in a reference', () => {
  for (const text of ['USD5,400.00', '5,400.00USD', 'USD 5,400.00'])
    expect(found(text, 'enum', 'USD')).toEqual([['USD', null]]);
  for (const text of ['USD5400', 'AUSD5,400.00', '5,400.00USDT', 'USD5,400.001'])
    expect(found(text, 'enum', 'USD')).toEqual([]);
});

test('a measured value may stand before a unit or a per cent sign', () => {
  expect(found('HbA1c 7.2% in June', 'num', '7.2')).toEqual([['7.2', null]]);
  expect(found('blood pressure 120/80', 'num', '120/80')).toEqual([['120/80', null]]);
  expect(found('eGFR 58. Urine', 'num', '58')).toEqual([['58', null]]);
  expect(found('eGFR58', 'num', '58')).toEqual([]);
  expect(found('HbA1c 17.2%', 'num', '7.2')).toEqual([]);
});
