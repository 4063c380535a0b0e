import { parse } from '../codec/parse.ts';
import type { Parsed, ReadOptions } from '../codec/parsed.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';

/** What is wrong with the bytes of a line, before it is text. */
export const rules = {
  'text/not-utf8': {
    severity: 'error',
    section: '2',
    message: (): string => 'the line holds bytes that are not UTF-8; each stands as U+FFFD here',
    hint: (): string => 'write the file or stream as UTF-8',
  },
} as const;
rules satisfies Rules;

/** A line whose bytes were no UTF-8 (spec 2): refused, with whatever else can be told and heard of it. */
export function damaged(text: string, options: ReadOptions): Parsed {
  const found: Diagnostic[] = [];
  const parsed = parse(text, options);
  const start = Math.max(0, parsed.line.indexOf('\uFFFD'));
  reporter(rules, found)('text/not-utf8', {}, { line: parsed.line, span: { start, end: start + 1 } });
  return { ...parsed, message: null, diagnostics: [...found, ...parsed.diagnostics] };
}
