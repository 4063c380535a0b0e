// A process of its own at one ledger: does what it is told, one job after the other, and meets a signal where it is told to.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { type Answer, type Attempt, createActTool, type Executor } from '../../../src/act/index.ts';
import { createLedger, type Handle } from '../../../src/ledger/index.ts';
import { openPostgres } from '../../../src/ledger/postgres.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { type BankOptions, bankAt, paidIn } from './bank.ts';
import { payment } from './lines.ts';
import { confirmed } from './office.ts';
import { Fate, fatedFile, fatedPool, type Meeting } from './signals.ts';
import type { Address } from './stores.ts';

/** What a worker is started with, as JSON in its environment. */
export interface WorkerSetup extends Address {
  /** Milliseconds, or the file in which they stand; the store's own clock unless given. */
  readonly clock?: number | string;
  readonly conversation?: string;
  /** The bank process; else a bank in this process that appends to the file. */
  readonly bank?: BankOptions;
  readonly file?: string;
  /** The bank in this process pays once a key; `loses`: its reply is lost. */
  readonly keys?: boolean;
  readonly loses?: boolean;
  /** Milliseconds, as the act tool takes them. */
  readonly sendWithin?: number;
  readonly meets?: Meeting;
}

export type Job =
  | { readonly job: 'send'; readonly line: string; readonly record?: Readonly<Record<string, string>> }
  /** All at the same moment. */
  | { readonly job: 'send all'; readonly lines: readonly string[] }
  /** Payments handed over, prepared and confirmed; the result is their tokens. */
  | { readonly job: 'hand over'; readonly from: number; readonly count: number }
  | { readonly job: 'append'; readonly from: number; readonly count: number; readonly agent: string }
  | { readonly job: 'prepare'; readonly handoff: string }
  | { readonly job: 'confirm' | 'settle'; readonly token: string }
  /** Patiently: waits for another worker's result. */
  | { readonly job: 'commit'; readonly token: string; readonly patiently?: boolean }
  | { readonly job: 'inbox' | 'sweep' }
  | { readonly job: 'acknowledge'; readonly sequence: number };

const setup = JSON.parse(process.env['WORKER'] ?? '{}') as WorkerSetup;
const { path, schema, clock, sendWithin, conversation = 'main' } = setup;

const fate = new Fate(setup.meets ?? null);
const store = path.startsWith('postgres:')
  ? await openPostgres(fatedPool(path, fate), schema === undefined ? {} : { schema })
  : openSqlite(fatedFile(path, fate));
const ledger = createLedger({ store: fate.over(store), ...(clock === undefined ? {} : { clock: now }) });
const scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler', 'auditor'], conversation });
const payer = ledger.as({ principal: 'treasury', agents: ['payer'], conversation });
const human = ledger.as({ principal: 'm.okafor', agents: ['human'], conversation, person: true });
const sending = createActTool({ ledger: scheduler });
const bank = setup.bank === undefined ? appendingBank(setup) : bankAt(setup.bank);
const options = {
  ...{ ledger: payer, executors: { PAY: fate.executing(bank) } },
  ...(sendWithin === undefined ? {} : { sendWithin }),
};
const paying = createActTool({ ...options, wait: 0 });
const waiting = createActTool(options);

function now(): number {
  return typeof clock === 'string' ? Number(readFileSync(clock, 'utf8')) : (clock as number);
}

/** Pays by appending to the file with fsync; without a key whatever runs twice is there twice. */
function appendingBank({ file = '', keys = false, loses = false }: WorkerSetup): Executor {
  return {
    name: 'bank',
    timeout: 10_000,
    can: keys ? { idempotency: { kind: 'key', retention: 86_400, mismatch: 'error' } } : {},
    run: async ({ key, call: { item, values } }: Attempt): Promise<Answer> => {
      const known = keys ? paidIn(file).find((paid) => paid.key === key) : undefined;
      if (known === undefined) append(file, { key, item, values });
      return loses ? { outcome: 'unknown', reason: 'no reply' } : { outcome: 'executed', values };
    },
  };
}

function append(file: string, payment: Readonly<Record<string, unknown>>): void {
  const descriptor = openSync(file, 'a');
  writeSync(descriptor, `${JSON.stringify(payment)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

async function work(job: Job): Promise<unknown> {
  switch (job.job) {
    case 'send':
      return speaker(job.line).send(job.line, job.record === undefined ? {} : { record: job.record });
    case 'send all':
      return Promise.all(job.lines.map((line) => speaker(line).send(line)));
    case 'hand over':
      return handOver(job);
    case 'append':
      return appendAll(job);
    case 'prepare':
      return paying.prepare({ handoff: job.handoff });
    case 'confirm':
      return sending.confirm({ token: job.token });
    case 'commit':
      return (job.patiently === true ? waiting : paying).commit({ token: job.token });
    case 'settle':
      return paying.settle({ token: job.token });
    case 'inbox':
      return scheduler.inbox();
    case 'acknowledge':
      return scheduler.acknowledge(job.sequence, 'scheduler');
    case 'sweep':
      return ledger.sweep();
    default:
      return job satisfies never;
  }
}

function speaker(line: string): Handle {
  const from = / from=(\w+) /.exec(line)?.[1];
  return [payer, human].find(({ agents }) => agents.includes(from ?? '')) ?? scheduler;
}

async function handOver({ from, count }: Extract<Job, { job: 'hand over' }>): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let number = from; number < from + count; number++) {
    const { line, record } = payment(number * 1_000);
    tokens.push(await confirmed({ scheduler, paying, sending }, line, record));
  }
  return tokens;
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
process.on('disconnect', () => process.exit());
flushCompileCache(); // what is killed writes none at its end
process.send?.({ result: 'ready' });
