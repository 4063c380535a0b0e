/** What the characters of a value are, read once: its words, and its numbers as they are compared. */
export interface Pieces {
  /** Runs of letters, marks and digits; a number and its unit are one word. */
  readonly words: readonly string[];
  /** Every number with its sign and unit, in order: `<£500 120w`. Empty when there is none. */
  readonly numbers: string;
}

const sign = /[<>]=?|=[<>]|[≠≤-≯⩽⩾]|\p{Sc}|(?<![\p{L}\p{M}\p{N}])[-\u2212]/u;
const digits = /\p{N}+(?:,\p{N}{3}(?!\p{N}))*(?:\.\p{N}+)?|(?<![\p{L}\p{M}\p{N}.])\.\p{N}+/u;
const writtenOn = /[\p{L}\p{M}]+|[%‰]/u;
const nextWord = /[^\p{L}\p{M}\p{N}]+(?<next>[wcps]|words?|characters?|pages?|slides?)(?![\p{L}\p{M}\p{N}])/u;

/** A number with what belongs to it, or a run of letters. Every part is bounded or moves on: linear in the value. */
const piece = new RegExp(
  `(?<before>(?:${sign.source}){0,3})(?<number>${digits.source})(?<after>\\p{Sc}?)` +
    `(?:(?<unit>${writtenOn.source})|${nextWord.source})?|[\\p{L}\\p{M}]+`,
  'gu',
);

const units: Readonly<Record<string, string>> = {
  word: 'w',
  words: 'w',
  character: 'c',
  characters: 'c',
  page: 'p',
  pages: 'p',
  slide: 's',
  slides: 's',
};

/**
 * Takes a value apart (6.2 R31). A comma before three digits groups and is dropped, a point is decimal; a sign is a
 * currency sign, a comparison or a minus written on to the number; a unit is what is written on to it, or a next word
 * that is w c p s or word character page slide.
 *
 * @example
 * takeApart('1,200-words max'); // => { words: ['1200w', 'max'], numbers: '1200w' }
 */
export function takeApart(text: string): Pieces {
  const words: string[] = [];
  const numbers: string[] = [];
  let end = -1;
  for (const match of text.matchAll(piece)) {
    const { before = '', number, after = '', unit, next } = match.groups as Partial<Record<string, string>>;
    let word = match[0];
    if (number !== undefined) {
      const plain = number.replaceAll(',', '');
      const written = unit ?? next ?? '';
      const shortUnit = Object.hasOwn(units, written) ? units[written] : written;
      numbers.push(`${before}${after}${plain}${shortUnit}`);
      word = `${plain}${shortUnit}`;
    }
    if (match.index === end && before === '') words[words.length - 1] += word;
    else words.push(word);
    end = match.index + match[0].length;
  }
  return { words, numbers: numbers.join(' ') };
}
