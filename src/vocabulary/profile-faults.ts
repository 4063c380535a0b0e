import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import type { JsonPlace } from '../text/json.ts';
import type { Span } from '../text/span.ts';
import { rules, type Where } from './profile-rules.ts';

type Code = keyof typeof rules;
type DataOf<C extends Code> = Omit<Parameters<(typeof rules)[C]['message']>[0], keyof Where>;

/** Tells a fault of a profile at a JSON path; `part` says whether the name or the value there is meant. */
export type Tell = <C extends Code>(code: C, path: string, data: DataOf<C>, part?: 'key' | 'value') => void;

/** Where the values of the text that a profile was read from stand; null for a profile that was never a text. */
export interface Source {
  readonly placeOf: (span: Span) => Place;
  readonly places: ReadonlyMap<string, JsonPlace>;
}

/** A `Tell` that appends to `found`, with the place in the file where the profile was read from one. */
export function faultTeller(file: string | null, source: Source | null, found: Diagnostic[]): Tell {
  // `Tell` holds the data to the code's own row, which TypeScript cannot follow through the spread below.
  const report = reporter(rules, found) as (code: Code, data: Where, at?: Place) => void;
  return (code, path, data, part = 'value') => {
    const place = source?.places.get(path);
    const span = (part === 'key' ? place?.key : null) ?? place?.value;
    report(code, { ...data, file, path }, source && span ? source.placeOf(span) : undefined);
  };
}
