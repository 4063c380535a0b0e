import type { PostgresClient, PostgresPool } from '../../src/ledger/postgres.ts';

/** A pool that counts the queries it is given: each is one round trip. What is told to readers elsewhere is none of a step's. */
export function countingPool(real: PostgresPool): { readonly pool: PostgresPool; queries(): number } {
  let queries = 0;
  const known = new WeakMap<PostgresClient, PostgresClient>();
  const counted = (client: PostgresClient): PostgresClient => ({
    query: (...query) => {
      const [text] = query;
      if (!(typeof text === 'string' && text.includes('pg_notify'))) queries += 1;
      return client.query(...query);
    },
    release: (destroy) => client.release(destroy),
    on: (event, listener) => client.on(event, listener),
  });
  const pool: PostgresPool = {
    connect: async () => {
      const client = await real.connect();
      const wrapped = known.get(client) ?? counted(client);
      known.set(client, wrapped);
      return wrapped;
    },
    end: () => real.end(),
    on: (event, listener) => real.on(event, listener),
  };
  return { pool, queries: () => queries };
}
