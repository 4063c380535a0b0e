import { Pool, type PoolClient } from 'pg';
import type { PreparedQuery } from '../../src/ledger/postgres/session.ts';
import type { PostgresClient, PostgresPool, PostgresResult } from '../../src/ledger/postgres.ts';

/** What a test does in place of a query: `next` sends it. */
export type Between = (
  text: string,
  next: (text?: string) => Promise<PostgresResult>,
  client: PostgresClient,
  query: string | PreparedQuery,
) => Promise<PostgresResult>;

/** A pool between whose store and database a test stands. */
export function poolBetween(url: string, between: Between): PostgresPool & { readonly real: Pool } {
  const real = new Pool({ connectionString: url });
  const known = new WeakMap<PoolClient, PostgresClient>();
  const wrap = (client: PoolClient): PostgresClient => {
    const wrapped: PostgresClient = {
      query: (query, values) => {
        const next = (other?: string) =>
          other === undefined ? client.query(query as string, values) : client.query(other); // or a prepared one
        return between(typeof query === 'string' ? query : query.text, next, wrapped, query);
      },
      release: (destroy) => client.release(destroy),
      on: (event, listener) => client.on(event, listener),
    };
    return wrapped;
  };
  return {
    real,
    connect: async () => {
      const client = await real.connect();
      const wrapped = known.get(client) ?? wrap(client);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => real.end(),
    on: (event, listener) => real.on(event, listener),
  };
}
