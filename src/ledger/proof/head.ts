import type { Store } from '../store.ts';
import { type Heads, headsDocument } from './heads.ts';

/** What heads are of. */
export interface HeadSource {
  readonly store: Store;
  readonly tenant: string;
  now(): Promise<number>;
}

/** Where the ledger stands: every conversation at one moment, or one of them. */
export async function headNow({ store, tenant, now }: HeadSource, conversation?: string): Promise<Heads> {
  const { epoch } = await store.epoch();
  const all = await store.whole.heads();
  const heads = conversation === undefined ? all : all.filter((head) => head.conversation === conversation);
  return headsDocument({ tenant, epoch, at: await now(), heads });
}
