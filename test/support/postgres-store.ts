import { Pool } from 'pg';
import { afterAll, test } from 'vitest';
import type { Store } from '../../src/ledger/index.ts';
import { openPostgres } from '../../src/ledger/postgres.ts';
import type { StoreUnderTest } from './ledger/stores.ts';
import { Cluster, findPostgres } from './postgres.ts';
import { available } from './skip.ts';

/** The store of the contract over PostgreSQL, one schema of one cluster a test; none where the machine lacks it. */
export function postgresStores(): readonly { name: string; open: () => Promise<StoreUnderTest> }[] {
  if (!available('PostgreSQL', findPostgres)) {
    test.skip('over PostgreSQL', () => {});
    return [];
  }
  let started: Promise<Cluster> | null = null;
  let schemas = 0;
  afterAll(async () => (await started)?.remove());
  const open = async (): Promise<StoreUnderTest> => {
    started ??= Cluster.start();
    const { url } = await started;
    schemas += 1;
    const schema = `test_${schemas}`;
    const opened: Store[] = [];
    const reopen = async (): Promise<Store> => {
      const store = await openPostgres(new Pool({ connectionString: url }), { schema });
      opened.push(store);
      return store;
    };
    const remove = async (): Promise<void> => {
      for (const store of opened) await store.close();
    };
    return { store: await reopen(), address: { path: url, schema }, reopen, remove };
  };
  return [{ name: 'PostgreSQL', open }];
}
