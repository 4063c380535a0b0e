import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

interface Member {
  readonly path: string;
}

/** What makes a JSON form no message (spec 4 R20): nothing is repaired, dropped or guessed. */
export const rules = {
  'json/syntax': {
    severity: 'error',
    section: '4 R20',
    message: ({ fault, path }: Member & { fault: string }): string =>
      `not JSON: ${shown(fault)} (at ${shown(path)})`,
    hint: (): string => 'write one JSON object as RFC 8259 has it',
  },
  'json/too-large': {
    severity: 'error',
    section: '4 R20',
    message: ({ most }: { most: number }): string =>
      `the JSON text has more than ${most} characters; nothing of it is read`,
    hint: (): string => 'give one message, in the JSON that to-json writes',
  },
  'json/duplicate': {
    severity: 'error',
    section: '4 R20',
    message: ({ path }: Member): string => `duplicate member ${shown(path)}`,
    hint: (): string => 'name each member once',
  },
  'json/not-object': {
    severity: 'error',
    section: '4 R20',
    message: ({ got }: { got: string }): string => `a message is a JSON object, not ${got}`,
    hint: (): string => 'write {"v":"RW1","type":…,"id":…,"from":…,"to":…,"slots":{…}}',
  },
  'json/unknown-member': {
    severity: 'error',
    section: '4 R20',
    message: ({ path }: Member & { near: string | undefined }): string =>
      `${shown(path)} is no member of a message`,
    hint: ({ near }: { near: string | undefined }): string =>
      near === undefined ? 'put facts into slots' : `write ${near} if that is what is meant`,
  },
  'json/missing-member': {
    severity: 'error',
    section: '4',
    message: ({ path }: Member): string => `${path} is missing`,
    hint: ({ path }: Member): string => `add ${path}; only re, item and tail may be left out`,
  },
  'json/wrong-type': {
    severity: 'error',
    section: '4 R20',
    message: ({ path, expected, got }: Member & { expected: string; got: string }): string =>
      `${shown(path)} is ${expected}, not ${got}`,
    hint: ({ expected }: { expected: string }): string => `write ${expected}`,
  },
  'json/empty': {
    severity: 'error',
    section: '4 R20',
    message: ({ path }: Member): string => `${shown(path)} is empty`,
    hint: (): string => 'leave a slot out when it has no value',
  },
  'json/envelope-in-slots': {
    severity: 'error',
    section: '4 R20',
    message: ({ slot }: { slot: string }): string => `${slot} is no slot of "slots"`,
    hint: ({ slot }: { slot: string }): string => `write ${slot} beside "slots"`,
  },
  'json/unknown-slot': {
    severity: 'error',
    section: '4 R20',
    message: ({ slot, vocabulary }: { slot: string; vocabulary: string; near: string | undefined }): string =>
      `${shown(slot)} is no slot of ${vocabulary}, and no x_ slot`,
    hint: ({ near }: { near: string | undefined }): string =>
      near === undefined
        ? 'name the profile in p, or name an extension x_…'
        : `write ${near} if that is what is meant`,
  },
  'json/no-line': {
    severity: 'error',
    section: '4 R20',
    message: ({ path, value }: Member & { value: string; reason: string }): string =>
      `${shown(path)}: ${JSON.stringify(shown(value))} would not read back equal from a line`,
    hint: ({ reason }: { reason: string }): string => reason,
  },
} as const;
rules satisfies Rules;
