// A process of its own at one ledger: does what it is told, one job after the other, and dies where it is told to.
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { type Answer, type Attempt, createActTool, type Executor } from '../../../src/act/index.ts';
import { createLedger, type Handle } from '../../../src/ledger/index.ts';
import { openPostgres } from '../../../src/ledger/postgres.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { type BankOptions, bankAt } from './bank.ts';

/** What a worker is started with, as JSON in its environment. */
export interface WorkerSetup {
  /** A file, or the address of a database. */
  readonly path: string;
  /** Milliseconds; the store's own clock unless given. */
  readonly clock?: number;
  /** The bank process; else a bank in this process that appends to the file. */
  readonly bank?: BankOptions;
  readonly file?: string;
  /** Dies right before or right after the n-th COMMIT of the file. */
  readonly dies?: { readonly commit: number; readonly when: 'before' | 'after' };
}

export type Job =
  | { readonly job: 'send'; readonly line: string; readonly record?: Readonly<Record<string, string>> }
  | { readonly job: 'append'; readonly from: number; readonly count: number; readonly agent: string }
  | { readonly job: 'prepare'; readonly handoff: string }
  | { readonly job: 'confirm' | 'commit'; readonly token: string };

const setup = JSON.parse(process.env['WORKER'] ?? '{}') as WorkerSetup;

/** A database that kills its process at one COMMIT: everything is written by then, and nothing or all of it holds. */
class MortalDatabase extends DatabaseSync {
  #commits = 0;

  override exec(sql: string): void {
    if (sql !== 'COMMIT') return super.exec(sql);
    this.#commits += 1;
    const dies = setup.dies?.commit === this.#commits ? setup.dies.when : null;
    if (dies === 'before') process.kill(process.pid, 'SIGKILL');
    super.exec(sql);
    if (dies === 'after') process.kill(process.pid, 'SIGKILL');
  }
}

const store = setup.path.startsWith('postgres:')
  ? await openPostgres(new Pool({ connectionString: setup.path }))
  : openSqlite(new MortalDatabase(setup.path));
const { clock } = setup;
const ledger = createLedger({ store, ...(clock === undefined ? {} : { clock: () => clock }) });
const scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler', 'auditor'] });
const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
const sending = createActTool({ ledger: scheduler });
const bank = setup.bank === undefined ? appendingBank(setup.file ?? '') : bankAt(setup.bank);
const paying = createActTool({ ledger: payer, executors: { PAY: bank } });

/** Pays by appending to the file with fsync, without a key: whatever runs twice is there twice. */
function appendingBank(file: string): Executor {
  return {
    name: 'bank',
    timeout: 10_000,
    can: {},
    run: async ({ key, call: { item, values } }: Attempt): Promise<Answer> => {
      const descriptor = openSync(file, 'a');
      writeSync(descriptor, `${JSON.stringify({ key, item, values })}\n`);
      fsyncSync(descriptor);
      closeSync(descriptor);
      return { outcome: 'executed', values };
    },
  };
}

async function work(job: Job): Promise<unknown> {
  switch (job.job) {
    case 'send':
      return speaker(job.line).send(job.line, job.record === undefined ? {} : { record: job.record });
    case 'append':
      return appendAll(job);
    case 'prepare':
      return paying.prepare({ handoff: job.handoff });
    case 'confirm':
      return sending.confirm({ token: job.token });
    case 'commit':
      return paying.commit({ token: job.token });
    default:
      return job satisfies never;
  }
}

function speaker(line: string): Handle {
  return line.includes(' from=payer ') ? payer : scheduler;
}

/** Lines of an agent of this worker's own; each failure is thrown. */
async function appendAll({ agent, from, count }: Extract<Job, { job: 'append' }>): Promise<number> {
  const handle = ledger.as({ principal: agent, agents: [agent] });
  for (let number = from; number < from + count; number++) {
    const sent = await handle.send(`RW1 ST ${agent}-${number} from=${agent} to=scheduler item=x:${number}`);
    if (sent.outcome !== 'accepted') throw new Error(sent.outcome);
  }
  return count;
}

process.on('message', (job: Job) => {
  work(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.({ result: 'ready' });
