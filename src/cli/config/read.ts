import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { placesIn } from '../../diagnostic/place-in.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { columnOf } from '../../text/frame.ts';
import { readJson } from '../../text/json.ts';
import { shown } from '../../text/shown.ts';
import type { Span } from '../../text/span.ts';
import { checkForm } from '../../vocabulary/json-form.ts';
import type { Tell } from '../../vocabulary/profile-faults.ts';
import { rules } from '../../vocabulary/profile-rules.ts';
import { bytesOfFile, textOf } from '../input.ts';
import type { Call } from '../verb.ts';
import type { Config, FoundConfig } from './config.ts';
import { configForm } from './form.ts';

const usual = 'hearback.json';

/** The config of a call: --config, else HEARBACK_CONFIG, else ./hearback.json, else nothing. One with a fault is a usage error. */
export function configOf({ options, world }: Call): FoundConfig {
  const named = options.value('config') ?? world.environment['HEARBACK_CONFIG'];
  if (named !== undefined) return readConfig(named);
  if (existsSync(usual)) return readConfig(usual);
  return { file: null, folder: '.', config: {}, placeOf: () => usual };
}

/** Reads a config file whole; throws UsageError that names the place of the first fault. */
export function readConfig(file: string): FoundConfig {
  const text = textOf(bytesOfFile(file), shown(file));
  const reading = readJson(text);
  const placeOf = placesOf(file, text);
  const [fault] = reading.faults;
  if (fault !== undefined)
    throw new UsageError('usage/config', `${placeOf(fault.span)}: not JSON: ${fault.message}`);
  const tell: Tell = (code, path, data, part = 'value') => {
    const place = reading.places.get(path);
    const row = rules[code] as Row;
    const about = { ...data, file: placeOf((part === 'key' ? place?.key : null) ?? place?.value), path };
    throw new UsageError('usage/config', `${row.message(about)}; ${row.hint(about)}`);
  };
  checkForm(configForm, reading.value, '$', tell);
  return {
    file,
    folder: dirname(file),
    config: reading.value as Config, // checkForm has seen every member
    placeOf: (path) => placeOf(reading.places.get(path)?.value),
  };
}

/** A rule's row, when its data is right by the code that tells it. */
interface Row {
  readonly message: (data: object) => string;
  readonly hint: (data: object) => string;
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
