import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { policyOf, readPolicyFile } from '../../../src/server/approvals/policy-file.ts';

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../spec/approval-policy.schema.json'), 'utf8'),
);
const isPolicy = new Ajv2020({ strict: true }).compile(schema);

const good = {
  name: 'ap-2026',
  rules: [
    { asks: ['PAY'], alone: { amt: { currency: 'cur', most: { GBP: '5000.00', EUR: '5800.00' } } } },
    { asks: ['CHGBANK'], people: 3 },
    { asks: ['SEND'], people: 1 },
  ],
};
const limits = (most: unknown): unknown => ({
  name: 'a',
  rules: [{ asks: ['PAY'], alone: { amt: { currency: 'cur', most } } }],
});

test('a policy file is read as it stands, and the schema takes it', () => {
  expect(policyOf(JSON.stringify({ $schema: 'x', ...good }), 'p.json')).toEqual(good);
  expect([isPolicy(good), isPolicy.errors]).toEqual([true, null]);
});

describe('a policy file with a fault is refused with its place, and the schema refuses it too', () => {
  test.each<[unknown, string]>([
    [{ ...good, nmae: 'x' }, 'unknown key nmae'],
    [{ name: 'a' }, 'rules'],
    [{ name: 'a', rules: [{ asks: [] }] }, 'asks'],
    [{ name: 'a', rules: [{ asks: ['PAY'], people: 0 }] }, 'people'],
    [{ name: 'a', rules: [{ asks: ['PAY'], people: '2' }] }, 'people'],
    [{ name: 'a', rules: [{ asks: ['PAY'], alone: {} }] }, 'alone'],
    [limits({}), 'most'],
    [limits({ GBP: 5000 }), 'GBP'],
    [limits({ GBP: '5000' }), 'GBP'],
    [limits({ GBP: '5,000.00' }), 'GBP'],
    [[good], 'expected an object'],
  ])('%j', (policy, names) => {
    expect(() => policyOf(JSON.stringify(policy), 'p.json')).toThrow(names);
    expect(isPolicy(policy)).toBe(false);
  });

  test('what is no JSON, stands twice or is not there is no policy', () => {
    expect(() => policyOf('{"name": "a", "name": "b", "rules": []}', 'p.json')).toThrow('stands twice');
    expect(() => readPolicyFile(join(import.meta.dirname, 'none.json'))).toThrow('ENOENT');
  });

  test('one person and a limit beside it contradict each other', () => {
    const both = {
      name: 'a',
      rules: [{ asks: ['PAY'], people: 1, alone: { amt: { currency: 'cur', most: { GBP: '1.00' } } } }],
    };
    expect(() => policyOf(JSON.stringify(both), 'p.json')).toThrow('people: 1 says that one is enough');
  });
});
