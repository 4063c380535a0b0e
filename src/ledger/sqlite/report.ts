import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Promised, StoreReport } from '../report.ts';
import type { Opening } from './check.ts';
import { networkOf } from './file.ts';
import { fileOf, pragmaOf, rowsOf, type Sql, sizeOf } from './read.ts';
import { schemaVersion } from './schema.ts';

const levels = ['OFF', 'NORMAL', 'FULL', 'EXTRA'] as const;

/** What a ledger in a SQLite file promises, with the settings of this connection. */
export function reportOf(sql: Sql, { fault, checked }: Opening, promises: readonly Promised[]): StoreReport {
  const pragma = (name: string): string => pragmaOf(sql, name);
  const file = fileOf(sql);
  const settings = {
    file: file ?? ':memory:',
    file_system: fileSystemOf(file),
    journal_mode: pragma('journal_mode'),
    synchronous: levels[Number(pragma('synchronous'))] ?? 'OFF',
    foreign_keys: pragma('foreign_keys'),
    trusted_schema: pragma('trusted_schema'),
    busy_timeout: `${pragma('busy_timeout')} ms`,
  };
  const [version] = rowsOf<{ version: string }>(sql, 'SELECT sqlite_version() AS version');
  return {
    kind: 'sqlite',
    version: `SQLite ${version?.version}`,
    schema: schemaVersion,
    settings,
    promises: [
      ...promisesOf(settings),
      {
        promise: 'the file is what was written',
        holds: fault === null,
        because: fault ?? `when it was opened, this was looked at: ${checked.join('; ')}`,
      },
      ...promises,
    ],
    size: sizeOf(sql),
  };
}

interface Settings {
  readonly file: string;
  readonly file_system: string;
  readonly journal_mode: string;
  readonly synchronous: string;
}

function promisesOf({ file, file_system, journal_mode, synchronous }: Settings): readonly Promised[] {
  const onDisk = file !== ':memory:';
  const journal = journal_mode !== 'off' && journal_mode !== 'memory';
  const synced = synchronous === 'FULL' || synchronous === 'EXTRA';
  return [
    {
      promise: 'what was acknowledged outlives a crash of the process',
      holds: onDisk && journal,
      because: onDisk ? `journal_mode is ${journal_mode}` : 'the ledger is in memory',
    },
    {
      promise: 'what was acknowledged outlives a loss of power',
      holds: onDisk && journal && synced,
      because: onDisk
        ? `synchronous is ${synchronous}, on a disk that keeps what it says it has written`
        : 'the ledger is in memory',
    },
    {
      promise: 'several processes of this machine share the file',
      holds: onDisk && journal_mode === 'wal' && !file_system.startsWith('network'),
      because: onDisk ? `the file system is ${file_system}` : 'the ledger is in memory',
    },
  ];
}

/** Magic numbers that statfs gives on Linux for the usual disks. */
const local: ReadonlyMap<number, string> = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x2fc12fc1, 'zfs'],
  [0x794c7630, 'overlay'],
  [0x01021994, 'tmpfs'],
]);

function fileSystemOf(file: string | null): string {
  if (file === null) return 'none';
  const folder = dirname(file);
  if (!existsSync(folder)) return 'unknown';
  const name = networkOf(folder);
  if (name !== undefined) return `network (${name})`;
  const type = Number(statfsSync(folder).type) >>> 0;
  return local.get(type) ?? `0x${type.toString(16)}`;
}
