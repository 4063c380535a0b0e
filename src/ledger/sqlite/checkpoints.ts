import type { Entry } from '../entry.ts';
import type { Head } from '../proof/heads.ts';
import type { Sql } from './read.ts';

/** After so many entries the file is told how far its chains are known to be whole. */
const often = 10_000;
/** Fewer are sooner read once more at the next opening than kept. */
export const worthKeeping = 1_000;

/** How far the chains of a file are known to be whole: an opening reads them from there (act.md 7). */
export class Checkpoints {
  readonly #keep: (heads: readonly Head[]) => void;
  readonly #heads: Map<string, Head> = new Map();
  #entries = 0;

  /** `keep` writes them down, in a transaction of its own. */
  constructor(keep: (heads: readonly Head[]) => void) {
    this.#keep = keep;
  }

  /** Entries that this process wrote in one conversation, and the disk has. */
  wrote(entries: readonly Entry[]): void {
    const last = entries.at(-1);
    if (last === undefined) return;
    const { conversation, sequence, hash } = last;
    this.#heads.set(conversation, { conversation, sequence, hash });
    this.#entries += entries.length;
    if (this.#entries >= often) this.#write();
  }

  /** The process ends. */
  end(): void {
    if (this.#entries >= worthKeeping) this.#write();
  }

  #write(): void {
    try {
      this.#keep([...this.#heads.values()]);
    } catch {
      // the next opening reads more
    }
    this.#heads.clear();
    this.#entries = 0;
  }
}

/** Writes down that chains are whole up to these entries. */
export function keepHeads(sql: Sql, heads: readonly Head[]): void {
  const keep = sql(`INSERT INTO checkpoints (conversation, sequence, hash) VALUES (?, ?, ?)
    ON CONFLICT (conversation) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
    WHERE checkpoints.sequence < excluded.sequence`);
  for (const { conversation, sequence, hash } of heads) keep.run(conversation, sequence, hash);
}
