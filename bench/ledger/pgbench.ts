import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { findPostgres } from '../../test/support/postgres.ts';
import type { Contestant } from '../rounds.ts';

/** How long pgbench runs in each round, in seconds. */
const duration = 2;

/** A script for pgbench, and its table: one row of a text with a primary key, as a transaction of its own. */
export async function singleInsert(url: string, folder: string, text: string): Promise<string> {
  const pool = new Pool({ connectionString: url });
  await pool.query('CREATE TABLE single (id bigserial PRIMARY KEY, at timestamptz DEFAULT now(), text text)');
  await pool.end();
  const script = join(folder, 'insert.sql');
  const plain = text.replaceAll("'", "''").replaceAll(':', ' '); // a colon would be a variable of pgbench
  writeFileSync(script, `INSERT INTO single (text) VALUES ('${plain}');\n`);
  return script;
}

/** So many clients of pgbench that run a script as fast as they can, its statement prepared once; seconds a row. */
export function pgbench(url: string, script: string, clients: number): Contestant {
  const program = join(findPostgres() ?? '', 'pgbench');
  const load = ['-c', String(clients), '-j', String(Math.min(clients, 2)), '-T', String(duration)];
  return {
    name: `pgbench-${clients}`,
    pass: async () => {
      const { stdout } = await promisify(execFile)(program, [
        '-n',
        '-M',
        'prepared',
        ...load,
        '-f',
        script,
        url,
      ]);
      const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? [];
      return 1 / Number(rate);
    },
  };
}
