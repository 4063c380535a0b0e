import type { Store } from './store.ts';

/** Names of conversations in order, those after one of them; the ledger's own begin with a point and are left out. */
export async function conversations(
  store: Store,
  { after = '', limit = 100 }: { readonly after?: string; readonly limit?: number } = {},
): Promise<readonly string[]> {
  const names: string[] = [];
  for (let last = after; names.length < limit; ) {
    const found = await store.conversations({ after: last, limit });
    names.push(...found.filter((name) => !name.startsWith('.')));
    if (found.length < limit) break;
    last = found.at(-1) ?? last;
  }
  return names.slice(0, limit);
}
