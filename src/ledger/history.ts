import type { EntryView } from './ledger.ts';
import type { Seat } from './seat.ts';
import { viewOf } from './view.ts';

/** Every accepted line about an item in order: those of the handoffs on it, with what code wrote, and those of none. */
export async function history({ by, store }: Seat, item: string): Promise<readonly EntryView[]> {
  const { conversation, principal } = by;
  const ids = [...(await store.about(conversation, item)), ...(await store.beside(conversation, item))];
  const { rows } = await store.read(conversation, { ids });
  const sequences = [...rows.messages.values()].map(({ sequence }) => sequence).sort((a, b) => a - b);
  const entries: EntryView[] = [];
  for (const { first, length } of runsOf(sequences)) {
    const stored = await store.entries(conversation, { after: first - 1, limit: length });
    entries.push(...stored.map((one) => viewOf(one, principal)));
  }
  return entries;
}

/** Numbers in order as runs without a gap: each is read at once. */
function runsOf(numbers: readonly number[]): readonly { readonly first: number; readonly length: number }[] {
  const runs: { first: number; length: number }[] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && number === last.first + last.length) last.length += 1;
    else runs.push({ first: number, length: 1 });
  }
  return runs;
}
