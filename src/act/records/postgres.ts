import { UsageError } from '../../diagnostic/usage-error.ts';
import type { Secret } from '../executors/secret.ts';
import type { RunQuery } from './sql.ts';

/** What of `pg` a source needs. */
export interface PostgresQueries {
  connect(): Promise<{
    query(query: {
      readonly text: string;
      readonly values?: unknown[];
      readonly rowMode?: 'array';
    }): Promise<{
      readonly fields: readonly { readonly name: string }[];
      readonly rows: unknown[];
    }>;
    release(destroy?: boolean): void;
  }>;
}

/** Queries a PostgreSQL database through a pool of `pg`, in a transaction that can only read. */
export function queryPostgres(pool: PostgresQueries): RunQuery {
  return async (text, parameters) => {
    const client = await pool.connect();
    let broken = true;
    try {
      await client.query({ text: 'BEGIN TRANSACTION READ ONLY' });
      const { fields, rows } = await client.query({ text, values: [...parameters], rowMode: 'array' });
      await client.query({ text: 'COMMIT' });
      broken = false;
      return { names: fields.map(({ name }) => name), rows: (rows as unknown[][]).slice(0, 2) }; // rowMode
    } finally {
      client.release(broken);
    }
  };
}

/** Queries the PostgreSQL database at a secret address, over a connection of its own each time. */
export function queryPostgresAt(address: Secret): RunQuery {
  return async (query, parameters) => {
    const { Pool } = (await loadPg()).default;
    const pool = new Pool({
      connectionString: address.value(),
      max: 1,
      connectionTimeoutMillis: 10_000,
      query_timeout: 30_000,
    });
    pool.on('error', () => undefined); // told by the query
    try {
      return await queryPostgres(pool as unknown as PostgresQueries)(query, parameters);
    } finally {
      await pool.end();
    }
  };
}

async function loadPg(): Promise<typeof import('pg')> {
  try {
    return await import('pg');
  } catch {
    throw new UsageError('usage/postgres', 'a source in PostgreSQL needs the package pg: npm install pg');
  }
}
