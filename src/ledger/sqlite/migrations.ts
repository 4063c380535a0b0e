import { version1 } from './version-1.ts';
import { version2 } from './version-2.ts';

/**
 * Each version's statements over the one before, forward only. `entries` are the ledger (in version 1 with `kept`), `cursors` what
 * readers have acknowledged, `meta` and `checkpoints` what is known of the file; the other tables follow from the entries and can be
 * rebuilt. A refused line has text and no message, so that it is addressed to nobody.
 */
export const migrations: readonly string[] = [version1, version2];
