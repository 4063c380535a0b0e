import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonFault, longestJson, memberPath, readJson } from '../../../src/text/json.ts';
import { quoted } from '../../../src/text/span.ts';

/** The faults of a text as [fault, path, text under the span]. */
function faultsOf(text: string, maxDepth?: number): unknown[] {
  const { faults } = readJson(text, maxDepth === undefined ? {} : { maxDepth });
  return faults.map(({ fault, path, span }) => [fault, path, quoted(text, span)]);
}

/** What JSON.parse lets pass: a name that stands twice, and a number that it changes. */
const isOurs = ({ fault, message }: JsonFault): boolean =>
  fault === 'duplicate' || message === 'a number that cannot be kept as it is written';

test('reads what JSON.parse reads, and refuses what it refuses', () => {
  const edit = fc.record({
    at: fc.nat(60),
    text: fc.constantFrom('', '"', ',', '}', ']', '\\', '0', '-', '.', ' '),
  });
  fc.assert(
    fc.property(fc.json(), fc.array(edit, { maxLength: 2 }), (json, edits) => {
      const text = edits.reduce((so, { at, text }) => so.slice(0, at) + text + so.slice(at + 1), json);
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        expect(readJson(text).value).toBeUndefined();
        expect(readJson(text).faults.length).toBeGreaterThan(0);
        return;
      }
      const { value, faults } = readJson(text);
      if (faults.length > 0) expect(faults.every(isOurs)).toBe(true);
      else expect(JSON.stringify(value)).toBe(JSON.stringify(parsed));
    }),
    { numRuns: 3000 },
  );
});

test('knows where every name and value stands', () => {
  const text = '{"slots": [ {"key": "amt"}, {} ], "a b": -1.5e3}';
  const { places } = readJson(text);
  const under = (path: string): unknown => {
    const place = places.get(path);
    return place && [place.key && quoted(text, place.key), quoted(text, place.value)];
  };
  expect(under('$')).toEqual([null, text]);
  expect(under('$.slots[0].key')).toEqual(['"key"', '"amt"']);
  expect(under('$.slots[1]')).toEqual([null, '{}']);
  expect(under(memberPath('$', 'a b'))).toEqual(['"a b"', '-1.5e3']);
});

describe('faults', () => {
  test.each([
    ['{"a":1,}', [['syntax', '$', '}']]],
    ['{"a":1 "b":2}', [['syntax', '$', '"']]],
    ['[01]', [['syntax', '$', '1']]],
    ['["a\\x"]', [['syntax', '$[0]', '\\']]],
    ['["a\n"]', [['syntax', '$[0]', '\n']]],
    ['["a', [['syntax', '$[0]', '']]],
    ['{a:1}', [['syntax', '$', 'a']]],
    ['[1] 2', [['syntax', '$', '2']]],
    ['', [['syntax', '$', '']]],
    ['{"a":NaN}', [['syntax', '$.a', 'N']]],
  ])('%j', (text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  test('tells a name that stands twice, keeps the first and reads on', () => {
    const text = '{"amt":"5.00","amt":"9.00","x":{"__proto__":1,"__proto__":2}}';
    expect(faultsOf(text)).toEqual([
      ['duplicate', '$.amt', '"amt"'],
      ['duplicate', '$.x.__proto__', '"__proto__"'],
    ]);
    expect(readJson(text).value).toEqual({ amt: '5.00', x: JSON.parse('{"__proto__":1}') });
  });

  test.each(['99.99999999999999999', '9007199254740993', '1e-400', '1e400', '0.1000000000000000001'])(
    'refuses a number that would be read as another one: %s',
    (number) => expect(faultsOf(`{"n":${number}}`)).toEqual([['syntax', '$.n', number]]),
  );

  test.each([
    '0.1',
    '1e2',
    '100',
    '1.50',
    '-0',
    '0e9',
    '0.00',
    '1e21',
    '123456789012345680000',
    '5e-324',
    '2E+3',
  ])('reads a number however it is written: %s', (number) =>
    expect(readJson(number)).toMatchObject({ value: JSON.parse(number), faults: [] }),
  );

  test('reads nothing of a text that is too long', () => {
    expect(faultsOf('1'.padEnd(longestJson))).toEqual([]);
    expect(readJson('1'.padEnd(longestJson + 1))).toMatchObject({
      value: undefined,
      faults: [{ fault: 'too-large' }],
    });
  });

  test('stops at the depth it is given', () => {
    expect(faultsOf('[[[]]]', 3)).toEqual([]);
    expect(faultsOf('[[[[]]]]', 3)).toEqual([['too-deep', '$[0][0][0]', '[']]);
    expect(faultsOf('['.repeat(200_000))).toHaveLength(1);
  });
});

test('gives objects no prototype, so that no name is inherited', () => {
  const { value } = readJson('{"__proto__": {"ask": "PAY"}, "constructor": 1}');
  expect(Object.getPrototypeOf(value)).toBeNull();
  expect('ask' in (value as object)).toBe(false);
  expect('toString' in (value as object)).toBe(false);
});

test('a text is read without its places: the same value and the same faults, all of them at $', () => {
  const limits = { placeless: true };
  expect(readJson('{"a":[1,{"b":"c"}]}', limits)).toMatchObject({
    value: { a: [1, { b: 'c' }] },
    faults: [],
  });
  expect(readJson('{"a":[1,2]}', limits).places.size).toBe(0);
  for (const text of ['{"a":{"b":1,"b":2}}', '[[1.00000000000000000001]]', '[1', '{"a":1,"\\u0061":2}']) {
    const [fault] = readJson(text).faults;
    expect(readJson(text, limits).faults).toMatchObject([
      { fault: fault?.fault, message: fault?.message, path: '$' },
    ]);
  }
});
