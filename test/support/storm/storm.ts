import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeOf } from '../../../src/ledger/clock.ts';
import { createLedger, type Store } from '../../../src/ledger/index.ts';
import { type Evidence, effectsIn, readLedger } from './evidence.ts';
import { openBank } from './hand.ts';
import { openHouse, type StoreName } from './house.ts';
import { judge, type Verdict } from './judge.ts';
import { kinds, type Patience } from './payments.ts';
import { type Figures, Shift } from './shift.ts';
import type { Careless } from './teller.ts';

export interface StormOptions {
  readonly store: StoreName;
  readonly seed: number;
  readonly kills: number;
  /** Immediate stops of the database. */
  readonly restarts: number;
  readonly statements: number;
  readonly workers: number;
  readonly patience: Patience;
  /** The share of handoffs whose exp passes during the storm. */
  readonly expiring: number;
  /** A fault of the executor, for the controls. */
  readonly careless?: Careless;
  readonly onProgress?: (now: Figures) => void;
}

export interface Aftermath {
  readonly verdict: Verdict;
  readonly evidence: Evidence;
  readonly figures: Figures;
  /** Faults of the processes themselves: errors that nobody may see, and deaths that were no kill. */
  readonly failures: readonly string[];
}

/** Kills processes at work until the number is reached, lets everybody recover, and judges by the bank's own file. */
export async function storm(options: StormOptions): Promise<Aftermath> {
  const { seed, patience, careless = null } = options;
  const folder = mkdtempSync(join(tmpdir(), 'hearback-storm-'));
  const file = join(folder, 'bank.jsonl');
  const house = await openHouse(options.store, folder);
  const bank = await openBank({ file, seed, timeout: patience.timeout });
  const setup = { ledger: house.address, port: bank.port, file, patience, careless };
  const shift = new Shift({ ...options, setup, restart: house.restart });
  try {
    await withStore(house, reserveIds);
    await shift.run();
    await bank.close();
    const effects = effectsIn(file);
    return await withStore(house, async (store) => {
      const evidence = { ...shift.evidence, effects, ...(await readLedger(store)) };
      const verdict = judge(evidence, timeOf(await store.now()));
      return { verdict, evidence, figures: shift.figures, failures: shift.failures };
    });
  } finally {
    await shift.end();
    await bank.close();
    await house.remove();
    rmSync(folder, { recursive: true });
  }
}

async function withStore<T>(
  { open }: { open(): Promise<Store> },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Handoffs have the numbers that the storm gives them; what the ledger numbers by itself begins above all of them. */
async function reserveIds(store: Store): Promise<void> {
  const ledger = createLedger({ store });
  for (const conversation of kinds) {
    const scheduler = ledger.as({ principal: 'ap-office', agents: ['scheduler'], conversation });
    const line = 'RW1 ST scheduler-1000000 from=scheduler to=payer item=x:storm // a storm begins';
    const sent = await scheduler.send(line);
    if (sent.outcome !== 'accepted') throw new Error(`no storm begins: ${JSON.stringify(sent)}`);
  }
}
