import type { Entry } from './entry.ts';
import { genesis, hashOf } from './seal.ts';
import type { Store } from './store.ts';

/** Whether the log is what was written; if not, the first entry that differs. */
export type Verified =
  | { readonly holds: true; readonly entries: number }
  | { readonly holds: false; readonly conversation: string; readonly sequence: number; readonly why: string };

const page = 500;

/**
 * Recomputes the hash chain of every conversation. It finds a changed, moved or missing entry; an end that was cut off
 * shows only against a head that was exported before (T21).
 */
export async function verify(store: Store): Promise<Verified> {
  let entries = 0;
  for (const conversation of await store.conversations()) {
    let previous = genesis(conversation);
    let sequence = 0;
    for (;;) {
      const stored = await store.entries(conversation, { after: sequence, limit: page });
      for (const { entry } of stored) {
        const why = fault(entry, { sequence: sequence + 1, previous });
        sequence += 1;
        if (why !== null) return { holds: false, conversation, sequence, why };
        previous = entry.hash;
      }
      entries += stored.length;
      if (stored.length < page) break;
    }
  }
  return { holds: true, entries };
}

function fault(entry: Entry, expected: { sequence: number; previous: string }): string | null {
  if (entry.sequence !== expected.sequence) return `entry ${expected.sequence} is missing`;
  if (entry.previous !== expected.previous) return 'it does not follow the entry before it';
  return hashOf(entry) === entry.hash ? null : 'its hash differs from what it holds';
}
