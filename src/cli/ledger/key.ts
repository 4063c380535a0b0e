import { resolve } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import type { FoundConfig } from '../config/config.ts';
import { readPrivate } from '../private-file.ts';
import type { Call } from '../verb.ts';

/**
 * The key of the principal that speaks: --key-file, else HEARBACK_KEY, else the config file's keyFile; null for nobody.
 * A file that others may read is a usage error. What is read is never shown.
 */
export function keyOf({ options, world }: Call, { config, folder }: FoundConfig): string | null {
  const file = options.value('key-file');
  if (file !== undefined) return keyIn(file);
  const key = world.environment['HEARBACK_KEY'];
  if (key !== undefined && key !== '') return wellFormed(key, 'HEARBACK_KEY');
  return config.keyFile === undefined ? null : keyIn(resolve(folder, config.keyFile));
}

function keyIn(file: string): string {
  return wellFormed(readPrivate(file).trim(), shown(file));
}

function wellFormed(key: string, where: string): string {
  if (/^hbk_[A-Za-z0-9]+_[A-Za-z0-9_-]{43}$/.test(key)) return key;
  throw new UsageError('usage/key', `${where} holds no key: hbk_, an id, _ and 43 characters`);
}
