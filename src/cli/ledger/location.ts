import { isAbsolute, join } from 'node:path';
import { UsageError } from '../../diagnostic/usage-error.ts';
import type { FoundConfig } from '../config/config.ts';
import type { Call } from '../verb.ts';

/** Where a ledger is; `shown` may be printed: no password is in it. */
export type Location =
  | { readonly kind: 'sqlite'; readonly path: string; readonly shown: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly shown: string };

/** Where the ledger of a call is: --ledger, else HEARBACK_LEDGER, else the config file's; none is a usage error. */
export function locationOf({ options, world }: Call, { config, folder }: FoundConfig): Location {
  const given = options.value('ledger') ?? world.environment['HEARBACK_LEDGER'];
  if (given !== undefined && given !== '') return located(given);
  const { ledger } = config;
  if (ledger === undefined)
    throw new UsageError(
      'usage/ledger',
      'no ledger is named: give --ledger FILE or --ledger postgres://…, set HEARBACK_LEDGER, or write "ledger" into hearback.json',
    );
  return isUrl(ledger) || isAbsolute(ledger) ? located(ledger) : located(join(folder, ledger));
}

function isUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

function located(text: string): Location {
  if (isUrl(text)) return { kind: 'postgres', url: text, shown: withoutSecrets(text) };
  // a mistyped URL would otherwise be a file name that holds a password
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new UsageError('usage/ledger', 'a ledger is a file or postgres://USER@HOST/DATABASE');
  }
  return { kind: 'sqlite', path: text, shown: text };
}

/** Host, port, database and user: what names a database, and nothing that opens it. */
function withoutSecrets(text: string): string {
  try {
    const { username, host, pathname } = new URL(text);
    return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
  } catch {
    throw new UsageError(
      'usage/ledger',
      'the address of the database is none: postgres://USER@HOST/DATABASE',
    );
  }
}
