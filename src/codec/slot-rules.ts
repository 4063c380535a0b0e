import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

interface Slot {
  readonly slot: string;
}
interface Value extends Slot {
  readonly value: string;
}
interface Character extends Slot {
  readonly codePoint: string;
}

/** What is wrong with one word of a line: its shape, its key, its value (spec 2 and 3). */
export const rules = {
  'slot/no-equals': {
    severity: 'error',
    section: '2',
    message: ({ word }: { word: string }): string => `${shown(word)} is not key=value`,
    hint: (): string => 'give the fact a slot, or move the words behind " // "',
  },
  'slot/bad-key': {
    severity: 'error',
    section: '2',
    message: ({ slot }: Slot): string => `${shown(slot)} is not a slot key`,
    hint: (): string =>
      'write keys in lower case: a letter, then letters, digits and _; extension keys are x_ and more',
  },
  'slot/empty': {
    severity: 'error',
    section: '2',
    message: ({ slot }: Slot): string => `${shown(slot)}= has no value`,
    hint: ({ slot }: Slot): string => `give ${shown(slot)} a value or leave it out`,
  },
  'slot/duplicate': {
    severity: 'error',
    section: '2',
    message: ({ slot }: Slot): string => `duplicate slot ${shown(slot)}`,
    hint: ({ slot }: Slot): string => `write ${shown(slot)}= once; join several values with +`,
  },
  'slot/unknown': {
    severity: 'warning',
    section: '2 R4',
    message: ({
      slot,
      vocabulary,
      knownTo,
    }: Slot & { vocabulary: string; knownTo: readonly string[] }): string =>
      `${shown(slot)} is no slot of ${vocabulary} and is ignored` +
      (knownTo.length === 0 ? '' : `; profile ${knownTo.join(', ')} knows it`),
    hint: ({ near, knownTo }: { near: string | undefined; knownTo: readonly string[] }): string =>
      knownTo.length > 0
        ? `name the profile with p=${knownTo[0]}`
        : near === undefined
          ? 'name an extension of your own x_…'
          : `write ${near}= if that is what is meant`,
  },
  'slot/misplaced': {
    severity: 'warning',
    section: '2',
    message: ({ slot, type }: Slot & { type: string }): string => `${type} does not list ${slot}; it is kept`,
    hint: ({ slot }: Slot): string => `leave ${slot} out, or send it on a type that lists it`,
  },
  'slot/blank': {
    severity: 'error',
    section: '2 R5',
    message: ({ slot, codePoint }: Character): string =>
      `white space ${codePoint} in the value of ${shown(slot)}`,
    hint: (): string => 'write a blank between words; a value holds none',
  },
  'slot/invisible': {
    severity: 'error',
    section: '2 R5',
    message: ({ slot, codePoint }: Character): string =>
      `invisible or directional character ${codePoint} in the value of ${shown(slot)}`,
    hint: (): string => 'write the value with characters that can be seen',
  },
  'slot/not-ascii': {
    severity: 'error',
    section: '2 R7',
    message: ({ slot, codePoint }: Character): string =>
      `${codePoint} in ${slot}: an act runs with this value, so it is printable ASCII`,
    hint: (): string => 'write it in ASCII, as the record has it',
  },
  'slot/look-alike': {
    severity: 'warning',
    section: '2 R7',
    message: ({ slot, codePoint, latin }: Character & { latin: string }): string =>
      `${codePoint} in ${shown(slot)} looks like the Latin letter ${latin}`,
    hint: ({ latin }: { latin: string }): string => `write ${latin} if the Latin letter is meant`,
  },
  'slot/code': {
    severity: 'error',
    section: '3',
    why: 'UNK',
    message: ({
      slot,
      value,
      list,
      vocabulary,
    }: Value & { list: string; vocabulary: string; near: string | undefined }): string =>
      `${slot}=${shown(value)} is not a known ${list} code of ${vocabulary}; rule 2: reply UN why=UNK, never guess`,
    hint: ({ near }: { near: string | undefined }): string =>
      near === undefined
        ? 'use a code of the list, or name the profile that has it with p='
        : `write ${near} if that is what is meant`,
  },
  'slot/agent': {
    severity: 'error',
    section: '3',
    message: ({ slot, value, vocabulary }: Value & { vocabulary: string }): string =>
      `${slot}=${shown(value)} is not an agent of ${vocabulary}`,
    hint: ({ near, known }: { near: string | undefined; known: readonly string[] }): string => {
      if (near !== undefined) return `write ${near} if that is what is meant`;
      return known.length > 0
        ? `name one of ${shown(known.join(' '))}, or human for the person behind them`
        : 'write letters, digits, . _ and - ; human is the person behind the agents';
    },
  },
  'slot/human-case': {
    severity: 'error',
    section: '2 R3',
    message: ({ slot, value }: Value): string =>
      `${slot}=${shown(value)}: the name human is reserved in every case`,
    hint: (): string => 'write human for the person, or give the agent another name',
  },
  'slot/out-of-range': {
    severity: 'error',
    section: '3',
    message: ({ slot, value, low, high }: Value & { low: string; high: string }): string =>
      `${slot}=${shown(value)} is out of range ${low} to ${high}`,
    hint: ({ low, high }: { low: string; high: string }): string =>
      `write a whole number from ${low} to ${high}`,
  },
  'slot/value': {
    severity: 'error',
    section: '3',
    message: ({ slot, value, expected }: Value & { type: string; expected: string }): string =>
      `${slot}=${shown(value)} does not fit: ${expected}`,
    hint: ({ slot, type }: Slot & { type: string }): string => `write ${slot}= as the slot type ${type} asks`,
  },
  'slot/list-element': {
    severity: 'error',
    section: '3 R15',
    message: ({ slot, value }: Value): string => `${slot}=${shown(value)} has an empty element`,
    hint: (): string => 'join elements with single + and leave none empty',
  },
  'tail/too-long': {
    severity: 'error',
    section: '2',
    message: ({ length }: { length: number }): string =>
      `the tail has ${length} code points; at most 300 fit`,
    hint: (): string => 'put it in a file and name the file with art=',
  },
  'tail/bidi': {
    severity: 'error',
    section: '2 R5',
    message: ({ codePoint }: { codePoint: string }): string => `directional control ${codePoint} in the tail`,
    hint: (): string => 'leave it out: it shows the words in another order than they have',
  },
  'tail/invisible': {
    severity: 'warning',
    section: '2 R5',
    message: ({ codePoint }: { codePoint: string }): string => `invisible character ${codePoint} in the tail`,
    hint: (): string => 'leave it out unless the script needs it',
  },
} as const;
rules satisfies Rules;
