import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

interface Pointed {
  readonly pointer: string;
}
interface Value {
  readonly slot: string;
  readonly value: string;
}
interface Missing extends Value {
  readonly pointers: readonly string[];
  /** What of the sources could not be read. */
  readonly unread: readonly string[];
}
interface Elsewhere extends Value {
  readonly pointers: readonly string[];
  readonly where: string;
}
interface Again {
  readonly id: string;
  readonly first: string;
}

const all = (texts: readonly string[]): string => texts.map(shown).join(' and ');

/** What is wrong with the evidence that lines point at (6.6). */
export const rules = {
  'evidence/no-pointer': {
    severity: 'error',
    section: '6.6',
    message: ({ kind }: { slot: string; kind: string }): string =>
      `evidence: a line about ${shown(kind)} names no source, so nothing it says can be looked up`,
    hint: ({ slot }: { slot: string }): string =>
      `add ${slot}= with the document that the line was read from`,
  },
  'evidence/not-given': {
    severity: 'error',
    section: '6.6',
    message: ({ pointer, namespace }: Pointed & { namespace: string }): string =>
      `evidence: ${shown(pointer)} is not checked, since no ${shown(namespace)} source was given`,
    hint: ({ namespace }: { namespace: string }): string => `give the ${shown(namespace)} source as well`,
  },
  'evidence/unresolved': {
    severity: 'error',
    section: '6.6',
    message: ({ pointer, namespace, there }: Pointed & { namespace: string; there: number }): string =>
      `evidence: ${shown(pointer)} names nothing among the ${there} ${shown(namespace)} sources`,
    hint: (): string => 'point at the document that the line was read from',
  },
  'evidence/no-line': {
    severity: 'error',
    section: '6.6',
    message: ({ pointer, lines }: Pointed & { lines: number }): string =>
      `evidence: ${shown(pointer)} names lines past the end, the document has ${lines}`,
    hint: (): string => 'count the lines from 1, empty ones too',
  },
  'evidence/not-found': {
    severity: 'error',
    section: '6.6',
    message: ({ slot, value, pointers }: Missing): string =>
      `evidence: ${slot} ${shown(value)} does not stand in ${all(pointers)}, nor in any other source of its kind`,
    hint: ({ slot, unread }: Missing): string =>
      unread.length === 0
        ? `read ${slot} from the source again`
        : `look at what could not be read: ${unread.map(shown).join(', ')}`,
  },
  'evidence/elsewhere': {
    severity: 'error',
    section: '6.6',
    message: ({ slot, value, pointers, where }: Elsewhere): string =>
      `evidence: ${slot} ${shown(value)} does not stand in ${all(pointers)}, only in ${shown(where)}`,
    hint: ({ slot }: Elsewhere): string => `point at the source that says it, or read ${slot} again`,
  },
  'evidence/doubtful': {
    severity: 'warning',
    section: '6.6',
    message: ({ slot, value, where, doubt }: Value & { where: string; doubt: string }): string =>
      `evidence: ${slot} ${shown(value)} stands in ${shown(where)}, but ${shown(doubt)}`,
    hint: ({ slot }: Value): string => `have a person look at ${slot}`,
  },
  'evidence/unspelt': {
    severity: 'warning',
    section: '6.6',
    message: ({ slot, value, pointers }: Value & { pointers: readonly string[] }): string =>
      `evidence: ${slot} ${shown(value)} is not written so in ${all(pointers)}, which may say it in other words`,
    hint: ({ slot }: Value): string => `have a person hold ${slot} against the words that are quoted`,
  },
  'evidence/unsigned': {
    severity: 'info',
    section: '6.6',
    message: ({ slot, value, where }: Value & { where: string }): string => {
      const sign = value.startsWith('-')
        ? 'without its minus sign'
        : 'with a minus sign, as money that goes out';
      return `evidence: ${slot} ${shown(value)} stands in ${shown(where)} ${sign}`;
    },
  },
  'evidence/derived': {
    severity: 'info',
    section: '6.6',
    message: ({ slot, value, from }: Value & { from: string }): string =>
      `evidence: ${slot} ${shown(value)} is not written in the source, and follows from ${shown(from)}`,
  },
  'evidence/repeated': {
    severity: 'error',
    section: '6.6',
    message: ({ id, first }: Again): string =>
      `evidence: ${id} says what ${first} says, and one statement is one line`,
    hint: ({ first }: Again): string => `leave it out, or correct ${first} with re=${first}`,
  },
  'evidence/same-id': {
    severity: 'error',
    section: '6.6',
    message: ({ id }: { id: string }): string => `evidence: ${id} is the id of two lines that differ`,
    hint: (): string => 'give each line an id of its own',
  },
  'evidence/no-lines': {
    severity: 'error',
    section: '6.6',
    message: (): string =>
      'evidence: no line is of a profile that points at sources, so nothing was looked up',
    hint: (): string => 'give the lines that were made from the sources, with their p=',
  },
  'evidence/contradicts': {
    severity: 'error',
    section: '6.6',
    message: ({ id, first, slot }: Again & { slot: string }): string =>
      `evidence: ${id} gives another ${slot} than ${first}, from the same source`,
    hint: ({ first }: Again): string => `name the older line: re=${first}`,
  },
} as const;
rules satisfies Rules;
