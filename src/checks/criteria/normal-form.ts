import { takeApart } from './numbers.ts';

/** A criterion's value as it is compared (6.2). */
export interface NormalForm {
  /** The whole value, for one that holds no words. */
  readonly text: string;
  /** Its words in their order, without what stood between them. */
  readonly words: readonly string[];
  readonly joined: string;
  readonly distinct: ReadonlySet<string>;
  /** Every number with sign and unit, in order (R31). */
  readonly numbers: string;
  /** Whether it says that something is not so (R33). */
  readonly negated: boolean;
}

const apostrophes = /['’‘‛ʼ＇`´]/gu;
const word = /[\p{L}\p{M}\p{N}]+/gu;
const letter = /\p{L}/gu;

/** R33, in the normal form. */
export const negations: ReadonlySet<string> = new Set(
  (
    'not no never without exclude excluding except avoid omit omitting skip ' + 'dont doesnt cannot cant wont'
  ).split(' '),
);

/**
 * NFKC, lower case, apostrophes dropped, aliases of its key, words; `non` joins the word after it, and a plural s is
 * dropped from words of four letters or more (6.2).
 *
 * @example
 * normalForm('Em-Dashes', new Map()).words; // => ['em', 'dashe']
 */
export function normalForm(value: string, aliases: ReadonlyMap<string, string>): NormalForm {
  const bare = value.replace(apostrophes, '').normalize('NFKC').toLowerCase();
  const text = aliases.size === 0 ? bare : aliased(bare, aliases);
  const { words: pieces, numbers } = takeApart(text);
  const words = joinNon(pieces).map(singular);
  return { text, ...ofWords(words), numbers, negated: isNegated(words) };
}

/** The same value without its negations, to see whether these are all that two values differ in. */
export function withoutNegations(form: NormalForm): NormalForm {
  return { ...form, ...ofWords(form.words.filter((one) => !negations.has(one))), negated: false };
}

/** Letters in a word; digits and marks are none. */
export function letterCount(text: string): number {
  return text.match(letter)?.length ?? 0;
}

function ofWords(words: readonly string[]): Pick<NormalForm, 'words' | 'joined' | 'distinct'> {
  return { words, joined: words.join(''), distinct: new Set(words) };
}

/** The form that the whole value stands for, else the value with the words replaced that stand for others. */
function aliased(text: string, aliases: ReadonlyMap<string, string>): string {
  return aliases.get(text) ?? text.replace(word, (one) => aliases.get(one) ?? one);
}

function joinNon(words: readonly string[]): readonly string[] {
  if (!words.includes('non')) return words;
  const joined: string[] = [];
  for (const one of words) {
    if (joined.at(-1) === 'non') joined[joined.length - 1] = `non${one}`;
    else joined.push(one);
  }
  return joined;
}

function singular(one: string): string {
  return one.endsWith('s') && !one.endsWith('ss') && letterCount(one) >= 4 ? one.slice(0, -1) : one;
}

/** `no` as the last word is a number's name or an answer, not a negation. */
function isNegated(words: readonly string[]): boolean {
  return words.some((one, at) => negations.has(one) && !(one === 'no' && at === words.length - 1));
}
