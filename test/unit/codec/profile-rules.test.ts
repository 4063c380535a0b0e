import { expect, test } from 'vitest';
import { parse } from '../../../src/codec/index.ts';
import { builtIn, defineProfile, type Profiles, profilesOf } from '../../../src/vocabulary/index.ts';

/** The built-in profiles and one named ship, whose rules look at the envelope of a line, too. */
const profiles = profilesOf(builtIn, [
  defineProfile({
    profile: 'ship',
    version: '1',
    extends: 'RW1',
    slots: [
      { key: 'kg', type: 'money', on: ['ST'] },
      { key: 'tare', type: 'money', on: ['ST'] },
      { key: 'crate', type: 'token', on: ['ST'] },
    ],
    shapes: [{ slot: 'item', forms: ['box:<n>'] }],
    // biome-ignore-start lint/suspicious/noThenProperty: a rule of a profile, never a function
    together: [
      { on: ['ST'], if: ['re'], then: ['crate'] },
      { on: ['AQ'], if: [], then: ['item', 're'] },
    ],
    // biome-ignore-end lint/suspicious/noThenProperty: a rule of a profile, never a function
    sums: [{ total: 'kg', parts: ['tare'], when: { to: ['crew'] } }],
  }),
]).profiles as Profiles; // null only where a profile is faulty

const codes = (line: string): readonly unknown[] =>
  parse(line, { profiles }).diagnostics.map(({ code, data }) => [code, data['slot'] ?? data['total']]);

test('a shape may be asked of item', () => {
  expect(codes('RW1 ST a-1 p=ship from=a to=b item=box:7')).toEqual([]);
  expect(codes('RW1 ST a-1 p=ship from=a to=b item=box:07')).toEqual([['message/shape', 'item']]);
});

test('slots that go together may be those of the envelope, on either side', () => {
  expect(codes('RW1 ST a-1 p=ship re=b-1 from=a to=b item=box:7 crate=c')).toEqual([]);
  expect(codes('RW1 ST a-1 p=ship re=b-1 from=a to=b item=box:7')).toEqual([['message/together', 'crate']]);
  expect(codes('RW1 AQ a-1 p=ship re=b-1 from=a to=b item=box:7 need=YESNO')).toEqual([]);
  expect(codes('RW1 AQ a-1 p=ship from=a to=b need=YESNO')).toEqual([
    ['message/together', 'item'],
    ['message/together', 're'],
  ]);
});

test('a sum may hold on condition of the envelope', () => {
  const line = 'RW1 ST a-1 p=ship from=a to=b item=box:7 kg=5.00 tare=4.00';
  expect(codes(line)).toEqual([]);
  expect(codes(line.replace('to=b', 'to=crew'))).toEqual([['message/sum', 'kg=5.00']]);
});
