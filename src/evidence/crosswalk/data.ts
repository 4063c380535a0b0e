import type { JsonForm } from '../../vocabulary/json-form.ts';

/** A map between two profiles, as its JSON file holds it (6.8). What is not named has no counterpart. */
export interface CrosswalkData {
  readonly crosswalk: string;
  readonly version: string;
  readonly description?: string;
  /** The two profiles, by name. */
  readonly between: readonly [string, string];
  /** Slots of the first profile -> slots of the second; the core's slots are the same in both. */
  readonly slots: Readonly<Record<string, string>>;
  /** `ask`, or an enum of the first profile -> its codes -> codes of the counterpart. */
  readonly codes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly agents?: Readonly<Record<string, string>>;
  /** Kinds of item, the text before the first colon. */
  readonly items?: Readonly<Record<string, string>>;
}

const text: JsonForm = { is: 'text' };
const name: JsonForm = {
  is: 'text',
  test: (value) => /^[a-z0-9][a-z0-9_-]{0,31}$/.test(value),
  expected: 'a name of a-z, 0-9, _ and -',
};
const names: JsonForm = { is: 'map', of: text };

/** The form of a crosswalk, key by key; spec/crosswalks/crosswalk.schema.json says the same to editors. */
export const crosswalkForm: JsonForm = {
  is: 'object',
  keys: {
    crosswalk: name,
    version: text,
    description: text,
    between: { is: 'list', of: name, unique: true },
    slots: names,
    codes: { is: 'map', of: names },
    agents: names,
    items: names,
  },
  required: ['crosswalk', 'version', 'between', 'slots'],
};
