import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres } from '../../../src/ledger/postgres.ts';
import { expectVersion1, version1 } from '../../support/ledger/version-1.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { type Between, poolBetween } from '../../support/postgres-pool.ts';
import { available } from '../../support/skip.ts';

describe.skipIf(!available('PostgreSQL', findPostgres))('a ledger of version 1 in PostgreSQL', () => {
  let cluster: Cluster;
  let schemas = 0;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(() => cluster?.remove());

  async function raw(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** A schema of its own, as version 1 left it. */
  async function made(): Promise<string> {
    schemas += 1;
    const schema = `old_${schemas}`;
    await raw(version1('postgres').replaceAll(/(SCHEMA|search_path TO) hearback/g, `$1 ${schema}`));
    return schema;
  }

  async function version(schema: string): Promise<unknown> {
    return (await raw(`SELECT max(version) AS version FROM ${schema}.migrations`))[0]?.['version'];
  }

  async function shape(schema: string): Promise<unknown> {
    const columns = `SELECT table_name, column_name, data_type, collation_name, is_nullable FROM information_schema.columns
      WHERE table_schema = '${schema}' ORDER BY 1, 2`;
    const indexes = `SELECT indexname, replace(indexdef, '${schema}', 's') FROM pg_indexes WHERE schemaname = '${schema}' ORDER BY 1`;
    return [await raw(columns), await raw(indexes)];
  }

  async function expectWhole(schema: string): Promise<void> {
    const store = await openPostgres(new Pool({ connectionString: cluster.url }), { schema });
    await expectVersion1(store);
    await store.close();
    expect(await version(schema)).toBe(2);
  }

  test('is brought to version 2 when it is opened, and everything in it stands', async () => {
    const schema = await made();
    expect(await version(schema)).toBe(1);
    await expectWhole(schema);
  });

  test('has the tables that a new ledger has', async () => {
    const schema = await made();
    for (const name of [schema, 'anew']) {
      const store = await openPostgres(new Pool({ connectionString: cluster.url }), { schema: name });
      await store.close();
    }
    expect(await shape(schema)).toEqual(await shape('anew'));
  });

  test('is brought on once by eight at the same moment', async () => {
    const schema = await made();
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openPostgres(new Pool({ connectionString: cluster.url }), { schema })),
    );
    for (const store of stores) await store.close();
    await expectWhole(schema);
  });

  test('is one of version 1 or one of version 2 wherever the connection that brings it on is lost', async () => {
    const versions: unknown[] = [];
    for (let at = 1; ; at += 2) {
      const schema = await made();
      const before = await shape(schema);
      let queries = 0;
      const between: Between = async (_, next, client) => {
        queries += 1;
        if (queries !== at) return next();
        await next('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
        client.release(true);
        client.release = () => {};
        throw new Error('Connection terminated unexpectedly');
      };
      const pool = poolBetween(cluster.url, between);
      await openPostgres(pool, { schema }).then(
        (store) => store.close(),
        () => pool.end(),
      );
      if (queries < at) break; // it had nothing left to lose
      versions.push(await version(schema));
      if (versions.at(-1) === 1) expect(await shape(schema)).toEqual(before);
      const sample = at % 8 === 1 || versions.at(-1) !== versions.at(-2);
      if (sample) await expectWhole(schema);
    }
    expect(versions.length).toBeGreaterThan(8);
    expect(new Set(versions)).toEqual(new Set([1, 2]));
  });

  test('is not touched by a version that does not know it', async () => {
    const schema = await made();
    await raw(`INSERT INTO ${schema}.migrations (version, program) VALUES (99, 'hearback 99')`);
    const before = await shape(schema);
    const pool = new Pool({ connectionString: cluster.url });
    await expect(openPostgres(pool, { schema })).rejects.toMatchObject({ code: 'ledger/newer-schema' });
    await pool.end();
    expect(await shape(schema)).toEqual(before);
  });
});
