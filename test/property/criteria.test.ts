import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assign } from '../../src/checks/criteria/assignment.ts';
import { compareSet } from '../../src/checks/criteria/compare.ts';
import { type Criterion, readCriteria } from '../../src/checks/criteria/criteria.ts';
import { type NormalForm, negations, normalForm } from '../../src/checks/criteria/normal-form.ts';
import { isOpposite, isSame } from '../../src/checks/criteria/same.ts';
import { builtIn } from '../../src/vocabulary/built-in.ts';
import { runs } from '../support/vocabularies.ts';

const numRuns = runs('HEARBACK_CRITERIA_RUNS', 10_000);
const { core } = builtIn;

const pieces = [
  ...[
    'monday',
    'problem',
    'em',
    'dashes',
    'non',
    'no',
    'not',
    'cant',
    "can't",
    'without',
    'price',
    'pricing',
  ],
  ...['words', 'page', 'w', 's', 'naïve', 'naïve', 'ﬁnance', 'ДОГОВОР', 'हिंदी', '條款', 'İ', 'ß', '✨'],
  ...['120', '1,200', '1,20', '1.5', '０', '٥', '½', '²', '£', '$', '<', '<=', '≤', '%', "'", '’', '.', '/'],
];

/** Values as people and models write them, and what nobody writes. */
const value: Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((all) => all.join('-')),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }),
);

const aliasesOf = (key: string): ReadonlyMap<string, string> =>
  core.constraintKeys.get(key)?.aliases ?? new Map();
const key = fc.constantFrom(...core.constraintKeys.keys());
const form = (text: string, of = 'aud'): NormalForm => normalForm(text, aliasesOf(of));

describe('two values that say the same', () => {
  test('a value says the same as itself, under every key', () => {
    const property = fc.property(value, key, (text, of) => {
      expect(isSame(form(text, of), form(text, of))).toBe(true);
      expect(isOpposite(form(text, of), form(text, of))).toBe(false);
    });
    fc.assert(property, { numRuns });
  });

  test('whichever of the two is asked', () => {
    const property = fc.property(value, value, key, (one, other, of) => {
      const [a, b] = [form(one, of), form(other, of)];
      expect(isSame(a, b)).toBe(isSame(b, a));
      expect(isOpposite(a, b)).toBe(isOpposite(b, a));
      expect(isSame(a, b) && isOpposite(a, b)).toBe(false);
    });
    fc.assert(property, { numRuns });
  });

  test('in other letters, in full width, and with apostrophes', () => {
    const property = fc.property(fc.stringMatching(/^[a-z]{1,8}(-[a-z]{1,8}){0,3}$/), key, (text, of) => {
      const wide = text.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0));
      for (const other of [text.toUpperCase(), wide, text.replaceAll('s', "'s"), `‘${text}’`]) {
        expect(isSame(form(text, of), form(other, of))).toBe(true);
      }
    });
    fc.assert(property, { numRuns });
  });
});

describe('R31: numbers before all else', () => {
  test('a changed digit is always another value, wherever it stands', () => {
    const property = fc.property(
      value.filter((text) => /[0-9]/.test(text)),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (text, at, by) => {
        const places = [...text.matchAll(/[0-9]/g)].map(({ index }) => index);
        const place = places[at % places.length] ?? 0;
        const digit = (Number(text[place]) + by) % 10;
        const changed = text.slice(0, place) + digit + text.slice(place + 1);
        expect(isSame(form(text), form(changed))).toBe(false);
        expect(isOpposite(form(text), form(changed))).toBe(false);
      },
    );
    fc.assert(property, { numRuns });
  });

  test('so is a digit that only one of the two has', () => {
    const property = fc.property(
      value.filter((text) => !/\p{N}/u.test(text)),
      fc.nat(9),
      (text, digit) => {
        expect(isSame(form(text), form(`${text}-${digit}`))).toBe(false);
        expect(isSame(form(text), form(`${digit}${text}`))).toBe(false);
      },
    );
    fc.assert(property, { numRuns });
  });

  test('grouped or not, and with the unit written on to it or next to it, it is the same number', () => {
    const units = fc.constantFrom(['w', 'words'], ['c', 'characters'], ['p', 'pages'], ['s', 'slide']);
    const property = fc.property(fc.nat(9_999_999), units, (number, [short = '', long = '']) => {
      const same = [
        `${number}${short}`,
        `${number}-${long}`,
        `${number}${long}`,
        `${number.toLocaleString('en')}-${short}`,
      ];
      for (const one of same) {
        for (const other of same) expect(isSame(form(one, 'len'), form(other, 'len'))).toBe(true);
        expect(isSame(form(one, 'len'), form(String(number), 'len'))).toBe(false);
        expect(isSame(form(one, 'len'), form(`£${one}`, 'len'))).toBe(false);
      }
    });
    fc.assert(property, { numRuns: numRuns / 10 });
  });
});

test('R33: a negation on one side only is never the same, and is the opposite', () => {
  const plain = fc.stringMatching(/^[b-df-hj-km-z]{2,8}(-[b-df-hj-km-z]{2,8}){0,3}$/);
  const property = fc.property(
    plain.filter((text) => !text.split('-').some((word) => negations.has(word))),
    fc.constantFrom(...negations),
    (text, negation) => {
      const [a, b] = [form(text), form(`${negation}-${text}`)];
      expect(isSame(a, b)).toBe(false);
      expect(isOpposite(a, b)).toBe(true);
    },
  );
  fc.assert(property, { numRuns });
});

describe('the loose answers', () => {
  const classes = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 });
  const side = fc.array(classes, { maxLength: 6 });

  test('are as many as any pairing of one with one could give', () => {
    const property = fc.property(side, side, (lefts, rights) => {
      const rightOf = assign(lefts, rights);
      const taken = rightOf.filter((right) => right >= 0);
      expect(new Set(taken).size).toBe(taken.length);
      rightOf.forEach((right, left) => {
        if (right >= 0) expect(rights[right]?.some((one) => lefts[left]?.includes(one))).toBe(true);
      });
      expect(taken.length).toBe(most(lefts, rights));
    });
    fc.assert(property, { numRuns: numRuns / 4 });
  });

  /** The largest pairing, by trying all of them. */
  function most(lefts: readonly string[][], rights: readonly string[][]): number {
    const [first, ...others] = lefts;
    if (first === undefined) return 0;
    const tries = rights.map((right, at) =>
      right.some((one) => first.includes(one))
        ? 1 +
          most(
            others,
            rights.filter((_, other) => other !== at),
          )
        : 0,
    );
    return Math.max(most(others, rights), ...tries);
  }

  test('leave every element of both sides in one place', () => {
    const criteria = fc.array(value, { maxLength: 6 }).map((values) => {
      const acc = values.map((text) => `must:${text}`);
      return readCriteria({ acc }, core).byKey.get('must') ?? [];
    });
    const property = fc.property(criteria, criteria, (sent, heard) => {
      const { contradictions, loose, gaps, extras } = compareSet(sent, heard);
      const told = new Set<Criterion>([
        ...gaps,
        ...extras,
        ...loose.flatMap((pair) => [pair.sent, pair.heard]),
      ]);
      expect(told.size).toBe(gaps.length + extras.length + 2 * loose.length);
      const answers = (one: Criterion): boolean => sent.some(({ form: other }) => isSame(other, one.form));
      for (const extra of extras) expect(answers(extra)).toBe(false);
      for (const gap of gaps) expect(heard.some((one) => isSame(one.form, gap.form))).toBe(false);
      for (const pair of contradictions) expect(isOpposite(pair.sent.form, pair.heard.form)).toBe(true);
    });
    fc.assert(property, { numRuns: numRuns / 4 });
  });
});
