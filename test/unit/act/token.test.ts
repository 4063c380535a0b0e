import { expect, test } from 'vitest';
import { newToken } from '../../../src/act/statement.ts';

test('a token is 22 characters, never drawn twice, and never what a command line takes for an option', () => {
  const tokens = Array.from({ length: 2_000 }, newToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(tokens.filter((token) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(token))).toEqual([]);
});
