import { setImmediate as othersTurn } from 'node:timers/promises';
import { asWritten } from '../../../ledger/search.ts';
import type { Handoff, Statement } from '../../../ledger/state.ts';
import type { Stored } from '../../../ledger/store.ts';
import { textOf } from '../../picture/entry.ts';
import type { Seen } from '../reading.ts';

/** What the ledger holds about an item. */
export interface About {
  readonly handoffs: readonly Handoff[];
  readonly statements: readonly Statement[];
  /** Every entry in order: its lines, refused ones too, and the changes of its handoffs and statements. */
  readonly entries: readonly Stored[];
  /** There are more entries than are shown; the newest are here. */
  readonly isCut: boolean;
}

/** How many entries a page shows, how many the store goes over at once, and how many handoffs and statements are followed. */
const most = 1_000;
const span = 5_000;
const followed = 200;

/** Everything about an item of a conversation; null where there is nothing. */
export async function aboutItem({ store, conversation }: Seen, item: string): Promise<About | null> {
  const ids = await store.about(conversation, item);
  const { rows } = await store.read(conversation, { ids: ids.slice(-followed) });
  const handoffs = [...rows.handoffs.values()].filter((handoff) => handoff.item === item);
  handoffs.sort((one, other) => one.sequence - other.sequence);
  const own = new Set(handoffs.map(({ id }) => id));
  const statements = [...rows.statements.values()].filter(({ handoff }) => own.has(handoff));
  const tokens = new Set(statements.map(({ token }) => token));
  const texts = [
    asWritten(item),
    ...[...own].map((id) => `"handoff":"${asWritten(id)}"`),
    ...[...tokens].map((token) => `"token":"${asWritten(token)}"`),
  ];
  const entries: Stored[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (before > 1 && entries.length < most) {
    const bounds = { before, span, limit: most - entries.length };
    const { found, reached } = await store.search(conversation, { ...bounds, holding: [texts] });
    entries.push(...found.filter((stored) => isAbout(stored, item, { own, tokens })));
    before = reached;
    await othersTurn();
  }
  if (entries.length === 0) return null;
  return { handoffs, statements, entries: entries.reverse(), isCut: before > 1 };
}

/** Whether an entry is about the item: by its line, even one that cannot be read, or by what it changes. */
function isAbout(
  { entry }: Stored,
  item: string,
  { own, tokens }: { readonly own: ReadonlySet<string>; readonly tokens: ReadonlySet<string> },
): boolean {
  const { message, line, facts } = entry.body;
  if (textOf(message, 'item') === item) return true;
  if (message === null && line !== null && line.split(' ').includes(`item=${item}`)) return true;
  return facts.some(
    (fact) => ('handoff' in fact && own.has(fact.handoff)) || ('token' in fact && tokens.has(fact.token)),
  );
}
