import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

interface Character {
  readonly codePoint: string;
}
interface Placed extends Character {
  readonly where: 'around' | 'within';
}
interface Excerpt {
  readonly excerpt: string;
}

/** What is odd about lines that stand in other text: named, and left as it is. */
export const rules = {
  'text/not-text': {
    severity: 'error',
    section: '2',
    message: ({ got }: { got: string }): string => `lines are looked for in text, not in ${got}`,
    hint: (): string => 'pass the text as one string',
  },
  'text/smart-quote': {
    severity: 'warning',
    section: '2 R5',
    message: ({ codePoint, where }: Placed): string => `smart quote ${codePoint} ${where} the line`,
    hint: ({ where }: Placed): string =>
      where === 'around'
        ? 'write the line without quotes'
        : 'write the value as the record has it, without quotes',
  },
  'text/no-break-space': {
    severity: 'warning',
    section: '2 R5',
    message: ({ codePoint, where }: Placed): string =>
      `no-break or other special space ${codePoint} ${where} the line`,
    hint: ({ where }: Placed): string =>
      where === 'around'
        ? 'begin the line at its first word'
        : 'write an ordinary blank, U+0020, between words',
  },
  'text/dash': {
    severity: 'warning',
    section: '2',
    message: ({ codePoint }: Character): string => `typographic dash ${codePoint} within the line`,
    hint: (): string => 'write the hyphen -, U+002D, where that is meant',
  },
  'text/in-sentence': {
    severity: 'warning',
    section: '2',
    message: ({ excerpt }: Excerpt): string => `the line stands in a sentence: ${shown(excerpt)}`,
    hint: (): string => 'write the line on a row of its own, so that words around it cannot mean otherwise',
  },
  'text/mid-line': {
    severity: 'warning',
    section: '2',
    message: ({ excerpt }: Excerpt): string =>
      `${shown(excerpt)} begins behind other words and is not taken as a line`,
    hint: (): string => 'write the line on a row of its own',
  },
  'text/unclosed': {
    severity: 'error',
    section: '2',
    message: ({ opener }: { opener: string }): string =>
      `a line is opened by ${shown(opener)} and not closed on its row, so where it ends cannot be told`,
    hint: (): string => 'write the line on a row of its own, without quotes',
  },
  'text/continued': {
    severity: 'warning',
    section: '2',
    message: ({ excerpt }: Excerpt): string => `${shown(excerpt)} follows a line and is no part of it`,
    hint: (): string => 'write the whole line on one row, or leave a row empty behind it',
  },
} as const;
rules satisfies Rules;
