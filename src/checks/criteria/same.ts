import { letterCount, type NormalForm, negations, withoutNegations } from './normal-form.ts';

/** Words too common to say that two criteria mean the same, in the normal form. */
const common: ReadonlySet<string> = new Set(
  (
    'about every include including mention state cover contain ensure provide should ' +
    'their there these those which would'
  ).split(' '),
);

/**
 * Whether two values say the same (6.2): their numbers are (R31), neither is negated alone (R33), and joined they are
 * equal, or one begins with the other, or the words of one contain the other's. Symmetric, and true of a value and
 * itself.
 */
export function isSame(a: NormalForm, b: NormalForm): boolean {
  return a.numbers === b.numbers && a.negated === b.negated && sameWords(a, b);
}

/** Whether two values are the same but for a negation on one side: a contradiction (R33). */
export function isOpposite(a: NormalForm, b: NormalForm): boolean {
  if (a.numbers !== b.numbers || a.negated === b.negated) return false;
  return sameWords(withoutNegations(a), withoutNegations(b));
}

/**
 * What makes two values of a set-valued key the same loosely: they share one of these. Each is a telling word, with the
 * numbers and the negation that have to agree.
 */
export function looseClasses(form: NormalForm): readonly string[] {
  return [...new Set(form.words)]
    .filter((word) => letterCount(word) >= 5 && !negations.has(word) && !common.has(word))
    .map((word) => `${word} ${form.negated} ${form.numbers}`);
}

function sameWords(a: NormalForm, b: NormalForm): boolean {
  if (a.words.length === 0 || b.words.length === 0) return a.text === b.text;
  if (a.joined === b.joined) return true;
  return isPrefix(a.joined, b.joined) || isPrefix(b.joined, a.joined) || contains(a, b) || contains(b, a);
}

/** A beginning of four characters or more. */
function isPrefix(short: string, long: string): boolean {
  return long.startsWith(short) && (short.length >= 8 || [...short].length >= 4);
}

function contains(long: NormalForm, short: NormalForm): boolean {
  const words = new Set(long.words);
  return short.words.every((word) => words.has(word));
}
