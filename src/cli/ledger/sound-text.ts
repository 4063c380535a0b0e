import type { Sound } from '../../ledger/proof/inspection.ts';
import { escaped } from '../../text/shown.ts';
import { plural } from '../report.ts';

/** What was read of a ledger or an export that holds, and what that cannot exclude. */
export function soundText(
  head: string,
  { conversations, entries, cannotExclude }: Pick<Sound, 'conversations' | 'entries' | 'cannotExclude'>,
): string {
  const counted = `${plural(conversations, 'conversation')}, ${entries === 1 ? '1 entry' : `${entries} entries`}`;
  const open = cannotExclude.map((what) => `  ${escaped(what)}`);
  return [`${head}, ${counted}`, 'this cannot exclude', ...open].join('\n');
}
