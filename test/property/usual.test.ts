import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJson } from '../../src/codec/index.ts';
import { unknownKeysOf } from '../../src/codec/message.ts';
import { Reading } from '../../src/codec/reading.ts';
import { readUsual } from '../../src/codec/usual.ts';
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts';
import { scan } from '../../src/text/words.ts';
import { builtIn } from '../../src/vocabulary/built-in.ts';
import { oneEditFrom } from '../support/edits.ts';
import { validLine, validParts } from '../support/lines.ts';
import { runs, vocabularies } from '../support/vocabularies.ts';

const total = runs('HEARBACK_PROPERTY', 40_000);
const numRuns = Math.ceil(total / vocabularies.length);
const seed = runs('HEARBACK_SEED', 20261002);

// why it holds: both walk the same words with the same tables; the usual way gives up where the other may speak
describe.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  'under %s',
  (_, vocabulary) => {
    test('what the usual way takes, the way that tells everything takes without a word, as the same message', () => {
      const lines = fc.oneof(
        validLine(vocabulary),
        oneEditFrom(validParts(vocabulary)).map(({ line }) => line),
      );
      const taken = { usual: 0, other: 0 };
      fc.assert(
        fc.property(lines, (line) => {
          const words = scan(line);
          if (line.length > 8192 || !words.plain || !words.tidy) return;
          const usual = readUsual(line, words, vocabulary);
          taken[usual === null ? 'other' : 'usual'] += 1;
          if (usual === null) return;
          const found: Diagnostic[] = [];
          const whole = new Reading({
            line,
            words: scan(line),
            vocabulary,
            profiles: builtIn,
            found,
          }).message();
          expect(found).toEqual([]);
          expect(whole && toJson(whole)).toEqual(toJson(usual));
          expect(whole && [...unknownKeysOf(whole)]).toEqual([...unknownKeysOf(usual)]);
        }),
        { numRuns, seed },
      );
      expect(taken.usual).toBeGreaterThan(numRuns / 4);
      expect(taken.other).toBeGreaterThan(numRuns / 20);
    });
  },
);
