import { join } from 'node:path';
import { Pool } from 'pg';
import type { Store } from '../../../src/ledger/index.ts';
import { openPostgres } from '../../../src/ledger/postgres.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { Cluster } from '../postgres.ts';

export type StoreName = 'SQLite' | 'PostgreSQL';

/** Where the ledger of a storm lives. */
export interface House {
  /** A file, or the address of a database. */
  readonly address: string;
  open(): Promise<Store>;
  /** Stops a database at once, and starts it after so many milliseconds. A file has no server to stop. */
  restart(after: number): Promise<void>;
  remove(): Promise<void>;
}

/** A house of its own; `folder` holds a file and is removed by its owner. */
export async function openHouse(store: StoreName, folder: string): Promise<House> {
  return store === 'SQLite' ? fileIn(folder) : await database();
}

function fileIn(folder: string): House {
  const address = join(folder, 'ledger.sqlite');
  return {
    address,
    open: async () => openSqlite(address),
    restart: () => Promise.reject(new Error('a file has no server to stop')),
    remove: async () => {},
  };
}

async function database(): Promise<House> {
  const cluster = await Cluster.start();
  return {
    address: cluster.url,
    open: () => openPostgres(new Pool({ connectionString: cluster.url })),
    restart: async (after) => {
      await cluster.stop();
      await new Promise((resolve) => setTimeout(resolve, after));
      await cluster.run();
    },
    remove: () => cluster.remove(),
  };
}
