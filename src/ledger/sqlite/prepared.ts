import type { Sql } from './read.ts';
import type { Database, PreparedSql } from './schema.ts';

/** What a connection has prepared: each text once. */
export class PreparedTexts {
  readonly #prepared: Map<string, PreparedSql> = new Map();
  readonly of: Sql;

  constructor(database: Database) {
    this.of = (sql) => {
      const known = this.#prepared.get(sql);
      if (known !== undefined) return known;
      const prepared = database.prepare(sql);
      this.#prepared.set(sql, prepared);
      return prepared;
    };
  }

  /** Lets go of them, before the database is closed. */
  clear(): void {
    this.#prepared.clear();
  }
}
