import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

interface Pair {
  readonly sent: string;
  readonly heard: string;
}
interface Twice {
  readonly key: string;
  readonly values: readonly string[];
}
interface Contradiction extends Pair {
  readonly key: string;
}

/** Whether the receiver's picture of the task is the sender's. */
export const rules = {
  'comprehension/no-acc': {
    severity: 'error',
    section: '6.2',
    message: (): string => 'tier4 comprehension: RB carries no acc=, which the HO asks for',
    hint: (): string => 'derive the criteria from the brief and read them back: acc=key:value+…',
  },
  'comprehension/no-do': {
    severity: 'error',
    section: '6.2',
    message: (): string => 'tier4 comprehension: rb=plan requires do=, what will be produced',
    hint: (): string => 'say what will be produced: do=copy, do=spec, do=pr',
  },
  'comprehension/not-compared': {
    severity: 'info',
    section: '6.2',
    message: (): string =>
      'tier4 comprehension: nothing was kept and the HO has no acc=, so acc= was not compared',
    hint: (): string => 'keep your criteria when you hand over, and give them to this check',
  },
  'comprehension/kept-unused': {
    severity: 'warning',
    section: '6.2 R28',
    message: (): string =>
      'tier4 comprehension: the kept criteria were not compared: the RB carries no acc= and the HO does not ask for it',
    hint: (): string => 'hand over with rb=acc, so that the receiver derives the criteria',
  },
  'comprehension/contradiction': {
    severity: 'error',
    section: '6.2 R31',
    message: ({ key, sent, heard }: Contradiction): string =>
      `tier4 comprehension: contradiction on ${key}, sender ${shown(sent)}, receiver ${shown(heard)}`,
    hint: ({ sent }: Contradiction): string => `hand over again so that the brief says ${shown(sent)}`,
  },
  'comprehension/hedged': {
    severity: 'error',
    section: '6.2 R32',
    message: ({ key, values }: Twice): string =>
      `tier4 comprehension: contradiction on ${key}, which takes one value and the receiver gives ${shown(values.join(' and '))}`,
    hint: ({ key }: { key: string }): string => `read back one value for ${key}`,
  },
  'comprehension/sent-twice': {
    severity: 'error',
    section: '6.2 R32',
    message: ({ key, values }: Twice): string =>
      `tier4 comprehension: acc= of the HO gives ${key} more than once, ${shown(values.join(' and '))}`,
    hint: ({ key }: { key: string }): string => `hand over again with one value for ${key}`,
  },
  'comprehension/gap': {
    severity: 'error',
    section: '6.2',
    message: ({ sent }: { sent: string }): string =>
      `tier4 comprehension: gap, receiver did not derive ${shown(sent)}`,
    hint: ({ sent }: { sent: string }): string => `hand over again so that the brief says ${shown(sent)}`,
  },
  'comprehension/key-gap': {
    severity: 'error',
    section: '6.2 R28',
    message: ({ key }: { key: string }): string =>
      `tier4 comprehension: gap, sender asked for ${key} in keys= and the receiver derived none`,
    hint: ({ key }: { key: string }): string => `derive ${key} from the brief and read it back in acc=`,
  },
  'comprehension/excluded': {
    severity: 'error',
    section: '6.2',
    message: ({ sent, heard }: Pair): string =>
      `tier4 comprehension: receiver excludes ${shown(heard)}, which the sender requires as ${shown(sent)}`,
    hint: ({ sent }: Pair): string => `hand over again so that the brief says ${shown(sent)}`,
  },
  'comprehension/required': {
    severity: 'warning',
    section: '6.2',
    message: ({ sent, heard }: Pair): string =>
      `tier4 comprehension: receiver requires ${shown(heard)}, which the sender rules out as ${shown(sent)}`,
    hint: (): string => 'settle with the receiver which of the two it will do',
  },
  'comprehension/loose': {
    severity: 'info',
    section: '6.2',
    message: ({ sent, heard }: Pair): string =>
      `tier4 comprehension: loose match: sender ${shown(sent)}, receiver ${shown(heard)}`,
    hint: (): string => 'see whether both mean the same',
  },
  'comprehension/assumption': {
    severity: 'info',
    section: '6.2',
    message: ({ heard }: { heard: string }): string =>
      `tier4 comprehension: assumption: receiver added ${shown(heard)}`,
    hint: (): string => 'confirm it or correct it',
  },
  'comprehension/assumes': {
    severity: 'info',
    section: '3',
    message: ({ heard }: { heard: string }): string =>
      `tier4 comprehension: the receiver assumes ${shown(heard)}`,
    hint: (): string => 'confirm it or correct it',
  },
  'comprehension/unknown-key': {
    severity: 'info',
    section: '6.2',
    message: ({ key, heard }: { key: string; heard: string }): string =>
      `tier4 comprehension: key ${shown(key)} is not in the closed constraint set; ${shown(heard)} was not compared`,
    hint: (): string => 'use a key of the set, or a profile that adds one',
  },
  'comprehension/kept-unknown-key': {
    severity: 'warning',
    section: '6.2',
    message: ({ key, sent }: { key: string; sent: string }): string =>
      `tier4 comprehension: key ${shown(key)} is not in the closed constraint set; your own ${shown(sent)} was not compared`,
    hint: (): string => 'keep criteria under keys of the set',
  },
} as const;
rules satisfies Rules;
