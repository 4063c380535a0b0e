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
  return [...form.distinct]
    .filter((word) => letterCount(word) >= 5 && !negations.has(word) && !common.has(word))
    .map((word) => `${word} ${form.negated} ${form.numbers}`);
}

function sameWords(a: NormalForm, b: NormalForm): boolean {
  if (a.distinct.size === 0 || b.distinct.size === 0) return a.text === b.text;
  if (a.joined === b.joined) return true;
  const isBeginning = a.joined.length < b.joined.length ? begins(a, b) : begins(b, a);
  return isBeginning || (a.distinct.size <= b.distinct.size ? isWithin(a, b) : isWithin(b, a));
}

/** A beginning of four characters or more. */
function begins({ joined: short }: NormalForm, { joined: long }: NormalForm): boolean {
  return long.startsWith(short) && (short.length >= 8 || [...short].length >= 4);
}

function isWithin({ distinct: few }: NormalForm, { distinct: many }: NormalForm): boolean {
  for (const word of few) if (!many.has(word)) return false;
  return true;
}
