import { join } from 'node:path';
import { type Ended, hearback } from '../run.ts';
import { openFolder } from './workshop.ts';

/** A ledger with the people of the scenarios, as the command line sees them. */
export interface CliOffice {
  readonly folder: string;
  readonly ledger: string;
  /** The file with a principal's key. */
  key(principal: string): string;
  /** Runs a verb at the ledger, in nobody's name. */
  run(...args: readonly string[]): Promise<Ended>;
  /** Runs a verb in a principal's name. */
  as(principal: string, ...args: readonly string[]): Promise<Ended>;
  /** The same, with the ledger's clock at a moment in milliseconds. */
  asAt(now: number, principal: string, ...args: readonly string[]): Promise<Ended>;
}

/** A new office: ap-office sends as scheduler, treasury pays as payer, m.okafor is a person. */
export async function cliOffice(ledger?: string): Promise<CliOffice> {
  const folder = openFolder();
  const where = ledger ?? join(folder, 'office.ledger');
  const key = (principal: string): string => join(folder, `${principal}.key`);
  const run = (...args: readonly string[]): Promise<Ended> => hearback([...args, '--ledger', where]);
  const done = async (...args: readonly string[]): Promise<void> => {
    const { exit, err } = await run(...args);
    if (exit !== 0) throw new Error(err);
  };
  await done('ledger', 'init');
  for (const [name, ...more] of principals) {
    await done('principal', 'add', name as string, ...more, '--key-file', key(name as string));
  }
  const named = (principal: string): readonly string[] => ['--ledger', where, '--key-file', key(principal)];
  return {
    folder,
    ledger: where,
    key,
    run,
    as: (principal, ...args) => hearback([...args, ...named(principal)]),
    asAt: (ledgerClock, principal, ...args) => hearback([...args, ...named(principal)], { ledgerClock }),
  };
}

const principals: readonly (readonly string[])[] = [
  ['ap-office', '--agents', 'scheduler,auditor'],
  ['treasury', '--agents', 'payer'],
  ['m.okafor', '--agents', 'human', '--person'],
];
