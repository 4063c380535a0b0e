import type { Evidence, Excerpt, Standing } from '../../evidence/evidence.ts';
import { escaped } from '../../text/shown.ts';

/** What a standing is called in the table. */
const words: Readonly<Record<Standing, string>> = {
  found: 'found',
  unsigned: 'found, unsigned',
  derived: 'follows',
  doubtful: 'doubtful',
  elsewhere: 'ELSEWHERE',
  'not-found': 'NOT FOUND',
};

/** A value beside the words that say it, on one row; nothing of a source is printed raw (T6). */
export function evidenceRow({ slot, value, standing, found, from }: Evidence): string {
  const what = `${slot} ${escaped(value)}`;
  const where = found === null ? (from === undefined ? '' : `from ${escaped(from)}`) : excerptText(found);
  return `  ${what.padEnd(28)} ${words[standing].padEnd(15)} ${where}`.trimEnd();
}

/** `email:1 text: …Total GBP   [5,400.00]`. */
function excerptText({ source, part, text, span }: Excerpt): string {
  const before = squeezed(text.slice(0, span.start));
  const after = squeezed(text.slice(span.end));
  return `${escaped(source)} ${escaped(part)}: ${before}[${squeezed(text.slice(span.start, span.end))}]${after}`;
}

function squeezed(text: string): string {
  return escaped(text.replaceAll(/\s+/gu, ' '));
}
