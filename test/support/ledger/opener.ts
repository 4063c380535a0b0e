// A process of its own that opens a file and dies right before or right after the n-th thing that it has the database do.
import { DatabaseSync } from 'node:sqlite';
import { openSqlite } from '../../../src/ledger/sqlite.ts';

const [path = '', at = '0', when = 'before'] = process.argv.slice(2);
let done = 0;

class MortalDatabase extends DatabaseSync {
  override exec(sql: string): void {
    done += 1;
    if (done === Number(at) && when === 'before') process.kill(process.pid, 'SIGKILL');
    super.exec(sql);
    if (done === Number(at) && when === 'after') process.kill(process.pid, 'SIGKILL');
  }
}

await openSqlite(new MortalDatabase(path)).close();
process.stdout.write(`${done}\n`);
