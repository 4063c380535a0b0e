import { type Heads, headsDocument } from './heads.ts';
import type { Store } from './store.ts';

/** Where the ledger stands: every conversation at one moment, or one of them. */
export async function headNow(
  {
    store,
    clock,
    tenant,
  }: { readonly store: Store; readonly clock: (() => number) | null; readonly tenant: string },
  conversation?: string,
): Promise<Heads> {
  const { epoch } = await store.epoch();
  const all = await store.whole.heads();
  const heads = conversation === undefined ? all : all.filter((head) => head.conversation === conversation);
  return headsDocument({ tenant, epoch, at: clock?.() ?? (await store.now()), heads });
}
