import { bounding, crediting, denying, overturning, scaling } from './words.ts';

/** An amount, at which what is said of the next one begins or ends. */
const amount = /\d[.,]\d{2}(?!\d)/;
const lastAmount = new RegExp(`^.*${amount.source}`, 'su');
const fewWords = /(?:[\p{L}\p{N}%'’.-]+[\s(:,|]+){0,6}$/u;

/** A word said of an amount, in its sentence, by which it is another one or none; `behind` is the rest of its line. */
export function turnedBy(before: string, behind: string): string | null {
  const sentence = before.slice(sentenceStart(before));
  const clause = clauseOf(sentence);
  const near = fewWords.exec(clause)?.[0] ?? '';
  const after = clauseBehind(behind);
  const few = after.split(/\s+/).slice(0, 4).join(' ');
  return (
    denying.exec(sentence)?.[0] ??
    denying.exec(after)?.[0] ??
    overturning.exec(clause)?.[0] ??
    overturning.exec(after)?.[0] ??
    bounding.exec(near)?.[0] ??
    bounding.exec(few)?.[0] ??
    scaling.exec(`${near}\n${few}`)?.[0] ??
    null
  );
}

/** A word by which an amount is taken back or off. */
export function creditedBy(before: string, behind: string): string | null {
  const clause = clauseOf(before.slice(sentenceStart(before)));
  return crediting.exec(clause)?.[0] ?? crediting.exec(clauseBehind(behind))?.[0] ?? null;
}

function sentenceStart(before: string): number {
  const ends = [...before.matchAll(/(?:[!?]|\p{L}{3,}\.|\p{N}\.)\s+(?=\p{Lu})/gu)].at(-1);
  return ends === undefined ? 0 : ends.index + ends[0].length;
}

/** The words since the last comma, or since another amount. */
function clauseOf(sentence: string): string {
  const own = sentence.replace(lastAmount, '');
  return own.slice(Math.max(own.lastIndexOf(', ', own.length - 3), own.lastIndexOf(';')) + 1);
}

/** The words behind an amount up to a mark, or to another amount. */
function clauseBehind(behind: string): string {
  const [clause = ''] = behind.split(/[,;!?]|\.(?=\s|$)|\d[\d.,]*[.,]\d{2}/, 1);
  return clause;
}
