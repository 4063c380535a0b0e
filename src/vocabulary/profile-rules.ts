import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

/** Where every finding about a profile lies: the file, when there is one, and the JSON path in it. */
export interface Where {
  readonly file: string | null;
  readonly path: string;
}
interface Named extends Where {
  /** What the name is one of: `ask`, `slot`, `message type`. */
  readonly kind: string;
  readonly name: string;
}
interface Near {
  readonly near: string | undefined;
}
interface SlotRule extends Where {
  readonly slot: string;
}

const at = ({ file, path }: Where): string => `${file === null ? 'profile' : shown(file)} at ${shown(path)}:`;
const writeNear = (near: string | undefined, otherwise: string): string =>
  near === undefined ? otherwise : `write ${shown(near)} if that is what is meant`;

/** What is wrong with a profile (spec 5 R21): any of these, and none of it is used. */
export const rules = {
  'profile/json': {
    severity: 'error',
    section: '5 R21',
    message: ({ fault, ...where }: Where & { fault: string }): string => `${at(where)} not JSON, ${fault}`,
    hint: (): string => 'write one JSON object, without comments and trailing commas',
  },
  'profile/too-large': {
    severity: 'error',
    section: '5 R21',
    message: ({ most, ...where }: Where & { most: number }): string =>
      `${at(where)} more than the ${most} bytes that a profile may have`,
    hint: (): string => 'split the domain into several profiles',
  },
  'profile/too-deep': {
    severity: 'error',
    section: '5 R21',
    message: ({ most, ...where }: Where & { most: number }): string =>
      `${at(where)} nested deeper than ${most} levels`,
    hint: (): string => 'write a profile in the form of the published schema, which needs no such depth',
  },
  'profile/duplicate-member': {
    severity: 'error',
    section: '5 R21',
    message: (where: Where): string => `${at(where)} the same name stands twice in one object`,
    hint: (): string => 'leave one of the two out',
  },
  'profile/wrong-type': {
    severity: 'error',
    section: '5 R21',
    message: ({ expected, found, ...where }: Where & { expected: string; found: string }): string =>
      `${at(where)} expected ${expected}, found ${found}`,
    hint: ({ expected }: { expected: string }): string => `write ${expected} here`,
  },
  'profile/unknown-key': {
    severity: 'error',
    section: '5 R21',
    message: ({ key, ...where }: Where & Near & { key: string }): string =>
      `${at(where)} unknown key ${shown(key)}`,
    hint: ({ near }: Near): string => writeNear(near, 'leave it out: nothing reads it'),
  },
  'profile/missing-key': {
    severity: 'error',
    section: '5 R21',
    message: ({ key, ...where }: Where & { key: string }): string => `${at(where)} ${key} is missing`,
    hint: ({ key }: { key: string }): string => `add "${key}"`,
  },
  'profile/form': {
    severity: 'error',
    section: '5 R21',
    message: ({ value, expected, ...where }: Where & { value: string; expected: string }): string =>
      `${at(where)} ${JSON.stringify(shown(value))} is not ${expected}`,
    hint: ({ expected }: { expected: string }): string => `write ${expected}`,
  },
  'profile/text': {
    severity: 'error',
    section: '5 R21',
    message: ({ codePoint, ...where }: Where & { codePoint: string }): string =>
      `${at(where)} character ${codePoint} in a text that people and models read`,
    hint: (): string => 'leave it out: it can forge or hide words of the legend',
  },
  'profile/empty': {
    severity: 'error',
    section: '5 R21',
    message: ({ needs, ...where }: Where & { needs: string }): string =>
      `${at(where)} empty, but needs ${needs}`,
    hint: ({ needs }: { needs: string }): string => `name ${needs}, or leave the key out`,
  },
  'profile/redefines': {
    severity: 'error',
    section: '5 R21',
    message: ({ kind, name, whose, ...where }: Named & { whose?: string }): string =>
      `${at(where)} ${kind} ${shown(name)} is ${whose ?? 'the core'}'s, which a profile adds to and never redefines`,
    hint: ({ whose }: { whose?: string }): string =>
      `choose a name that ${whose ?? 'the core'} does not have`,
  },
  'profile/name-taken': {
    severity: 'error',
    section: '5 R21',
    message: ({ name, ...where }: Where & { name: string }): string =>
      `${at(where)} there is a profile named ${shown(name)} already`,
    hint: (): string => 'rename the profile, or say explicitly that it replaces the other',
  },
  'profile/twice': {
    severity: 'error',
    section: '5 R21',
    message: ({ kind, name, ...where }: Named): string => `${at(where)} ${kind} ${shown(name)} stands twice`,
    hint: (): string => 'leave one of the two out',
  },
  'profile/unknown-name': {
    severity: 'error',
    section: '5 R21',
    message: ({ kind, name, ...where }: Named & Near): string =>
      `${at(where)} ${shown(name)} is not ${shown(kind)}`,
    hint: ({ kind, near }: Named & Near): string =>
      writeNear(near, `name ${shown(kind)}, or add it to the profile`),
  },
  'profile/slot-type': {
    severity: 'error',
    section: '5 R21',
    message: ({ type, fault, ...where }: Where & Near & { type: string; fault: string }): string =>
      `${at(where)} ${shown(type)} is no slot type: ${fault}`,
    hint: ({ near }: Near): string => writeNear(near, 'write one of the slot types of the spec, section 3'),
  },
  'profile/exec-slot': {
    severity: 'error',
    section: '5 R21',
    message: ({ slot, type, ...where }: SlotRule & { type: string }): string =>
      `${at(where)} execution slot ${shown(slot)} is not on ${type}, so that type could not carry it`,
    hint: ({ slot, type }: SlotRule & { type: string }): string =>
      `add ${type} to "on" of the slot ${shown(slot)}`,
  },
  'profile/misplaced': {
    severity: 'error',
    section: '5 R23',
    message: ({ slot, type, ...where }: SlotRule & { type: string }): string =>
      `${at(where)} the rule can never hold: slot ${shown(slot)} is not on ${type}`,
    hint: ({ slot, type }: SlotRule & { type: string }): string =>
      `add ${type} to "on" of ${shown(slot)}, or take it from the rule`,
  },
  'profile/unfit': {
    severity: 'error',
    section: '5 R23',
    message: ({ slot, type, needs, ...where }: SlotRule & { type: string; needs: string }): string =>
      `${at(where)} the rule needs ${needs}, and ${shown(slot)} is ${shown(type)}`,
    hint: ({ needs }: { needs: string }): string => `name ${needs}`,
  },
  'profile/contradiction': {
    severity: 'error',
    section: '5 R23',
    message: ({ name, one, other, ...where }: Where & { name: string; one: string; other: string }): string =>
      `${at(where)} ${shown(name)} is named as ${one} and as ${other}`,
    hint: (): string => 'name it as one of the two',
  },
} as const;
rules satisfies Rules;
