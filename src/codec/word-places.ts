import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import type { Words } from '../text/words.ts';
import { rules } from './line-rules.ts';

/** A word of a line, or the empty text where the line has fewer. */
export function wordAt(line: string, words: Words, index: number): string {
  return index < words.count ? line.slice(words.starts[index], words.ends[index]) : '';
}

/** Where a word stands; one that is missing is shown as the whole line. */
export function placeOfIndex(line: string, words: Words, index: number): Place {
  return index < words.count
    ? placeBetween(line, words.starts[index] as number, words.ends[index] as number)
    : placeBetween(line, 0, line.length);
}

/** The place between two offsets. */
export function placeBetween(line: string, start: number, end: number): Place {
  return { line, span: { start, end } };
}

/** Blanks beyond the single one between words (spec 2): told once for each end of the line and once between. */
export function tellBlanks(line: string, words: Words, found: Diagnostic[]): void {
  const report = reporter(rules, found);
  const start = words.count > 0 ? (words.starts[0] as number) : Math.max(line.indexOf('//'), 0);
  if (start > 0) report('line/extra-blank', { where: 'before the line' }, placeBetween(line, 0, start));
  for (let index = 0; index < words.count; index++) {
    const end = words.ends[index] as number;
    const next = startOfNext(words, index);
    if (next <= end + 1) continue;
    report('line/extra-blank', { where: 'between words' }, placeBetween(line, end + 1, next));
    break;
  }
  if (words.end < line.length) {
    report('line/extra-blank', { where: 'behind the line' }, placeBetween(line, words.end, line.length));
  }
}

function startOfNext(words: Words, index: number): number {
  if (index + 1 < words.count) return words.starts[index + 1] as number;
  if (words.tail < 0) return -1;
  return words.tail - (words.tail === words.end ? 2 : 3); // where the tail's // stands
}
