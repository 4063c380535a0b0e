import { Cache } from '../cache.ts';
import { queries, sliceOf, type Writing } from '../sql/rows.ts';
import type { Writes } from '../sql/writes.ts';
import type { Slice, Wanted } from '../store.ts';
import { Counts } from './counts.ts';
import { besideOf, knownOf, rowsOf, type Sql } from './read.ts';
import type { Turn } from './turns.ts';

/** The moment, and what says whether the file is as it was left: other connections' commits and this one's changes. */
interface State {
  readonly now: number;
  readonly version: number;
  readonly changes: number;
}

const state = `SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now, data_version AS version,
  total_changes() AS changes FROM pragma_data_version`;

/**
 * What steps see of the file, in a transaction that holds it. Rows that were read or written before are not read again,
 * as long as nobody else has written to the file since, in whatever conversation.
 */
export class Sight {
  readonly #sql: Sql;
  readonly #cache: Cache = new Cache();
  readonly #counts: Counts;
  #state: State = { now: 0, version: -1, changes: -1 };

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#counts = new Counts(sql);
  }

  /** At the start of a transaction. */
  readonly begun = (): void => {
    const { version, changes } = this.#state;
    this.#look();
    if (version !== this.#state.version || changes !== this.#state.changes) this.undone();
  };

  /** When everything is written. */
  readonly ended = (): void => this.#look();

  /** When something that was written is undone. */
  readonly undone = (): void => {
    this.#cache.clear();
    this.#counts.clear();
  };

  slice(conversation: string, wanted: Wanted): Slice {
    const beside = { now: this.#state.now, ...besideOf(this.#sql, wanted), ...this.#counts.of(wanted) };
    const known = this.#cache.find(conversation, wanted);
    if (known !== null) return sliceOf(conversation, wanted, { ...known, ...beside });
    const slice = sliceOf(conversation, wanted, { ...knownOf(this.#sql, conversation, wanted), ...beside });
    this.#cache.learn(conversation, wanted, slice);
    return slice;
  }

  changed(writing: Writing, writes: Writes): void {
    this.#cache.change(writing, writes);
    this.#counts.wrote(writing);
  }

  /** A turn that gives out the next number of an agent's ids. */
  numbering(conversation: string, agent: string): ReturnType<Turn<number>> {
    let number = 0;
    const write = (): void => {
      const [row] = rowsOf<{ last: number }>(this.#sql, queries.reserve, conversation, agent);
      number = Number(row?.last);
      this.#cache.reserved(conversation, { agent, number });
    };
    return { write, answer: () => number };
  }

  #look(): void {
    const [row] = rowsOf<State>(this.#sql, state);
    this.#state = { now: Number(row?.now), version: Number(row?.version), changes: Number(row?.changes) };
  }
}
