import { expect, test } from 'vitest';
import { areAlike } from '../../../src/text/look-alikes.ts';

test.each([
  ['mar1ow', 'marlow'],
  ['MARLOW', 'marlow'],
  ['mаrlow', 'marlow'], // its second letter is Cyrillic
  ['northfie1d', 'northfield'],
  ['rnarlow', 'marlow'],
  ['vvest', 'west'],
  ['b0b', 'bob'],
  ['ｍarlow', 'marlow'],
])('%s is taken for %s', (one, other) => {
  expect(areAlike(one, other)).toBe(true);
});

test.each([
  ['marlow', 'marlow'],
  ['marlow', 'marlowe'],
  ['40-12-88/61102938', '40-12-88/61102939'],
  ['5400.00', '5450.00'],
  ['x:1', 'x:2'],
])('%s is not taken for %s', (one, other) => {
  expect(areAlike(one, other)).toBe(false);
});
