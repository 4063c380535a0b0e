import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync } from 'node:fs';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';

/** A file under a name of its own until it is whole: under the name that was asked for there is all of it, or nothing. */
export interface Draft {
  readonly path: string;
  /** Gives it its name. Throws UsageError where another one has it by now. */
  keep(): void;
  /** Takes away what is left under the name of its own. */
  remove(): void;
}

/** A draft of a ledger file; what SQLite and the ledger put beside it goes too. */
export function draftOf(path: string): Draft {
  const draft = `${path}-partial-${randomUUID()}`;
  return {
    path: draft,
    keep: () => name(draft, path),
    remove: () => {
      for (const end of ['', '-wal', '-shm', '-reserve']) rmSync(draft + end, { force: true });
    },
  };
}

function name(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UsageError('usage/ledger', `${shown(path)} was made by somebody else meanwhile`);
    renameSync(draft, path); // a file system without links
  }
}
