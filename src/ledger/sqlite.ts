import { DatabaseSync } from 'node:sqlite';
import type { Entry } from './entry.ts';
import { rowsAfter } from './fold.ts';
import { genesis, unsealed } from './seal.ts';
import { errorOf } from './sqlite-error.ts';
import { refuseNetworkFile } from './sqlite-file.ts';
import { type Database, type PreparedSql, prepareDatabase, type SqlValue } from './sqlite-schema.ts';
import { writeRows } from './sqlite-write.ts';
import type { Handoff, MessageRow, Statement } from './state.ts';
import { agentsIn, carry, holderOf } from './step.ts';
import type { Decision, Due, Holder, KeptRow, Page, Slice, Store, Stored, Wanted } from './store.ts';

export type { Database } from './sqlite-schema.ts';

/**
 * A ledger in one SQLite file, which several processes may open. Takes a path (`:memory:` too), or an open database of
 * the `node:sqlite` or better-sqlite3 shape. Throws LedgerError for a newer schema, another program's file, or a file
 * on a network.
 *
 * @example
 * const ledger = createLedger({ store: openSqlite(':memory:') });
 * await ledger.as({ principal: 'p1', agents: ['scheduler'] }).nextId(); // => 'scheduler-1'
 */
export function openSqlite(source: string | Database): Store {
  if (typeof source === 'string') refuseNetworkFile(source);
  const database = typeof source === 'string' ? (new DatabaseSync(source) as Database) : source;
  try {
    prepareDatabase(database);
  } catch (error) {
    throw errorOf(error);
  }
  return new SqliteStore(database);
}

/** Runs one statement's SQL with its values; statements are prepared once. */
export type Sql = (sql: string) => PreparedSql;

class SqliteStore implements Store {
  readonly #database: Database;
  readonly #prepared: Map<string, PreparedSql> = new Map();

  constructor(database: Database) {
    this.#database = database;
  }

  async now(): Promise<number> {
    return this.#now();
  }

  async step<T>(conversation: string, wanted: Wanted, decide: (slice: Slice) => Decision<T>): Promise<T> {
    return this.#transaction(() => {
      const slice = this.#slice(conversation, wanted);
      const { rows } = slice;
      const before = {
        handoffs: new Map(rows.handoffs),
        statements: new Map(rows.statements),
        messages: new Map(rows.messages),
      };
      const decision = decide(slice);
      const { entries, changes, after } = carry(conversation, slice, decision);
      writeRows(this.#sql, { conversation, entries, before, changes, kept: decision.kept ?? new Map() });
      return decision.answer(entries, after);
    });
  }

  async read(conversation: string, wanted: Wanted): Promise<Slice> {
    return this.#reading(() => this.#slice(conversation, wanted));
  }

  async entries(conversation: string, { after, limit }: Page): Promise<readonly Stored[]> {
    return this.#stored(
      'e.conversation = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?',
      conversation,
      after,
      limit,
    );
  }

  async addressed(
    conversation: string,
    agents: readonly string[],
    { after, limit }: Page,
  ): Promise<readonly Stored[]> {
    return this.#stored(
      'e.conversation = ? AND e.addressee IN (SELECT value FROM json_each(?)) AND e.sequence > ? ORDER BY e.sequence LIMIT ?',
      conversation,
      JSON.stringify(agents),
      after,
      limit,
    );
  }

  async open(conversation: string): Promise<readonly string[]> {
    const sql = `SELECT id FROM handoffs
      WHERE conversation = ? AND state IN ('OPEN', 'HELD', 'OWNED', 'CLEARED', 'CANCELLING') ORDER BY sequence`;
    return this.#all<{ id: string }>(sql, conversation).map(({ id }) => id);
  }

  async about(conversation: string, item: string): Promise<readonly string[]> {
    const sql = 'SELECT id FROM handoffs WHERE conversation = ? AND item = ? ORDER BY sequence';
    return this.#all<{ id: string }>(sql, conversation, item).map(({ id }) => id);
  }

  async due(now: number, limit: number): Promise<readonly Due[]> {
    const statements = 'SELECT conversation, token FROM statements WHERE due_at <= ? ORDER BY due_at LIMIT ?';
    const handoffs =
      'SELECT conversation, id AS handoff FROM handoffs WHERE close_at <= ? ORDER BY close_at LIMIT ?';
    return [...this.#all<Due>(statements, now, limit), ...this.#all<Due>(handoffs, now, limit)];
  }

  async reserve(conversation: string, agent: string): Promise<number> {
    const sql = `INSERT INTO numbers (conversation, agent, last) VALUES (?, ?, 1)
      ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last`;
    return this.#transaction(() =>
      Number((this.#sql(sql).get(conversation, agent) as { last: number }).last),
    );
  }

  async conversations(): Promise<readonly string[]> {
    const sql = 'SELECT DISTINCT conversation FROM entries ORDER BY conversation';
    return this.#all<{ conversation: string }>(sql).map(({ conversation }) => conversation);
  }

  async close(): Promise<void> {
    this.#prepared.clear();
    this.#database.close();
  }

  /** Everything inside runs on one view of the file, and is written whole or not at all. */
  #transaction<T>(work: () => T): T {
    this.#run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#run('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw errorOf(error);
    }
  }

  #reading<T>(work: () => T): T {
    this.#run('BEGIN');
    try {
      return work();
    } catch (error) {
      throw errorOf(error);
    } finally {
      this.#rollBack();
    }
  }

  #run(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw errorOf(error);
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself (disk full, for one): the first error is the one to tell
    }
  }

  #slice(conversation: string, wanted: Wanted): Slice {
    const { ids = [], tokens = [], actKeys = [] } = wanted;
    const named = this.#named(conversation, ids);
    const roots = JSON.stringify([...this.#roots(conversation, named, tokens)]);
    const family = 'SELECT row FROM %s WHERE conversation = ? AND root IN (SELECT value FROM json_each(?))';
    const handoffs = this.#rows<Handoff>(family.replace('%s', 'handoffs'), conversation, roots);
    const statements = this.#rows<Statement>(family.replace('%s', 'statements'), conversation, roots);
    const messages = this.#rows<MessageRow>(
      `SELECT row FROM messages WHERE conversation = ? AND handoff IN (
        SELECT id FROM handoffs WHERE conversation = ? AND root IN (SELECT value FROM json_each(?))) ORDER BY sequence`,
      conversation,
      conversation,
      roots,
    );
    const all = new Map([...named, ...messages].map((row) => [row.id, row]));
    return {
      now: this.#now(),
      rows: {
        ...rowsAfter(this.#head(conversation)),
        messages: all,
        handoffs: new Map(handoffs.map((row) => [row.id, row])),
        statements: new Map(statements.map((row) => [row.token, row])),
        numbers: this.#numbers(conversation, agentsIn(wanted, handoffs)),
      },
      kept: this.#kept(conversation, [...all.keys()]),
      holders: this.#holders(actKeys),
    };
  }

  /** The messages named, and the answers that they got. */
  #named(conversation: string, ids: readonly string[]): readonly MessageRow[] {
    const sql = `SELECT row FROM messages WHERE conversation = ?1 AND (id IN (SELECT value FROM json_each(?2)) OR id IN (
      SELECT answer FROM messages WHERE conversation = ?1 AND id IN (SELECT value FROM json_each(?2))))`;
    return ids.length === 0 ? [] : this.#rows<MessageRow>(sql, conversation, JSON.stringify(ids));
  }

  #roots(conversation: string, named: readonly MessageRow[], tokens: readonly string[]): ReadonlySet<string> {
    const roots = new Set<string>();
    const ofHandoff = 'SELECT root FROM handoffs WHERE conversation = ? AND id = ?';
    const ofToken = 'SELECT root FROM statements WHERE conversation = ? AND token = ?';
    for (const { handoff } of named) {
      if (handoff !== null)
        for (const { root } of this.#all<{ root: string }>(ofHandoff, conversation, handoff)) roots.add(root);
    }
    for (const token of tokens) {
      for (const { root } of this.#all<{ root: string }>(ofToken, conversation, token)) roots.add(root);
    }
    return roots;
  }

  #head(conversation: string): { sequence: number; hash: string } {
    const sql = 'SELECT sequence, hash FROM entries WHERE conversation = ? ORDER BY sequence DESC LIMIT 1';
    const [head] = this.#all<{ sequence: number; hash: string }>(sql, conversation);
    return head === undefined
      ? { sequence: 0, hash: genesis(conversation) }
      : { ...head, sequence: Number(head.sequence) };
  }

  #numbers(conversation: string, agents: readonly string[]): ReadonlyMap<string, number> {
    const sql =
      'SELECT agent, last FROM numbers WHERE conversation = ? AND agent IN (SELECT value FROM json_each(?))';
    const rows = this.#all<{ agent: string; last: number }>(sql, conversation, JSON.stringify(agents));
    const known = new Map(rows.map(({ agent, last }) => [agent, Number(last)]));
    return new Map(agents.map((agent) => [agent, known.get(agent) ?? 0]));
  }

  #kept(conversation: string, ids: readonly string[]): ReadonlyMap<string, KeptRow> {
    const sql = 'SELECT id, row FROM kept WHERE conversation = ? AND id IN (SELECT value FROM json_each(?))';
    const rows = this.#all<{ id: string; row: string }>(sql, conversation, JSON.stringify(ids));
    return new Map(rows.map(({ id, row }) => [id, JSON.parse(row) as KeptRow]));
  }

  #holders(actKeys: readonly string[]): ReadonlyMap<string, Holder> {
    if (actKeys.length === 0) return new Map();
    const sql = `SELECT k.act_key AS act_key, s.row AS row, s.conversation AS conversation
      FROM act_keys k JOIN statements s ON s.token = k.token WHERE k.act_key IN (SELECT value FROM json_each(?))`;
    const found = this.#all<{ act_key: string; conversation: string; row: string }>(
      sql,
      JSON.stringify(actKeys),
    );
    return new Map(
      found.map(({ act_key, conversation, row }) => {
        return [act_key, holderOf(conversation, JSON.parse(row) as Statement)];
      }),
    );
  }

  #stored(where: string, ...values: SqlValue[]): readonly Stored[] {
    const sql = `SELECT e.conversation, e.sequence, e.at, e.principal, e.text, e.previous, e.hash, k.row AS kept
      FROM entries e LEFT JOIN kept k ON k.conversation = e.conversation AND k.id = e.message WHERE ${where}`;
    return this.#all<Omit<Entry, 'body'> & { kept: string | null }>(sql, ...values).map(
      ({ kept, ...entry }) => ({
        entry: unsealed({ ...entry, sequence: Number(entry.sequence), at: Number(entry.at) }),
        kept: kept === null ? null : (JSON.parse(kept) as KeptRow),
      }),
    );
  }

  #rows<T>(sql: string, ...values: SqlValue[]): readonly T[] {
    return this.#all<{ row: string }>(sql, ...values).map(({ row }) => JSON.parse(row) as T);
  }

  #all<T>(sql: string, ...values: SqlValue[]): readonly T[] {
    try {
      return this.#sql(sql).all(...values) as T[];
    } catch (error) {
      throw errorOf(error);
    }
  }

  #now(): number {
    const [row] = this.#all<{ now: number }>("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now");
    return Number(row?.now);
  }

  readonly #sql: Sql = (sql) => {
    let prepared = this.#prepared.get(sql);
    if (prepared === undefined) {
      prepared = this.#database.prepare(sql);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  };
}
