import type { Sound } from '../../ledger/proof/inspection.ts';
import { plural } from '../../text/plural.ts';
import { escaped } from '../../text/shown.ts';

/** What was read of a ledger or an export that holds, and what that cannot exclude. */
export function soundText(
  head: string,
  { conversations, entries, cannotExclude }: Pick<Sound, 'conversations' | 'entries' | 'cannotExclude'>,
): string {
  const counted = `${plural(conversations, 'conversation')}, ${plural(entries, 'entry', 'entries')}`;
  const open = cannotExclude.map((what) => `  ${escaped(what)}`);
  return [`${head}, ${counted}`, 'this cannot exclude', ...open].join('\n');
}
