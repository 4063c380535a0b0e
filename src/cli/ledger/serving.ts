import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import type { Call } from '../verb.ts';

/** Whether a verb serves over HTTP. Throws UsageError for an option that goes with the other way: it would say nothing. */
export function isOverHttp({ options }: Call): boolean {
  const isHttp = options.has('http');
  if (!isHttp && options.has('origin')) throw new UsageError('usage/option', '--origin goes with --http');
  if (isHttp && options.has('key-file'))
    throw new UsageError(
      'usage/option',
      '--key-file goes without --http: there each request shows its own key',
    );
  return isHttp;
}

/** Where people answer: --console, else HEARBACK_CONSOLE, without a slash at its end; null for nowhere. Throws UsageError. */
export function consoleOf({ options, world }: Call): string | null {
  const given = options.value('console') ?? world.environment['HEARBACK_CONSOLE'];
  if (given === undefined || given === '') return null;
  if (!/^https?:\/\/[^\s?#]+$/.test(given) || !URL.canParse(given))
    throw new UsageError(
      'usage/console',
      `--console ${shown(given)} is no address: write https://… or http://…`,
    );
  return given.replace(/\/+$/, '');
}
