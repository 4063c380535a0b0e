import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDone, checkHandoff, checkReadback } from '../../src/checks/index.ts';
import { levelsFor } from '../../src/codec/asked.ts';
import {
  type AnyMessage,
  written as asWritten,
  decode,
  encode,
  parse,
  sameValue,
} from '../../src/codec/index.ts';
import { makeDone, makeHandoff, makeReadback, nextId } from '../../src/compose/index.ts';
import { builtIn } from '../../src/vocabulary/index.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { values as plan } from '../support/ledger/lines.ts';
import { type Parts, partsOf, written } from '../support/lines.ts';
import { valuesOf } from '../support/values.ts';
import { vocabularies } from '../support/vocabularies.ts';

const now = '19700101T0000Z'; // before every exp that is drawn
const perVocabulary = 300;

/** Valid handoffs that ask for the readback that their ask needs, with an ask that acts more often than chance has it. */
function handoffs(vocabulary: Vocabulary): Arbitrary<AnyMessage> {
  const acts = [...vocabulary.irreversible];
  const ask = fc.oneof(
    fc.constantFrom(...acts),
    fc.constantFrom(...(vocabulary.enums.get('ask')?.keys() ?? [])),
  );
  return fc
    .tuple(partsOf(vocabulary, 'HO'), ask)
    .map(([parts, wanted]) => decode(written(asking(parts, wanted, vocabulary))));
}

function asking(parts: Parts, ask: string, vocabulary: Vocabulary): Parts {
  const slots = new Map(parts.slots).set('ask', ask);
  const levels = levelsFor(ask, vocabulary);
  if (levels.length > 0) slots.set('rb', [slots.get('rb') ?? [], levels].flat().join('+'));
  if (ask === 'UNDO') slots.set('ctx', 'a-1'.replace('a', vocabulary.agents.values().next().value ?? 'a'));
  const acts = vocabulary.profile?.positive?.[ask] ?? [];
  for (const slot of acts) if (slots.has(slot)) slots.delete(slot);
  return { ...parts, slots: [...slots] };
}

/** Values for what a handoff leaves open; criteria say every key that the sender will check, and its own as they are. */
function filling(
  ho: AnyMessage,
  vocabulary: Vocabulary,
  open: readonly string[],
): Arbitrary<Record<string, string>> {
  const values = Object.fromEntries(open.map((slot) => [slot, valuesOf(vocabulary, slot, 'RB')]));
  const own = (ho.slots['acc'] as readonly string[] | undefined) ?? [];
  const keys = [...new Set(ho.slots['keys'] as readonly string[] | undefined)];
  const said = new Set(own.map((element) => element.split(':')[0]));
  const acc =
    [...own, ...keys.filter((key) => !said.has(key)).map((key) => `${key}:1w`)].join('+') || 'len:1w';
  return fc.record(open.includes('acc') ? { ...values, acc: fc.constant(acc) } : values);
}

/** R32: a single-valued key that stands twice in the handoff's own criteria is a fault that no readback mends. */
function hedges({ slots }: AnyMessage, vocabulary: Vocabulary): boolean {
  const single = ((slots['acc'] as readonly string[] | undefined) ?? [])
    .map((element) => element.slice(0, element.indexOf(':')))
    .filter((key) => !vocabulary.constraintKeys.get(key)?.many);
  return new Set(single).size < single.length;
}

describe('a readback that code composes', () => {
  const counts = { composed: 0, filled: 0, refused: 0 };

  for (const vocabulary of vocabularies) {
    test(`passes the check of its own handoff whenever nothing is open (${vocabulary.name})`, () => {
      const drawn = handoffs(vocabulary)
        .filter((ho) => !hedges(ho, vocabulary))
        .chain((ho) => {
          const { open } = makeReadback({ ho });
          return fc.tuple(fc.constant(ho), filling(ho, vocabulary, open), fc.boolean());
        });
      fc.assert(
        fc.property(drawn, ([ho, set, hash]) => {
          const { message, open, diagnostics } = makeReadback({ ho, set, hash });
          const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
          if (open.includes('h') && !hash) return; // the sender asks for the digest by name
          expect(open).toEqual([]);
          if (message === null) {
            // drawn values that the profile refuses together, or that an act may not have
            expect(errors.filter((code) => code.startsWith('compose/'))).toEqual([]);
            counts.refused++;
            return;
          }
          const verdict = checkReadback({ ho, rb: message, now });
          expect(verdict.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
          expect(verdict.wilco).toBe(true);
          expect(parse(encode(message)).message).toEqual(message);
          counts.composed++;
          if (Object.keys(set).length > 0) counts.filled++;
        }),
        { numRuns: perVocabulary },
      );
    });
  }

  test('was none refused for form, over more than 378 of them, and many resolved what the handoff left open', () => {
    expect(counts.composed).toBeGreaterThan(378);
    expect(counts.filled).toBeGreaterThan(100);
    expect(counts.refused).toBeLessThan(counts.composed / 4);
  });

  test('is none while a slot is open, and says no value that was not sent or given', () => {
    fc.assert(
      fc.property(fc.constantFrom(...vocabularies).chain(handoffs), (ho) => {
        const whole = makeReadback({ ho });
        expect(whole.message === null).toBe(whole.open.length > 0);
        const { message } = makeReadback({ ho, partial: true });
        if (message === null) throw new Error('a partial readback has no fault of its own');
        for (const slot of whole.open) expect(message.slots[slot]).toBeUndefined();
        for (const [slot, value] of Object.entries(message.slots)) {
          if (slot !== 'h') expect(sameValue(value, ho.slots[slot])).toBe(true);
        }
        expect(message.slots['acc']).toBeUndefined();
      }),
      { numRuns: perVocabulary },
    );
  });
});

describe('a handoff that code composes', () => {
  test('carries its record unchanged and passes check-ho against it', () => {
    let checked = 0;
    const drawn = fc.constantFrom(...vocabularies).chain((vocabulary) => partsOf(vocabulary, 'HO'));
    fc.assert(
      fc.property(drawn, ({ slots }) => {
        const { rb: _level, ...record } = Object.fromEntries(slots);
        const { message, diagnostics } = makeHandoff({ record });
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        if (message === null) throw new Error('a record of valid slots has a handoff');
        const verdict = checkHandoff({ ho: message, record, now });
        expect(verdict.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        checked++;
      }),
      { numRuns: 1000 },
    );
    expect(checked).toBe(1000);
  });
});

describe('a done report that code composes', () => {
  test('says what came back, slot for slot, and fails the check where that is not the plan', () => {
    const pay = builtIn.get('pay') as Vocabulary;
    const record = { p: 'pay', from: 'scheduler', to: 'payer', item: 'inv:7', ask: 'PAY', ...plan };
    const ho = makeHandoff({ record }).message as AnyMessage;
    const slot = fc.constantFrom(...(Object.keys(plan) as (keyof typeof plan)[]));
    const other = slot.chain((key) => fc.tuple(fc.constant(key), valuesOf(pay, key, 'DN')));
    fc.assert(
      fc.property(other, ([key, value]) => {
        const { message } = makeDone({ ho, result: { ...plan, [key]: value } });
        if (message === null) throw new Error('the result is valid');
        expect(asWritten(message.slots[key] as string)).toBe(value);
        expect(checkDone({ ho, dn: message, now }).passes).toBe(value === plan[key]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the next id of an agent', () => {
  test('is used by nobody and stands behind all of its own, whatever their width', () => {
    const agent = fc.constantFrom('a', 'a-1', 'payer', 'x.y_z');
    const number = fc.oneof(
      fc.nat(999).map(String),
      fc.constantFrom('0', '00', '007', '9', '99', '98765432109876543210'),
    );
    const ids = fc.array(fc.tuple(agent, number).map((parts) => parts.join('-')));
    fc.assert(
      fc.property(agent, ids, (name, used) => {
        const next = nextId(name, used);
        const numbers = used
          .filter((id) => /^[0-9]+$/.test(id.replace(`${name}-`, '')))
          .map((id) => BigInt(id.replace(`${name}-`, '')));
        const number = BigInt(next.slice(name.length + 1));
        expect(next.startsWith(`${name}-`)).toBe(true);
        expect(numbers.every((one) => one < number)).toBe(true);
      }),
    );
  });
});
