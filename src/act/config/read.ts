import { placesIn } from '../../diagnostic/place-in.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { columnOf } from '../../text/frame.ts';
import { readJson } from '../../text/json.ts';
import type { Span } from '../../text/span.ts';
import { checkForm, type JsonForm } from '../../vocabulary/json-form.ts';
import type { Tell } from '../../vocabulary/profile-faults.ts';
import { type ConfigAt, teller } from './checked.ts';

/** A JSON text of a form, with the place of each of its members. */
export interface ReadText {
  readonly value: unknown;
  /** Where a member stands, for errors about what it says: `hearback.json:4:3`. */
  readonly placeOf: (path: string) => string;
}

/** Reads the text of a file that has to have a form; throws UsageError `usage/config` that names the place of the first fault. */
export function readText(file: string, text: string, form: JsonForm): ReadText {
  const reading = readJson(text);
  const placeOf = placesOf(file, text);
  const [fault] = reading.faults;
  if (fault !== undefined)
    throw new UsageError('usage/config', `${placeOf(fault.span)}: not JSON: ${fault.message}`);
  const tell: Tell = (code, path, data, part = 'value') => {
    const place = reading.places.get(path);
    const own = placeOf((part === 'key' ? place?.key : null) ?? place?.value);
    teller({ placeOf: () => own })(code, path, data, part);
  };
  checkForm(form, reading.value, '$', tell);
  return { value: reading.value, placeOf: (path) => placeOf(reading.places.get(path)?.value) };
}

/** Throws UsageError for a member that has not its form, with its place. */
export function checkedAt(form: JsonForm, value: unknown, path: string, at: ConfigAt): void {
  checkForm(form, value, path, teller(at));
}

/** Places as editors take them: file, line, column. */
function placesOf(file: string, text: string): (span: Span | undefined) => string {
  const placeIn = placesIn(text);
  return (span) => {
    if (span === undefined) return file;
    const { line, number, span: within } = placeIn(span);
    return `${file}:${number}:${columnOf(line, within)}`;
  };
}
