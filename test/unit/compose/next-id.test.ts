import { expect, test } from 'vitest';
import { nextId } from '../../../src/compose/index.ts';

test('begins with one', () => {
  expect(nextId('payer', [])).toBe('payer-1');
});

test('is one more than the largest number, as numbers go and not as text', () => {
  expect(nextId('payer', ['payer-9', 'payer-10', 'payer-2'])).toBe('payer-11');
});

test('keeps the zeros that the largest is written with', () => {
  expect(nextId('writer', ['writer-07', 'writer-3'])).toBe('writer-08');
  expect(nextId('writer', ['writer-099'])).toBe('writer-100');
  expect(nextId('writer', ['writer-7', 'writer-007'])).toBe('writer-008');
});

test('counts beyond what a double holds', () => {
  expect(nextId('a', ['a-9007199254740993'])).toBe('a-9007199254740994');
});

test('passes over the ids of agents whose names only begin alike', () => {
  expect(nextId('a', ['a-1-7', 'ab-5', 'a-x', 'a-', 'b-9'])).toBe('a-1');
  expect(nextId('a-1', ['a-1-7'])).toBe('a-1-8');
});

test('throws for a name that is none', () => {
  for (const name of ['', 'a b', 'a=b', undefined as never]) {
    expect(() => nextId(name, [])).toThrow(expect.objectContaining({ code: 'usage/agent' }));
  }
});
