import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { LedgerError } from '../error.ts';

/** File systems on which SQLite's locks cannot be trusted, by the magic number that statfs gives on Linux. */
const network: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
]);

/** The name of the network on which a folder lies; undefined for a disk of this machine. */
export function networkOf(folder: string): string | undefined {
  return network.get(Number(statfsSync(folder).type) >>> 0);
}

/** Throws LedgerError for a file on a network: two machines would each think that they hold its lock. */
export function refuseNetworkFile(path: string): void {
  if (path === ':memory:' || path === '') return;
  const folder = dirname(resolve(path));
  if (!existsSync(folder)) throw new LedgerError('ledger/cannot-open', `there is no folder ${folder}`);
  const name = networkOf(folder);
  if (name === undefined) return;
  throw new LedgerError(
    'ledger/network-file',
    `${path} is on ${name}: put the ledger on a disk of this machine`,
  );
}
