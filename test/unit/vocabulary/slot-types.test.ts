import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDay, isTime, slotType, slotTypeNames } from '../../../src/vocabulary/slot-types.ts';
import type { SlotValue } from '../../../src/vocabulary/vocabulary.ts';

const enums = new Map([
  [
    'cur',
    new Map([
      ['GBP', 'pounds'],
      ['USD', 'dollars'],
    ]),
  ],
]);
const anyAgent = { agents: new Set<string>(), enums };

function decode(type: string, text: string, agents: readonly string[] = []): SlotValue | undefined {
  return slotType(type, { agents: new Set(agents), enums })?.decode(text);
}

describe('values that are read', () => {
  test.each<[type: string, text: string, value: SlotValue]>([
    ['token', 'a=b:c//d', 'a=b:c//d'],
    ['token', 'Straße', 'Straße'],
    ['ref', 'gh:owner/repo#42', 'gh:owner/repo#42'],
    ['msgid', 'a-b-01', 'a-b-01'],
    ['msgid', '--1', '--1'],
    ['date', '20240229', '20240229'],
    ['time', '20261002T2359Z', '20261002T2359Z'],
    ['money', '0.50', '0.50'],
    ['money', '-0.01', '-0.01'],
    ['money', '123456789012345678901234567890.00', '123456789012345678901234567890.00'],
    ['num', '148/92', '148/92'],
    ['num', '-7.25/007', '-7.25/007'],
    ['days', '15d', 15],
    ['days', '000000015', 15],
    ['days', '999999999d', 999_999_999],
    ['bool', 'Y', true],
    ['bool', 'N', false],
    ['digest', '33b212141208', '33b212141208'],
    ['agent', 'a.B_9-x', 'a.B_9-x'],
    ['agent', 'human', 'human'],
    ['agent', 'humane', 'humane'],
    ['enum:cur', 'GBP', 'GBP'],
    ['int:1-5', '02', 2],
    ['int:0-9999', `${'0'.repeat(5000)}7`, 7],
    ['int:0-9007199254740991', '9007199254740991', 9_007_199_254_740_991],
    ['list:token', 'b+a+b', ['b', 'a', 'b']],
    ['list:enum:cur', 'USD+GBP', ['USD', 'GBP']],
    ['list:int:1-5', '5+01', [5, 1]],
    ['list:bool', 'Y+N', [true, false]],
  ])('%s takes %.40s', (type, text, value) => {
    expect(decode(type, text)).toEqual(value);
  });
});

describe('values that are refused', () => {
  test.each<[type: string, texts: readonly string[]]>([
    [
      'token',
      [
        '',
        ' ',
        'a b',
        'a\tb',
        'a\u00A0b',
        'a\u200Bb',
        'a\u202Eb',
        'a\u2800b',
        'a\uD800',
        'a\u0085',
        '\u3164',
      ],
    ],
    ['msgid', ['a', 'a-', '-1', 'a-1b', 'a b-1', 'ä-1', 'a-١', '']],
    [
      'date',
      [
        '20260229',
        '20261301',
        '20260431',
        '20260100',
        '00000101',
        '2026101',
        '202610011',
        '２０２６１００１',
        '',
      ],
    ],
    ['time', ['20261002T2400Z', '20261002T1260Z', '20260230T1200Z', '20261002T1405', '20261002t1405Z', '']],
    [
      'money',
      [
        '5',
        '5.0',
        '05.00',
        '-0.00',
        '-05.00',
        '+5.00',
        '5,000.00',
        '.50',
        '-.50',
        '5.000',
        '٥.٠٠',
        '5.0０',
        '-',
        '',
      ],
    ],
    ['num', ['', '-', '.5', '5.', '5.2.1', '1/2/3', '1/', '/2', '1/-2', '1e5', '+1', '１']],
    ['days', ['', 'd', '1234567890', '0000000001', '5D', '-1', '5dd', '٥']],
    ['bool', ['y', 'true', '1', 'YN', '']],
    ['digest', ['33B212141208', '33b21214120', '33b2121412080', '33b21214120g', '']],
    ['agent', ['', 'Human', 'HUMAN', 'a b', 'ä', 'a/b', 'a+b']],
    ['enum:cur', ['gbp', 'EUR', '', 'constructor', '__proto__']],
    ['int:1-5', ['0', '6', '1.0', '+1', '-1', '', ' 1', '１', '9'.repeat(5000)]],
    ['int:0-9007199254740991', ['9007199254740992', '9007199254740993']],
    ['list:token', ['', '+', 'a+', '+a', 'a++b']],
    ['list:enum:cur', ['GBP+EUR', 'GBP+']],
  ])('%s refuses what is none', (type, texts) => {
    for (const text of texts) expect([text, decode(type, text)]).toEqual([text, undefined]);
  });

  test('a name that no profile lists is no agent where a profile lists some; human always is one', () => {
    const agents = ['payer', 'auditor'];
    expect(decode('agent', 'payer', agents)).toBe('payer');
    expect(decode('agent', 'human', agents)).toBe('human');
    expect(decode('agent', 'Payer', agents)).toBeUndefined();
    expect(decode('list:agent', 'payer+ghost', agents)).toBeUndefined();
  });
});

/** No line has a negative nought. */
function unsigned(value: unknown): unknown {
  return Object.is(value, -0) ? 0 : value;
}

test('every type writes exactly what it reads back, and nothing else', () => {
  const types = [
    'token',
    'msgid',
    'date',
    'time',
    'money',
    'num',
    'days',
    'bool',
    'digest',
    'agent',
    'enum:cur',
    'int:1-50',
  ];
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.stringMatching(/^[-0-9./dTZYNa+]{0,14}$/),
    fc.integer({ min: -5, max: 60 }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, {}, 'GBP', '20261002', '5.00', 'a-1'),
  );
  const value = fc.oneof(anything, fc.array(anything, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.boolean(), value, (type, isList, value) => {
      const row = slotType(isList ? `list:${type}` : type, anyAgent);
      const text = row?.encode(value);
      if (text !== undefined)
        expect(row?.decode(text)).toEqual(Array.isArray(value) ? value.map(unsigned) : unsigned(value));
    }),
    { numRuns: 20_000 },
  );
});

test('what is read is written in a form that reads the same', () => {
  const forms = fc.stringMatching(/^[-0-9./dTZYNa+]{1,16}$/);
  const types = [
    'token',
    'msgid',
    'date',
    'money',
    'num',
    'days',
    'bool',
    'int:0-999',
    'list:token',
    'list:int:0-9',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...types), forms, (type, text) => {
      const row = slotType(type, anyAgent);
      const value = row?.decode(text);
      if (value !== undefined) expect(row?.decode(row.encode(value) ?? '')).toEqual(value);
    }),
    { numRuns: 20_000 },
  );
});

test('a list writes no element that would be read as two', () => {
  expect(slotType('list:token', anyAgent)?.encode(['a+b'])).toBeUndefined();
  expect(slotType('list:token', anyAgent)?.encode([])).toBeUndefined();
  expect(slotType('list:token', anyAgent)?.encode('a')).toBeUndefined();
});

test('every type says what it expected', () => {
  const texts = slotTypeNames.map((name) =>
    name.replace('<name>', 'cur').replace('<low>-<high>', '1-5').replace('<type>', 'date'),
  );
  for (const text of texts) expect(slotType(text, anyAgent)?.expected).toMatch(/\w{2,}/);
  expect(slotType('date', anyAgent)?.expected).toContain('YYYYMMDD');
  expect(slotType('time', anyAgent)?.expected).toContain('times are YYYYMMDDTHHMMZ');
  expect(slotType('num', anyAgent)?.expected).toContain('num is a number as written');
});

test('a type says its row, its enum and whether it is a list', () => {
  expect(slotType('list:enum:cur', anyAgent)).toMatchObject({ base: 'enum', isList: true, enum: 'cur' });
  expect(slotType('int:0-9', anyAgent)).toMatchObject({ base: 'int', isList: false, enum: null });
});

test('days and times are those of the calendar, for every day of four centuries', () => {
  for (let at = Date.UTC(1999, 0, 1); at < Date.UTC(2105, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
    expect(isDay(day)).toBe(true);
  }
  const isReal = (text: string): boolean => {
    const iso = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    const date = new Date(`${iso}T00:00:00Z`);
    return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(iso) && text.slice(0, 4) !== '0000';
  };
  fc.assert(
    fc.property(fc.stringMatching(/^(?:1[6-9]|2[0-4])\d{2}[01]\d[0-3]\d$/), (text) => {
      expect(isDay(text)).toBe(isReal(text));
      expect(isTime(`${text}T1200Z`)).toBe(isReal(text));
    }),
    { numRuns: 5000 },
  );
});
