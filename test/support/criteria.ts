import fc, { type Arbitrary } from 'fast-check';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

/** What the sender kept and what the receiver derived, both as `key:value+key:value`. */
export interface CriteriaPair {
  readonly kept: string;
  readonly heard: string;
}

/** Ways to say one thing, or nearly the same: what a comparison has to tell apart. */
const sayings: readonly (readonly string[])[] = [
  ['120w', '150w', '120', '120-words', '80-120w', '<120w', '1,200w', '12w'],
  ['plain', 'plain-english', 'simple', 'Plain'],
  ['uk', 'en-gb', 'british', 'british-english', 'english'],
  ['us', 'american', 'en-us', 'english'],
  ['md', 'markdown', 'pdf'],
  ['we', 'first-person-plural', '1pp', 'first-person'],
  ['copy', 'text', 'prose'],
  ['em-dash', 'em-dashes', 'no-em-dash', 'without-em-dash', 'dash'],
  ['monday-problem', 'monday-problems', 'mondays', 'problem', 'problems-on-monday'],
  ['regulated-proof', 'regulated-ai', 'proof'],
  ['client-names', 'client-name', 'clients', 'never-client-names', 'naming'],
  ['cto', 'ctos', 'chief', 'CTO'],
  ["reader's-problem", 'readers-problem', 'reader'],
  ['landing_page', 'landing-page', 'landingpage', 'page'],
  ['naïve', 'naive', 'nai\u0308ve'],
];

/** Criteria of both sides: mostly of the same keys and sayings, one or the other missing now and then. */
export function criteria(vocabulary: Vocabulary): Arbitrary<CriteriaPair> {
  const said = fc.record({
    key: fc.constantFrom(...vocabulary.constraintKeys.keys()),
    saying: fc.constantFrom(...sayings),
    kept: fc.nat(),
    heard: fc.nat(),
    isIn: fc.constantFrom('both', 'both', 'both', 'both', 'kept', 'heard'),
  });
  return fc.uniqueArray(said, { selector: ({ key }) => key, minLength: 1, maxLength: 3 }).map((list) => {
    const side = (name: 'kept' | 'heard'): string =>
      list
        .filter(({ isIn }, at) => at === 0 || isIn === 'both' || isIn === name)
        .map((one) => `${one.key}:${one.saying[one[name] % one.saying.length]}`)
        .join('+');
    return { kept: side('kept'), heard: side('heard') };
  });
}
