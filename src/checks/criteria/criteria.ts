import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { type NormalForm, normalForm } from './normal-form.ts';
import { isSame } from './same.ts';

/** One `key:value` of acc=, not= or the kept criteria. Its normal form is made when it is compared with another value. */
export class Criterion {
  readonly key: string;
  readonly value: string;
  /** The slot that it stands in. */
  readonly slot: 'acc' | 'not';
  readonly #aliases: ReadonlyMap<string, string>;
  #form: NormalForm | null = null;

  constructor(slot: 'acc' | 'not', key: string, value: string, aliases: ReadonlyMap<string, string>) {
    this.slot = slot;
    this.key = key;
    this.value = value;
    this.#aliases = aliases;
  }

  /** `key:value`, as it was written but for the case of the key. */
  get written(): string {
    return `${this.key}:${this.value}`;
  }

  get form(): NormalForm {
    this.#form ??= normalForm(this.value, this.#aliases);
    return this.#form;
  }

  /** Whether another value says the same (6.2); the same text does, whatever it is. */
  isSameAs(other: Criterion): boolean {
    return this.value === other.value || isSame(this.form, other.form);
  }
}

/** Criteria by key, in the order written; keys outside the closed set are not compared. */
export interface Criteria {
  readonly byKey: ReadonlyMap<string, readonly Criterion[]>;
  readonly unknown: readonly Criterion[];
}

/** Reads criteria of a line's acc= and not=, where an element of not= counts as `no:` (6.2). Keys compare in lower case. */
export function readCriteria(
  { acc = [], not = [] }: { acc?: readonly string[] | undefined; not?: readonly string[] | undefined },
  vocabulary: Vocabulary,
): Criteria {
  const byKey = new Map<string, Criterion[]>();
  const unknown: Criterion[] = [];
  const add = (slot: 'acc' | 'not', key: string, value: string): void => {
    const known = vocabulary.constraintKeys.get(key);
    const criterion = new Criterion(slot, key, value, known?.aliases ?? none);
    const others = byKey.get(key);
    if (known === undefined) unknown.push(criterion);
    else if (others === undefined) byKey.set(key, [criterion]);
    else others.push(criterion);
  };
  for (const element of acc) {
    const colon = element.indexOf(':');
    add('acc', element.slice(0, Math.max(colon, 0)).toLowerCase(), element.slice(colon + 1));
  }
  for (const value of not) add('not', 'no', value);
  return { byKey, unknown };
}

/** The criteria of each single-valued key that stands more than once (R32). */
export function repeatedSingles(
  { byKey }: Criteria,
  vocabulary: Vocabulary,
): readonly (readonly Criterion[])[] {
  const repeated: (readonly Criterion[])[] = [];
  for (const [key, all] of byKey) if (all.length > 1 && !isMany(key, vocabulary)) repeated.push(all);
  return repeated;
}

/** Whether a key may stand several times, each time with another value. */
export function isMany(key: string, vocabulary: Vocabulary): boolean {
  return vocabulary.constraintKeys.get(key)?.many ?? false;
}

const none: ReadonlyMap<string, string> = new Map();
