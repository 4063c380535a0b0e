import { type Stand, wordsAround } from './stand.ts';
import {
  bounding,
  closing,
  crediting,
  dating,
  denying,
  minor,
  overturning,
  scaling,
  standing,
  undoing,
} from './words.ts';

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
    first([denying], [sentence, after]) ??
    first([overturning], [clause, after]) ??
    first([bounding, scaling], [near, few])
  );
}

/** Why an account may be none to pay to: a word of its clause denies it or calls it past. */
export function doubtOfAccount(stand: Stand): string | null {
  const { before, behind } = wordsAround(stand);
  const clauses = [clauseOf(before.slice(sentenceStart(before))), clauseBehind(behind)];
  return told(first([denying, overturning, closing], clauses) ?? struckBy(before, behind));
}

/** Why a day may not be the one that is meant: a word before it denies it, or says a time before or after it. */
export function doubtOfDay(stand: Stand): string | null {
  const { before, behind } = wordsAround(stand);
  const clause = clauseOf(before.slice(sentenceStart(before)));
  const near = fewWords.exec(clause)?.[0] ?? '';
  return told(first([denying], [clause]) ?? first([dating], [near]) ?? struckBy(before, behind));
}

/** Why a figure that counts or measures may be another: it is bounded, or times ten to some power. */
export function doubtOfNumber({ text, start, end }: Stand): string | null {
  const before = text.slice(Math.max(0, start - 24), start);
  const behind = text.slice(end, end + 8);
  const mark =
    /[<>≤≥≈~±∼≲≳≪≫](?: ?=)? ?$/u.exec(before)?.[0] ?? /^ ?[×·*^] ?(?=[\d¹²³])|^ ?x ?10/u.exec(behind)?.[0];
  return told(mark?.trim() ?? bounded.exec(before)?.[0] ?? null);
}

const bounded = new RegExp(`(?:${bounding.source}|(?<!\\p{L})not(?!\\p{L}))(?: than)? $`, 'iu');

function first(kinds: readonly RegExp[], texts: readonly string[]): string | null {
  for (const kind of kinds) {
    for (const text of texts) {
      const [word] = kind.exec(text) ?? [];
      if (word !== undefined) return word;
    }
  }
  return null;
}

/** Why the amounts of a column may be others than they look: its name says that they are old, a balance, or in pence. */
export function doubtOfColumn(column: string, isAboveZero: boolean): string | null {
  const name = column.replaceAll(/[_.-]/g, ' ');
  const word = first([denying, overturning, bounding, scaling, undoing, standing, minor], [name]);
  const credit = isAboveZero ? first([crediting], [name]) : null;
  return word === null && credit === null ? null : `its column is ${column}`;
}

/** Marks by which plain text strikes what stands between them. */
function struckBy(before: string, behind: string): string | null {
  return /~~$|\[-$|\{-$|<(?:s|del|strike)>$/iu.exec(before)?.[0] ?? /^(?:~~|-\])/u.exec(behind)?.[0] ?? null;
}

function told(word: string | null): string | null {
  return word === null ? null : `${word.trim()} is said of it`;
}

/** A word by which an amount is taken back or off. */
export function creditedBy(before: string, behind: string): string | null {
  const clause = clauseOf(before.slice(sentenceStart(before)));
  return first([crediting], [clause, clauseBehind(behind)]);
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
