import { createLedger } from '../../src/ledger/index.ts';
import { openSqlite } from '../../src/ledger/sqlite.ts';
import { startServer } from '../../src/server/start.ts';

// A console in a process of its own, to be killed: its ledger's file, its port (0 for any) and its clock are given.
const [, , path = '', port = '0', now = '0'] = process.argv;
const store = openSqlite(path);
const clock = (): number => Number(now);
const server = await startServer({
  ledger: createLedger({ store, clock }),
  store,
  clock,
  place: { hosts: ['127.0.0.1'], port: Number(port) },
});
process.stdout.write(`${server.port}\n`);
