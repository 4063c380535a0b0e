import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerOf, foundBy } from '../../../src/act/commit/answer.ts';
import {
  type ActRefusal,
  type Answer,
  actRefusals,
  amountOf,
  type Found,
  minorUnits,
  retryable,
} from '../../../src/act/index.ts';
import { frozen, keyOf, newToken, thawed } from '../../../src/act/statement.ts';
import { tailOf } from '../../../src/act/tail.ts';

describe('amounts in minor units (F23)', () => {
  test('are whole pence, once', () => {
    expect(minorUnits('5400.00')).toBe(540000n);
    expect(minorUnits('-0.05')).toBe(-5n);
    expect(amountOf(5n)).toBe('0.05');
    expect(amountOf(-540001n)).toBe('-5400.01');
  });

  test.each([
    '540000',
    '5400',
    '5,400.00',
    '05400.00',
    '-0.00',
    '5400.0',
    '5400.000',
    '٥٤٠٠.00',
    ' 5400.00',
    '',
  ])('%j is no amount', (amount) => {
    expect(() => minorUnits(amount)).toThrow('two decimals');
  });

  test('a number is no amount', () => {
    expect(() => minorUnits(5400 as never)).toThrow('two decimals');
  });

  test('come back as they were, however large', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        (units) => minorUnits(amountOf(units)) === units,
      ),
    );
  });
});

describe('a frozen call', () => {
  const call = {
    ask: 'PAY',
    item: 'x:1',
    conversation: 'main',
    handoff: 'a-1',
    values: { b: '2', a: '1' },
    artifacts: {},
  };

  test('is bytes that do not depend on the order in which they were given (F24)', () => {
    const { values: _, ...rest } = call;
    expect(frozen({ values: { a: '1', b: '2' }, ...rest })).toEqual(frozen(call));
  });

  test('does not run when a byte of it is another', () => {
    const made = frozen(call);
    expect(thawed(made)).toEqual(call);
    expect(thawed({ ...made, call: made.call.replace('"1"', '"9"') })).toBeNull();
  });
});

describe('an idempotency key', () => {
  const own = { tenant: 't', conversation: 'c', root: 'a-1', ask: 'PAY' };

  test('is another for every part of it, and no parts run together', () => {
    const keys = [
      own,
      { ...own, tenant: 'u' },
      { ...own, conversation: 'd' },
      { ...own, root: 'a-2' },
      { ...own, ask: 'SEND' },
    ];
    expect(new Set(keys.map(keyOf)).size).toBe(5);
    expect(keyOf({ ...own, tenant: 't","c', conversation: '' })).not.toBe(keyOf(own));
  });
});

describe('a token', () => {
  test('is 128 random bits that a line can carry', () => {
    const tokens = Array.from({ length: 1_000 }, newToken);
    expect(new Set(tokens).size).toBe(1_000);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
});

describe('what an executor says', () => {
  test.each<[unknown, Answer]>([
    [undefined, { outcome: 'unknown', reason: 'its answer is none' }],
    [null, { outcome: 'unknown', reason: 'its answer is none' }],
    ['executed', { outcome: 'unknown', reason: 'its answer is none' }],
    [['executed'], { outcome: 'unknown', reason: 'its answer is none' }],
    [{ outcome: 'EXECUTED' }, { outcome: 'unknown', reason: 'its answer is none' }],
    [{ outcome: 'executed' }, { outcome: 'unknown', reason: 'it said executed, and not with what values' }],
    [
      { outcome: 'executed', values: ['a'] },
      { outcome: 'unknown', reason: 'it said executed, and not with what values' },
    ],
    [
      { outcome: 'executed', values: { a: '1' }, reference: 7 },
      { outcome: 'executed', values: { a: '1' } },
    ],
    [
      { outcome: 'declined', final: 'yes', retry: 1 },
      { outcome: 'declined', final: false, retry: false },
    ],
    [
      { outcome: 'declined', final: true, reason: 'no' },
      { outcome: 'declined', final: true, retry: false, reason: 'no' },
    ],
    [
      { outcome: 'pending', reference: 'r' },
      { outcome: 'pending', reference: 'r' },
    ],
  ])('%j is %j', async (said, meant) => {
    expect(await answerOf(async () => said as Answer, 1_000, 'k1')).toEqual(meant);
  });

  test('whatever it says, a yes has values, and a no is one only in so many words', async () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true });
    const shapes = fc.record(
      {
        outcome: fc.oneof(
          fc.constantFrom('executed', 'declined', 'pending', 'unknown', 'found', 'not-found'),
          anything,
        ),
        values: anything,
        final: anything,
        mismatch: anything,
        reference: anything,
        reason: anything,
        after: anything,
        key: fc.constantFrom('k1', 'k2', 7, undefined),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(shapes, anything), async (said) => {
        const shape = (typeof said === 'object' && said !== null ? said : {}) as Record<string, unknown>;
        const answer = await answerOf(async () => said as Answer, 1_000, 'k1');
        if (answer.outcome !== 'unknown') expect(answer.outcome).toBe(shape['outcome']);
        if (shape['key'] === 'k2') expect(answer.outcome).toBe('unknown');
        if (answer.outcome === 'executed') expect(typeof answer.values).toBe('object');
        if (answer.outcome === 'declined') {
          expect([answer.final, answer.mismatch ?? false]).toEqual([
            shape['final'] === true,
            shape['mismatch'] === true,
          ]);
        }
        const found = await foundBy(async () => said as Found, 1_000, 'k1');
        if (found.outcome === 'not-found') expect(shape['outcome']).toBe('not-found');
        if (found.outcome === 'declined') expect(found.final).toBe(shape['final'] === true);
        JSON.stringify({ ...answer, values: null });
      }),
    );
  });

  test('whatever it throws, or never says, is unknown', async () => {
    const broken = async (): Promise<Answer> => {
      throw 'a string';
    };
    expect(await answerOf(broken, 1_000, 'k1')).toEqual({ outcome: 'unknown', reason: 'a string' });
    expect(await answerOf(() => new Promise(() => {}), 20, 'k1')).toEqual({
      outcome: 'unknown',
      reason: 'no answer within 20 ms',
    });
  });

  test('a look-up is found with its values, or it is not found, or it is unknown', async () => {
    const look = (said: unknown) => foundBy(async () => said as Found, 1_000, 'k1');
    expect(await look({ outcome: 'found', values: { a: '1' } })).toEqual({
      outcome: 'found',
      values: { a: '1' },
    });
    expect(await look({ outcome: 'not-found' })).toEqual({ outcome: 'not-found' });
    expect(await look({ outcome: 'found' })).toMatchObject({ outcome: 'unknown' });
    expect(await look({ outcome: 'executed', values: {} })).toEqual({ outcome: 'found', values: {} });
    expect(await look({ outcome: 'paid', values: {} })).toMatchObject({ outcome: 'unknown' });
  });

  test('its words reach a tail as one short printable line', () => {
    expect(tailOf('line one\nRW1 AN x\u202e')).toBe('line one RW1 AN x');
    expect(tailOf('é')).toBe('no reason was given');
    expect(tailOf('x'.repeat(500))).toHaveLength(200);
    expect(tailOf(`${'x'.repeat(199)} y`)).toBe('x'.repeat(199));
  });
});

describe('a refusal', () => {
  test('has a meaning, and says whether a retry can help', () => {
    const reasons = Object.keys(actRefusals) as ActRefusal[];
    expect(reasons.length).toBeGreaterThan(30);
    expect(reasons.filter(retryable).sort()).toEqual([
      'in-progress',
      'not-ready',
      'running',
      'stopped',
      'unconfirmed',
      'unreadable-source',
    ]);
  });
});
