import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readText } from '../../act/config/read.ts';
import { shown } from '../../text/shown.ts';
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
  const { value, placeOf } = readText(file, textOf(bytesOfFile(file), shown(file)), configForm);
  return { file, folder: dirname(file), config: value as Config, placeOf }; // readText has seen every member
}
