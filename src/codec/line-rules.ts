import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

interface Word {
  readonly word: string;
}
interface Character {
  readonly codePoint: string;
  readonly where: string;
}
interface Near {
  readonly near: string | undefined;
}

/** What is wrong with a line before its slots are looked at: length, characters, blanks, the first three words. */
export const rules = {
  'line/not-text': {
    severity: 'error',
    section: '2',
    message: ({ got }: { got: string }): string => `a line is text, not ${got}`,
    hint: (): string => 'pass the line as one string',
  },
  'line/too-long': {
    severity: 'error',
    section: '2 R8',
    message: ({ most }: { most: number }): string =>
      `the line has more than ${most} code points; nothing of it is read`,
    hint: (): string => 'put long material into a file and name it with art=',
  },
  'line/control-character': {
    severity: 'error',
    section: '2 R5',
    message: ({ codePoint, where }: Character): string => `control character ${codePoint} in ${where}`,
    hint: (): string => 'write a blank, or send what follows as a line of its own',
  },
  'line/surrogate': {
    severity: 'error',
    section: '2 R5',
    message: ({ codePoint, where }: Character): string => `unpaired surrogate ${codePoint} in ${where}`,
    hint: (): string => 'write whole characters: half of one has no UTF-8 form',
  },
  'line/extra-blank': {
    severity: 'warning',
    section: '2',
    message: ({ where }: { where: string }): string => `extra blanks ${where}; the line is read without them`,
    hint: (): string => 'separate words by one blank and leave none at the ends',
  },
  'line/version': {
    severity: 'error',
    section: '2',
    why: 'VER',
    message: ({ word }: Word): string => `the version is ${word === '' ? 'missing' : shown(word)}, not RW1`,
    hint: (): string => 'begin the line with RW1',
  },
  'line/type': {
    severity: 'error',
    section: '2',
    why: 'UNK',
    message: ({ word }: Word & Near): string =>
      word === '' ? 'the message type is missing' : `${shown(word)} is not a known message type`,
    hint: ({ near }: Word & Near): string =>
      near === undefined
        ? 'write one of HO RB AQ AN ST DN UN FL CX'
        : `write ${near} if that is what is meant`,
  },
  'line/id': {
    severity: 'error',
    section: '2',
    message: ({ word }: Word): string =>
      `the id ${word === '' ? 'is missing: it is' : `${shown(word)} is not`} <from>-<n>, the line's own from= and a number`,
    hint: (): string => 'write the sending agent, a hyphen and a number as the third word',
  },
  'line/unknown-profile': {
    severity: 'error',
    section: '5 R22',
    why: 'UNK',
    message: ({ word }: Word & Near): string =>
      `p=${shown(word)} is not a known profile, so the line cannot be judged`,
    hint: ({ near }: Word & Near): string =>
      near === undefined
        ? 'load the profile, or leave p= out for core'
        : `write p=${near} if that is what is meant`,
  },
  'line/other-profile': {
    severity: 'error',
    section: '5 R22',
    message: ({ word, expected }: Word & { expected: string }): string =>
      `the line names profile ${shown(word)}; ${expected} was expected`,
    hint: ({ word }: Word): string => `expect ${shown(word)}, or send the line under the expected profile`,
  },
} as const;
rules satisfies Rules;
