import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { replaceFile } from '../../../ledger/proof/durable-file.ts';
import { isEmpty, SettingsError } from '../../../mcp/hook/settings.ts';
import { changesIn } from '../../../text/changes.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { tell } from '../../ledger/tell.ts';
import type { Call, Option } from '../../verb.ts';

/** The options of whatever changes the settings. */
export const settingsOptions: Readonly<Record<string, Option>> = {
  settings: { value: 'FILE', about: 'the settings file; .claude/settings.json unless given' },
  'dry-run': { about: 'show what would change, and change nothing' },
};

/** Shows what a change of the settings file comes to, then makes it, unless it is a dry run. */
export function changeSettings(call: Call, change: (text: string) => string): void {
  const named = call.options.value('settings') ?? join('.claude', 'settings.json');
  const path = existsSync(named) ? realpathSync(named) : named;
  const before = textAt(path);
  const after = changed(named, before, change);
  const rows = changesIn(before, after);
  const isDry = call.options.has('dry-run');
  if (rows.length > 0 && !isDry) write(path, after);
  const what = rows.length === 0 ? 'is as it should be' : isDry ? 'would be changed' : 'is changed';
  tell(call, {
    json: { settings: named, changed: rows.length > 0 && !isDry, changes: rows },
    text: [...rows.map(escaped), `${escaped(named)} ${what}`].join('\n'),
  });
}

function changed(named: string, text: string, change: (text: string) => string): string {
  try {
    return change(text);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new UsageError('usage/settings', `${shown(named)} is left as it is: ${error.message}`);
  }
}

/** Empty where there is no file. */
function textAt(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new UsageError('usage/settings', `cannot read ${shown(path)}: ${(error as Error).message}`);
  }
}

/** Whole or not at all; a file in which nothing is left is taken away. */
function write(path: string, text: string): void {
  try {
    if (isEmpty(text)) return rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, text, existsSync(path) ? statSync(path).mode & 0o777 : 0o644);
  } catch (error) {
    throw new UsageError('usage/settings', `cannot write ${shown(path)}: ${(error as Error).message}`);
  }
}
