// A process of a storm: everything that the two sides and the person do, at one ledger, until it is killed.
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLedger, type Store } from '../../../src/ledger/index.ts';
import { openSqlite } from '../../../src/ledger/sqlite.ts';
import { Clerk, isRetryable, type Progress } from './clerk.ts';
import type { Told } from './evidence.ts';
import { type Kind, kinds, type Patience, type Payment } from './payments.ts';
import { type Careless, tellerOf } from './teller.ts';

/** What a worker is started with, as JSON in its environment. */
export interface WorkerSetup {
  /** A file, or the address of a database. */
  readonly ledger: string;
  /** The port of the bank, and its file, where the person looks. */
  readonly port: number;
  readonly file: string;
  readonly patience: Patience;
  readonly careless: Careless | null;
}

export type Job =
  | { readonly job: 'pay'; readonly kind: Kind; readonly payment: Payment; readonly isFirst: boolean }
  | { readonly job: 'commit'; readonly kind: Kind; readonly token: string }
  | { readonly job: 'recover' | 'decide' | 'sweep'; readonly kind: Kind };

/** What a worker says. */
export type Word =
  | { readonly says: 'ready' }
  | { readonly says: 'told'; readonly told: Told }
  | { readonly says: 'another'; readonly kind: Kind; readonly token: string }
  | { readonly says: 'ended'; readonly order: number; readonly progress: Progress };

const setup = JSON.parse(process.env['STORM_WORKER'] ?? '{}') as WorkerSetup;

const ledger = createLedger({ store: await opened(setup.ledger) });
const clerks = new Map<Kind, Clerk>(
  kinds.map((kind) => {
    const bank = tellerOf({ ...setup, kind });
    return [kind, new Clerk({ ...setup, ledger, kind, bank, tell: (told) => say({ says: 'told', told }) })];
  }),
);

/** The store; a database that is away is waited for. */
async function opened(address: string): Promise<Store> {
  if (!address.startsWith('postgres:')) return openSqlite(address);
  const [{ Pool }, { openPostgres }] = await Promise.all([
    import('pg'),
    import('../../../src/ledger/postgres.ts'),
  ]);
  for (;;) {
    try {
      return await openPostgres(new Pool({ connectionString: address, max: 8 }));
    } catch (error) {
      if (!isRetryable(error)) throw error;
      await sleep(50);
    }
  }
}

async function work(job: Job): Promise<Progress> {
  const clerk = clerks.get(job.kind) as Clerk;
  switch (job.job) {
    case 'pay':
      return clerk.pay(job.payment, job.isFirst, (token) => say({ says: 'another', kind: job.kind, token }));
    case 'commit':
      return clerk.commit(job.token);
    case 'recover':
      return clerk.recover();
    case 'decide':
      return clerk.decide(setup.file);
    case 'sweep':
      return { state: 'later', why: JSON.stringify(await ledger.sweep()) };
    default:
      return job satisfies never;
  }
}

function failure(error: unknown): Progress {
  if (isRetryable(error)) return { state: 'later', why: error.code };
  return { state: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function say(word: Word): void {
  if (process.connected) process.send?.(word);
}

process.on('message', ({ order, job }: { readonly order: number; readonly job: Job }) => {
  work(job)
    .catch(failure)
    .then((progress) => say({ says: 'ended', order, progress }));
});
process.on('disconnect', () => process.exit(0));
flushCompileCache(); // what is killed writes none at its end
say({ says: 'ready' });
