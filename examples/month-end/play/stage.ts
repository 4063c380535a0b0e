import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyMessage } from 'hearback';
import { type ActTool, commandExecutor, createActTool, type Executor, type Values } from 'hearback/act';
import { createLedger, type Handle, type Ledger, type Store } from 'hearback/ledger';
import { openSqlite } from 'hearback/sqlite';
import { Book } from '../bank/book.ts';
import type { Folder } from '../read/folder.ts';
import { milliseconds } from '../read/time.ts';
import { Clock } from './clock.ts';
import { plantedFault } from './faults.ts';

/** Everything that a month-end is played with. */
export interface Stage {
  readonly folder: Folder;
  readonly clock: Clock;
  readonly store: Store;
  readonly ledger: Ledger;
  /** Each agent's own hands on the ledger: nobody speaks for anybody else. */
  readonly hands: Readonly<Record<Agent, Handle>>;
  /** The payer's: it prepares and commits. */
  readonly tool: ActTool;
  /** The scheduler's: it sees statements and confirms them, and has nothing to act with. */
  readonly desk: ActTool;
  /** The bank's own file. The play reads payees from it; only the bank writes to it. */
  readonly book: Book;
  /** The principal answers on the console, in person, or not at all. */
  readonly isAway: boolean;
  /** What the payment tool knows by itself of a handoff. */
  readonly records: (handoff: AnyMessage) => Values;
}

export type Agent = 'extractor' | 'reconciler' | 'scheduler' | 'auditor' | 'payer' | 'human';

/** Sets the stage over a working folder: a ledger and a bank, new or as an earlier play left them. */
export function setStage(
  folder: Folder,
  work: string,
  { isAway = false }: { readonly isAway?: boolean } = {},
): Stage {
  const clock = new Clock(
    join(work, 'clock'),
    milliseconds(folder.script[0]?.at ?? `${folder.policy.paid}T0000Z`),
  );
  const store = openSqlite(join(work, 'ledger.db'));
  const ledger = createLedger({ store, clock: () => clock.now() });
  const book = new Book(join(work, 'bank.db'));
  for (const { sup, account } of folder.suppliers) if (account !== null) book.open(sup, account);
  const agent = (name: Agent): Handle => ledger.as({ principal: `${name}-service`, agents: [name] });
  const hands = {
    extractor: agent('extractor'),
    reconciler: agent('reconciler'),
    scheduler: agent('scheduler'),
    auditor: agent('auditor'),
    payer: agent('payer'),
    human: ledger.as({ principal: folder.policy.principal, agents: ['human'], person: true }),
  };
  const bank = bankFor(folder, work);
  const records = (handoff: AnyMessage): Values => fromRecords({ folder, book }, handoff);
  return {
    ...{ folder, clock, store, ledger, isAway, records },
    hands,
    tool: createActTool({
      ledger: hands.payer,
      executors: { PAY: bank, CHGBANK: bank, SEND: bank, UNDO: bank },
      resolve: records,
      ask: 'human',
    }),
    desk: createActTool({ ledger: hands.scheduler }),
    book,
  };
}

/** What the payment tool knows by itself: the account and the address on file. */
function fromRecords({ folder, book }: Pick<Stage, 'folder' | 'book'>, handoff: AnyMessage): Values {
  const ask = String(handoff.slots['ask']);
  const sup = String(handoff.slots['sup']);
  const account = book.account(sup);
  const address = folder.suppliers.find((supplier) => supplier.sup === sup)?.email;
  const known = { PAY: { acct: account }, CHGBANK: { prev: account }, SEND: { addr: address } }[ask] ?? {};
  const fault = plantedFault({ folder }, 'resolve', { ask, item: handoff.item ?? '' });
  return Object.fromEntries(
    Object.entries({ ...known, ...fault }).filter(([, value]) => value != null),
  ) as Values;
}

/** The bank: a process of its own, started for each call. */
function bankFor(folder: Folder, work: string): Executor {
  return commandExecutor({
    name: 'the bank',
    command: process.execPath,
    args: [
      fileURLToPath(new URL('../bank/bank.ts', import.meta.url)),
      join(work, 'bank.db'),
      join(work, 'clock'),
      join(folder.path, 'faults.json'),
    ],
    can: {
      idempotency: { kind: 'key', retention: 7 * 24 * 60 * 60, mismatch: 'error' },
      lookup: { kind: 'by-key' },
      deadline: true,
      reversal: true,
      horizon: 'never',
    },
    timeout: 20_000,
  });
}
