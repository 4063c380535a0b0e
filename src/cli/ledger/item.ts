import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import type { Argument, Call } from '../verb.ts';

/** The argument that names an item. */
export const itemWord: Argument = { name: 'item=ITEM', about: 'the item, as it stands on the lines' };

/** The item of a call. Throws UsageError for a word that names none. */
export function itemOf({ words }: Pick<Call, 'words'>): string {
  const [, item] = /^item=(\S+)$/.exec(words[0] as string) ?? [];
  if (item !== undefined) return item;
  throw new UsageError('usage/item', `write item=ITEM, not ${shown(words[0])}`);
}
