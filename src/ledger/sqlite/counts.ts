import type { Writing } from '../sql/rows.ts';
import { isClosed, isLive } from '../state.ts';
import type { Wanted } from '../store.ts';
import { type Counted, countOf, type Sql } from './read.ts';

/** More principals are not worth remembering. */
const mostPrincipals = 1_000;

/**
 * What was counted in the file, carried on over what this process has written since: a principal with thousands of open
 * handoffs is not counted anew for each further one. It holds as long as nobody else writes.
 */
export class Counts {
  readonly #sql: Sql;
  readonly #known: Readonly<Record<Counted, Map<string, number>>> = { open: new Map(), live: new Map() };

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** What a step sees of them; 0 where it asks for nobody's. */
  of({ openBy, liveBy }: Wanted): Readonly<Record<Counted, number>> {
    return { open: this.#count('open', openBy), live: this.#count('live', liveBy) };
  }

  wrote({ before, changes }: Writing): void {
    for (const [id, row] of changes.handoffs) {
      const was = before.handoffs.get(id);
      this.#add('open', row.principal, Number(!isClosed(row)) - Number(was !== undefined && !isClosed(was)));
    }
    for (const [token, row] of changes.statements) {
      const was = before.statements.get(token);
      this.#add('live', row.principal, Number(isLive(row)) - Number(was !== undefined && isLive(was)));
    }
  }

  clear(): void {
    this.#known.open.clear();
    this.#known.live.clear();
  }

  #count(what: Counted, principal: string | undefined): number {
    if (principal === undefined) return 0;
    const known = this.#known[what].get(principal) ?? countOf(this.#sql, what, principal);
    if (this.#known[what].size > mostPrincipals) this.#known[what].clear();
    this.#known[what].set(principal, known);
    return known;
  }

  #add(what: Counted, principal: string, more: number): void {
    const known = this.#known[what].get(principal);
    if (known !== undefined) this.#known[what].set(principal, known + more);
  }
}
