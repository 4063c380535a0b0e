import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, parse } from '../../src/codec/index.ts';
import { editNames, hostileCharacters, oneEditFrom } from '../support/edits.ts';
import { validLine, validParts } from '../support/lines.ts';
import { unsound } from '../support/sound.ts';
import { runs, vocabularies } from '../support/vocabularies.ts';

const total = runs('HEARBACK_PROPERTY', 102_000);
const each = Math.ceil(total / (3 * vocabularies.length));
const seed = runs('HEARBACK_SEED', 20261002);
const codesOf = (line: string): string[] => parse(line).diagnostics.map(({ code }) => code);

describe.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  'under %s',
  (_, vocabulary) => {
    test('a valid line is accepted without a word, and is one message by every way round', () => {
      fc.assert(
        fc.property(validLine(vocabulary), (line) => {
          expect(unsound(line)).toBeUndefined();
          expect(codesOf(line)).toEqual([]);
        }),
        { numRuns: each, seed },
      );
    });

    test('a line one edit from a valid one is read soundly, whatever the edit', () => {
      const tried = new Map<string, number>();
      const outcomes = { accepted: 0, refused: 0 };
      fc.assert(
        fc.property(oneEditFrom(validParts(vocabulary)), ({ edit, line }) => {
          tried.set(edit, (tried.get(edit) ?? 0) + 1);
          outcomes[parse(line).message ? 'accepted' : 'refused'] += 1;
          expect(unsound(line)).toBeUndefined();
        }),
        { numRuns: each, seed },
      );
      expect(editNames.filter((edit) => !tried.has(edit))).toEqual([]);
      expect(Math.min(outcomes.accepted, outcomes.refused)).toBeGreaterThan(each / 10);
    });

    test('any other text is read soundly', () => {
      const word = fc.oneof(
        validLine(vocabulary).map((line) => line.split(' ').at(-1) ?? ''),
        fc.constantFrom(
          ...'RW1 HO RB AN // = + : p= re=a-1 from=a to=b item=x ask=FIX rb=all acc=len:1w'.split(' '),
        ),
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.constantFrom(...hostileCharacters),
      );
      const text = fc
        .array(word, { maxLength: 20 })
        .chain((words) => fc.constantFrom(words.join(' '), words.join('')));
      fc.assert(
        fc.property(text, fc.boolean(), (words, named) => {
          expect(unsound(named ? `RW1 HO a-1 from=a to=b item=x ask=FIX ${words}` : words)).toBeUndefined();
        }),
        { numRuns: each, seed },
      );
    });
  },
);

test('what was read before makes no difference', () => {
  const lines = vocabularies.flatMap((vocabulary) =>
    fc.sample(oneEditFrom(validParts(vocabulary)), { numRuns: 600, seed }).map(({ line }) => line),
  );
  const outcome = (line: string): string => {
    const { message, heard, diagnostics } = parse(line);
    return JSON.stringify([message && canonical(message), { ...heard, slots: undefined }, diagnostics]);
  };
  const forwards = lines.map(outcome);
  const backwards = lines.toReversed().map(outcome).toReversed();
  expect(backwards).toEqual(forwards);
  expect(lines.map((line) => [outcome(line), outcome(line)])).toEqual(forwards.map((one) => [one, one]));
});

test.each([undefined, null, 7, {}, [], true, Symbol.iterator])(
  'what is no text is refused, not thrown: %s',
  (thing) => {
    expect(codesOf(thing as unknown as string)).toEqual(['line/not-text']);
  },
);
