import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { postgresStores } from '../postgres-store.ts';

/** A store under test, and how its data is found again after the process that wrote it has gone. */
export interface StoreUnderTest {
  readonly store: Store;
  /** Where another process finds the same data; null where none can. */
  readonly address: Address | null;
  /** The same data through a new connection. */
  reopen(): Promise<Store>;
  remove(): Promise<void>;
}

/** A file, or a database with a schema. */
export interface Address {
  readonly path: string;
  readonly schema?: string;
}

/** Every store that the contract holds for; another one is one more row. */
export const stores: readonly { readonly name: string; readonly open: () => Promise<StoreUnderTest> }[] = [
  {
    name: 'memory',
    open: async () => {
      const store = openMemory();
      return { store, address: null, reopen: async () => store, remove: async () => {} };
    },
  },
  {
    name: 'SQLite',
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'hearback-ledger-'));
      const path = join(folder, 'ledger.sqlite');
      const opened = [openSqlite(path)];
      return {
        store: opened[0] as Store,
        address: { path },
        reopen: async () => {
          const store = openSqlite(path);
          opened.push(store);
          return store;
        },
        remove: async () => {
          for (const store of opened) await store.close();
          rmSync(folder, { recursive: true });
        },
      };
    },
  },
  ...postgresStores(),
];

/** Those that several processes may open. */
export const sharedStores: typeof stores = stores.filter(({ name }) => name !== 'memory');

/** Where other processes find a store that is shared. */
export function addressOf({ address }: StoreUnderTest): Address {
  if (address === null) throw new Error('no other process finds it');
  return address;
}
