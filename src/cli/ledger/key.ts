import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import type { FoundConfig } from '../config/config.ts';
import { unreadable } from '../input.ts';
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
  let text: string;
  try {
    const { mode } = statSync(file);
    // Windows has no such bits
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const others = (mode & 0o777).toString(8);
      throw new UsageError(
        'usage/key',
        `others may open ${shown(file)} (mode ${others}): chmod 600 it, and rotate the key if they may have read it`,
      );
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(file, error);
  }
  return wellFormed(text.trim(), shown(file));
}

function wellFormed(key: string, where: string): string {
  if (/^hbk_[A-Za-z0-9]+_[A-Za-z0-9_-]{43}$/.test(key)) return key;
  throw new UsageError('usage/key', `${where} holds no key: hbk_, an id, _ and 43 characters`);
}
