import { describe, expect, test } from 'vitest';
import type { AskedSlot } from '../../../src/ledger/approval/act.ts';
import { areMet, challengesOf } from '../../../src/server/questions/challenge.ts';
import type { Beside } from '../../../src/server/questions/subject.ts';
import { builtIn, defineProfile, profilesOf } from '../../../src/vocabulary/index.ts';

/** What a guard draws up for a tool, and a profile of other acts: nothing of them is known to the code. */
const own = defineProfile({
  profile: 'lab',
  version: '1',
  extends: 'RW1',
  asks: { MOVE: 'move a sample', HEAT: 'heat it' },
  slots: [
    { key: 'from_rack', type: 'token', desc: 'rack', on: ['HO', 'RB', 'AQ', 'DN'] },
    { key: 'deg', type: 'num', desc: 'degrees', on: ['HO', 'RB', 'AQ', 'DN'] },
    { key: 'turns', type: 'int:0-90000', on: ['HO', 'RB', 'AQ', 'DN'] },
    { key: 'word', type: 'token', desc: 'label', on: ['HO', 'RB', 'AQ', 'DN'] },
    { key: 'many', type: 'list:num', on: ['HO', 'RB', 'AQ', 'DN'] },
    { key: 'fee', type: 'money', desc: 'fee', on: ['HO', 'RB', 'AQ', 'DN'] },
  ],
  exec: { MOVE: ['from_rack', 'word'], HEAT: ['from_rack', 'deg', 'turns', 'fee'] },
  irreversible: ['MOVE', 'HEAT'],
});
const vocabulary = profilesOf(builtIn, [own]).profiles?.get('lab') ?? builtIn.core;

function asked(
  values: Readonly<Record<string, string>>,
  { record, named = [], differs = {} }: Aside = {},
): readonly { readonly prompt: string; readonly expected: string; readonly isNumber: boolean }[] {
  const slots = Object.entries(values).map(
    ([slot, value]): AskedSlot => ({
      ...{ slot, value, from: 'handoff', about: vocabulary.slots.get(slot)?.desc ?? null },
      differs: differs[slot] === undefined ? [] : [{ source: 'records', value: differs[slot], alike: false }],
    }),
  );
  const beside: Beside = record === undefined ? null : { outcome: 'read', values: record };
  return challengesOf({ slots, vocabulary, item: 'x:7', beside, named });
}

interface Aside {
  readonly record?: Readonly<Record<string, string>>;
  readonly named?: readonly string[];
  readonly differs?: Readonly<Record<string, string>>;
}

const typed = (...all: Parameters<typeof asked>): readonly (readonly [string, string])[] =>
  asked(...all).map(({ prompt, expected }) => [prompt, expected]);

describe('where nothing differs', () => {
  test.each<[why: string, values: Readonly<Record<string, string>>, prompt: string, expected: string]>([
    [
      'the amount',
      { from_rack: 'R-1234', deg: '70', fee: '12.00' },
      'Type the fee (fee) as shown above',
      '12.00',
    ],
    [
      'a number, whole',
      { from_rack: 'R-1234', deg: '71250.5' },
      'Type the degrees (deg) as shown above',
      '71250.5',
    ],
    ['a whole number', { from_rack: 'R-1234', turns: '15' }, 'Type the turns as shown above', '15'],
    [
      'four digits',
      { word: 'red', from_rack: 'R-1/234-5' },
      'Type the last four digits of rack (from_rack)',
      '2345',
    ],
    [
      'a text that is a number',
      { from_rack: '61102938' },
      'Type the rack (from_rack) as shown above',
      '61102938',
    ],
    ['no list', { many: '12345+6', from_rack: 'R-1234' }, 'Type the last four digits of many', '3456'],
    ['the item', { word: 'red' }, 'Type the item as shown above', 'x:7'],
  ])('%s is typed', (_, values, prompt, expected) => {
    expect(typed(values)).toEqual([[prompt, expected]]);
  });
});

describe('what differs is typed in place of it', () => {
  const values = { from_rack: 'R-1234', deg: '70', word: 'red', fee: '12.00' };

  test.each<[why: string, beside: Aside, all: readonly (readonly [string, string])[]]>([
    [
      'from the record',
      { record: { from_rack: 'R-9999', fee: '12.00' } },
      [['Type the last four digits of rack (from_rack), which differs', '1234']],
    ],
    [
      'from what the ledger was told',
      { differs: { word: 'blue' } },
      [['Type the label (word) as shown above, which differs', 'red']],
    ],
    [
      'in several places',
      { record: { from_rack: 'R-9999', fee: '11.00' } },
      [
        ['Type the last four digits of rack (from_rack), which differs', '1234'],
        ['Type the fee (fee) as shown above, which differs', '12.00'],
      ],
    ],
    [
      'from a value with the same last four digits',
      { record: { from_rack: 'R-99-1234' } },
      [['Type the rack (from_rack) as shown above, which differs', 'R-1234']],
    ],
    ['not where the record is silent', { record: {} }, [['Type the fee (fee) as shown above', '12.00']]],
  ])('%s', (_, beside, all) => {
    expect(typed(values, beside)).toEqual(all);
  });

  test('and what the question itself names is typed besides', () => {
    expect(typed(values, { named: ['from_rack', 'opts'] })).toEqual([
      ['Type the last four digits of rack (from_rack)', '1234'],
      ['Type the fee (fee) as shown above', '12.00'],
    ]);
  });
});

test.each<[given: readonly string[], isMet: boolean]>([
  [['1234', '12345.5'], true],
  [[' 1234 ', '12,345.5'], true],
  [['12345.5', '1234'], false],
  [['1234'], false],
  [['1234', '12345.5', ''], false],
  [['1,234', '12345.5'], false],
  [['1234', '12,34.5'], false],
  [['1234', '12345'], false],
  [[], false],
])('%j typed for a rack and a number: %s', (given, isMet) => {
  const challenges = asked({ from_rack: 'R-1234', deg: '12345.5' }, { named: ['from_rack'] });
  expect(areMet(challenges, given)).toBe(isMet);
});
