import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest';
import { CliOffice } from './cli-office.ts';
import { Cluster, findPostgres } from './postgres.ts';
import { available } from './skip.ts';

/** Declares tests over an office on each store that the command line opens; each test gets one of its own. */
export function atEachStore(tests: (office: () => CliOffice) => void): void {
  describe('in a SQLite file', () => withOffices(tests, () => CliOffice.open()));
  if (!available('PostgreSQL', findPostgres)) {
    test.skip('in a PostgreSQL database', () => {});
    return;
  }
  describe('in a PostgreSQL database', () => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await Cluster.start();
    });
    afterAll(() => cluster?.remove());
    withOffices(tests, async () => {
      const admin = new Pool({ connectionString: cluster.url });
      await admin.query('DROP SCHEMA IF EXISTS hearback CASCADE');
      await admin.end();
      return CliOffice.open(cluster.url);
    });
  });
}

function withOffices(tests: (office: () => CliOffice) => void, open: () => Promise<CliOffice>): void {
  let office: CliOffice;
  beforeEach(async () => {
    office = await open();
  });
  afterEach(() => office?.remove());
  tests(() => office);
}
