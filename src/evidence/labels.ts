import type { SearchedPart } from './source.ts';

/** An amount that can be read in one way only, and the words beside it on its line. */
export interface Labelled {
  /** Decimal with two places. */
  readonly value: string;
  /** The words before it, other figures included. */
  readonly label: string;
  /** The words nearest to it: those before it up to another figure, and those behind it up to a mark or one. */
  readonly nearest: readonly string[];
}

const longestLabel = 40;

/** The amounts of a text that have two decimals and one reading. */
export function amountsIn({ text, figures }: SearchedPart): readonly Labelled[] {
  return figures().flatMap(({ span, readings, amount }): Labelled[] => {
    const [reading, other] = readings;
    const isAmount = /[.,]\d{2}$/.test(text.slice(span.start, span.end)) && amount?.isMarked === true;
    if (!isAmount || reading === undefined || reading.doubt !== null || other !== undefined) return [];
    const [whole = '', cents = ''] = reading.value.split('.');
    const label = labelBefore(text, span.start);
    const before = /[^\p{N}]*$/u.exec(label.replaceAll(/\d[\d.,]* ?%/g, ''))?.[0] ?? '';
    const behind = /^[^\p{N}\n,;:.()|\t]*/u.exec(text.slice(span.end, span.end + longestLabel))?.[0] ?? '';
    return [{ value: `${whole}.${cents.padEnd(2, '0')}`, label, nearest: [before, behind] }];
  });
}

/** The words before a place on its line. */
export function labelBefore(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - longestLabel), at);
  return near
    .slice(near.lastIndexOf('\n') + 1)
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** Whether one of some labels stands in the words, as a word or words of their own. */
export function isLabel(words: string, labels: readonly string[]): boolean {
  const spaced = ` ${words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return labels.some((label) => spaced.includes(` ${label} `));
}
