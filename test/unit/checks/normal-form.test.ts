import { expect, test } from 'vitest';
import { normalForm } from '../../../src/checks/criteria/normal-form.ts';
import { takeApart } from '../../../src/checks/criteria/numbers.ts';
import { builtIn } from '../../../src/vocabulary/built-in.ts';

const aliasesOf = (key: string): ReadonlyMap<string, string> =>
  builtIn.core.constraintKeys.get(key)?.aliases ?? new Map();

test.each<[text: string, words: string[], numbers: string]>([
  ['monday-problem', ['monday', 'problem'], ''],
  ['monday_problem/first', ['monday', 'problem', 'first'], ''],
  ['120w', ['120w'], '120w'],
  ['120-words', ['120w'], '120w'],
  ['120words', ['120w'], '120w'],
  ['120-wordsmiths', ['120', 'wordsmiths'], '120'],
  ['1,200-words', ['1200w'], '1200w'],
  ['1,234,567', ['1234567'], '1234567'],
  ['1,20', ['1', '20'], '1 20'],
  ['1,2000', ['1', '2000'], '1 2000'],
  ['1.50p', ['1.50p'], '1.50p'],
  ['1.2.3', ['1.2', '3'], '1.2 3'],
  ['v2.4', ['v2.4'], '2.4'],
  ['2x4', ['2x4'], '2x 4'],
  ['<=120w', ['120w'], '<=120w'],
  ['≥5', ['5'], '≥5'],
  ['£500', ['500'], '£500'],
  ['500£', ['500'], '£500'],
  ['<£500', ['500'], '<£500'],
  ['a£500', ['a', '500'], '£500'],
  ['-5c', ['5c'], '-5c'],
  ['top-5', ['top', '5'], '5'],
  ['5-10', ['5', '10'], '5 10'],
  ['5%', ['5%'], '5%'],
  ['5-%', ['5'], '5'],
  ['>>>>>5', ['5'], '>>>5'],
  ['٥٠', ['٥٠'], '٥٠'],
  ['---', [], ''],
])('%s is taken apart', (text, words, numbers) => {
  expect(takeApart(text)).toEqual({ words, numbers });
});

test.each<[key: string, value: string, words: string[]]>([
  ['aud', 'Em-Dashes', ['em', 'dashe']],
  ['aud', 'boss-class', ['boss', 'class']],
  ['aud', 'gas-bus-cats', ['gas', 'bus', 'cat']],
  ['aud', '120s', ['120s']],
  ['aud', 'reader’s-Problem', ['reader', 'problem']],
  ['aud', 'non-refundable-non', ['nonrefundable', 'non']],
  ['aud', 'ＣＦＯ', ['cfo']],
  ['aud', 'ﬁnance', ['finance']],
  ['aud', 'en-gb', ['en', 'gb']],
  ['lang', 'en-gb', ['uk']],
  ['lang', 'EN-GB-spelling', ['en', 'uk', 'spelling']],
  ['voice', '1PP', ['we']],
  ['out', 'plain-text', ['plain', 'copy']],
])('%s:%s in its normal form', (key, value, words) => {
  expect(normalForm(value, aliasesOf(key)).words).toEqual(words);
});
