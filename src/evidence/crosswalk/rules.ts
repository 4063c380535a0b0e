import type { Rules } from '../../diagnostic/rule.ts';
import { shown } from '../../text/shown.ts';

/** Where a fault of a crosswalk's file lies. */
export interface Where {
  readonly file: string | null;
  readonly path: string;
}
/** Something of a message that the other profile has no word for. */
export interface Loss {
  /** `slot`, `code`, `ask`, `agent` or `item kind`. */
  readonly what: string;
  /** The slot that it stands in. */
  readonly slot: string;
  readonly value: string;
  readonly to: string;
}

const at = ({ file, path }: Where): string =>
  `${file === null ? 'crosswalk' : shown(file)} at ${shown(path)}:`;

/** What is wrong with a crosswalk, and what a translation by it loses (6.8). */
export const rules = {
  'crosswalk/form': {
    severity: 'error',
    section: '6.8',
    message: ({ fault, ...where }: Where & { fault: string }): string => `${at(where)} ${fault}`,
    hint: (): string => 'write it in the form of crosswalk.schema.json',
  },
  'crosswalk/unknown': {
    severity: 'error',
    section: '6.8',
    message: ({
      kind,
      name,
      profile,
      ...where
    }: Where & { kind: string; name: string; profile: string }): string =>
      `${at(where)} ${shown(name)} is no ${kind} of ${shown(profile)}`,
    hint: ({ near }: { near: string | undefined }): string =>
      near === undefined ? 'name one of the profile’s own' : `write ${shown(near)} if that is what is meant`,
  },
  'crosswalk/twice': {
    severity: 'error',
    section: '6.8',
    message: ({ name, first, ...where }: Where & { name: string; first: string }): string =>
      `${at(where)} ${shown(name)} is the counterpart of ${shown(first)} already, and there is no way back from two`,
    hint: (): string => 'leave one of the two without a counterpart',
  },
  'crosswalk/unfit': {
    severity: 'error',
    section: '6.8',
    message: ({
      slot,
      type,
      other,
      otherType,
      ...where
    }: Where & { slot: string; type: string; other: string; otherType: string }): string =>
      `${at(where)} ${slot} is ${type} and ${other} is ${otherType}: a value of one is none of the other`,
    hint: (): string => 'map slots whose values are written alike',
  },
  'crosswalk/opposite': {
    severity: 'error',
    section: '6.8',
    message: ({ goes, stops, ...where }: Where & { goes: string; stops: string }): string =>
      `${at(where)} ${shown(goes)} means go and ${shown(stops)} does not: one is no counterpart of the other`,
    hint: (): string => 'pair answers that mean go with each other, and those that stop',
  },
  'crosswalk/lost': {
    severity: 'warning',
    section: '6.8',
    message: ({ what, slot, value, to }: Loss): string =>
      `crosswalk: ${what} ${shown(slot)}=${shown(value)} has no counterpart in ${shown(to)} and is left out`,
    hint: ({ slot }: Loss): string => `agree with the other side how ${slot} is said`,
  },
  'crosswalk/unsayable': {
    severity: 'error',
    section: '6.8',
    message: ({ what, slot, value, to }: Loss): string =>
      `crosswalk: ${what} ${shown(slot)}=${shown(value)} has no counterpart in ${shown(to)}, so the message cannot be said there`,
    hint: (): string => 'hand this over without a crosswalk, or add the counterpart',
  },
  'crosswalk/not-read-back': {
    severity: 'error',
    section: '6.8',
    message: ({ slot, value, to }: Loss): string =>
      `crosswalk: ${shown(slot)}=${shown(value)} has to be read back, and has no counterpart in ${shown(to)}`,
    hint: ({ slot }: Loss): string => `do not act on it: nobody has confirmed ${slot}`,
  },
} as const;
rules satisfies Rules;
