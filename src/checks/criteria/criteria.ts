import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { type NormalForm, normalForm } from './normal-form.ts';

/** One `key:value` of acc=, not= or the kept criteria, ready to be compared. */
export interface Criterion {
  readonly key: string;
  readonly value: string;
  /** `key:value`, as it was written but for the case of the key. */
  readonly written: string;
  /** The slot that it stands in. */
  readonly slot: 'acc' | 'not';
  readonly form: NormalForm;
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
    const form = normalForm(value, known?.aliases ?? none);
    const criterion = { key, value, written: `${key}:${value}`, slot, form };
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

/** The single-valued keys that stand more than once (R32). */
export function repeatedSingles(
  { byKey }: Criteria,
  vocabulary: Vocabulary,
): readonly (readonly Criterion[])[] {
  return [...byKey].filter(([key, all]) => all.length > 1 && !isMany(key, vocabulary)).map(([, all]) => all);
}

/** Whether a key may stand several times, each time with another value. */
export function isMany(key: string, vocabulary: Vocabulary): boolean {
  return vocabulary.constraintKeys.get(key)?.many ?? false;
}

const none: ReadonlyMap<string, string> = new Map();
