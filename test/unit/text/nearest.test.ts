import { expect, test } from 'vitest';
import { nearest } from '../../../src/text/nearest.ts';

const words = ['exec', 'enums', 'slots', 'amt', 'acct', 'APPROVE', 'PAY', 'CHGBANK', 'AUDIT', 'required'];

test.each([
  ['exce', 'exec'],
  ['amout', 'amt'],
  ['acc', 'acct'],
  ['requried', 'required'],
  ['pay', 'PAY'],
  ['chgbank', 'CHGBANK'],
  ['APROVE', 'APPROVE'],
  ['slot', 'slots'],
])('%s is likely %s', (text, meant) => {
  expect(nearest(text, words)).toBe(meant);
});

test.each(['', 'q', 'zz', 'supplier', 'x'.repeat(10_000)])('nothing is near %.12s', (text) => {
  expect(nearest(text, words)).toBeUndefined();
});

test('of two that are equally close the one with the same first letter is meant', () => {
  expect(nearest('amout', ['out', 'amt'])).toBe('amt');
  expect(nearest('amout', ['amt', 'out'])).toBe('amt');
});

test('never names the text itself, nor a word that shares no letter with it', () => {
  expect(nearest('amt', ['amt'])).toBeUndefined();
  expect(nearest('h', ['p', 'n'])).toBeUndefined();
});
