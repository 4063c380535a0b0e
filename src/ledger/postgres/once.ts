import { isAlive, isOpen, type SqlValue } from '../sql/rows.ts';
import { among, clock, eq, operator, tableIn } from './names.ts';
import { Prepared } from './prepared.ts';
import type { PreparedQuery } from './session.ts';

/** Rows of one shape, written together. */
export interface Group {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly table: string;
  /** Columns that are written. */
  readonly columns: readonly string[];
  /** Columns that have to hold what was read; `answer?` has to hold nothing. */
  readonly where: readonly string[];
  /** Values of `columns`, then of `where`. */
  readonly rows: readonly (readonly SqlValue[])[];
}

/** A conversation that is written only while it has the mark that it had, and in the time for which it was judged. */
export interface Held {
  readonly conversation: string;
  readonly old: string;
  /** Milliseconds by the database's clock: not before the one, and before the other. */
  readonly at: number;
  readonly until: number;
}

/** How many of something are added, which are fewer than `below` together with those that are there. */
export interface Room {
  readonly below: number;
  readonly more: number;
}

/** The last entries of other conversations, and the room for handoffs and statements of principals. */
export interface Conditions {
  readonly last: ReadonlyMap<string, number>;
  readonly open: ReadonlyMap<string, Room>;
  readonly live: ReadonlyMap<string, Room>;
}

/** All that one statement writes, or nothing of it. */
export interface Once {
  readonly held: readonly Held[];
  readonly mark: string;
  readonly conditions: Conditions;
  readonly groups: readonly Group[];
}

/** What is answered: the conversations that were written, and the database's clock. */
export interface Answered {
  readonly held: readonly string[] | null;
  readonly now: string;
}

/** More shapes than these are not worth preparing: each takes memory of every connection, here and in the database. */
const mostPrepared = 100;

/** The statement that writes it, prepared once for each of the first shapes, and its values. */
export function onceQuery(schema: string, once: Once): PreparedQuery {
  const values = valuesOf(once);
  const shape = JSON.stringify([schema, ...shapeOf(once)]);
  const known = shapes.get(shape);
  if (known !== undefined) return known.with(values);
  const text = textOf(schema, once);
  if (shapes.size >= mostPrepared) return { text, values };
  const prepared = new Prepared(text);
  shapes.set(shape, prepared);
  return prepared.with(values);
}

const shapes: Map<string, Prepared> = new Map();

function shapeOf({ held, conditions, groups }: Once): readonly unknown[] {
  return [
    isNew(held),
    held.length > 1,
    kinds.map((kind) => conditions[kind].size > 0),
    groups.map(({ kind, table, columns, where, rows }) => [kind, table, columns, where, rows.length > 1]),
  ];
}

const kinds = ['last', 'open', 'live'] as const;

/** The values in the order in which `textOf` numbers them. */
function valuesOf({ held, mark, conditions, groups }: Once): unknown[] {
  const columns = (rows: readonly (readonly SqlValue[])[]): unknown[] =>
    rows.length === 1
      ? [...(rows[0] ?? [])]
      : (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
  return [
    mark,
    ...columns(held.map(({ conversation, old, at, until }) => [conversation, old, at, until])),
    ...kinds.flatMap((kind) => {
      const asked = [...conditions[kind]];
      return asked.length === 0 ? [] : [asked.map(([name]) => name), asked.map(([, is]) => numberOf(is))];
    }),
    ...groups.flatMap(({ rows }) => columns(rows)),
  ];
}

/** The last entry, or how many there may be before. */
function numberOf(is: number | Room): number {
  return typeof is === 'number' ? is : is.below - is.more;
}

/** Conversations without a mark have nothing written in them yet, or were last written before there were marks. */
function isNew(held: readonly Held[]): boolean {
  return held.length === 1 && held[0]?.old === '';
}

function textOf(schema: string, { held, conditions, groups }: Once): string {
  const table = tableIn(schema);
  let place = 0;
  const next = (type: string): string => {
    place += 1;
    return `$${place}::${type}`;
  };
  const mark = next('pg_catalog.text');
  const source = (columns: readonly string[], many: boolean): string => {
    const types = columns.map((column) =>
      numeric.has(column.replace('old_', '')) ? 'bigint' : 'pg_catalog.text',
    );
    return many
      ? `unnest(${types.map((type) => next(`${type}[]`)).join(', ')}) AS r (${columns.join(', ')})`
      : `(SELECT ${columns.map((column, index) => `${next(types[index] ?? '')} AS ${column}`).join(', ')}) AS r`;
  };
  const conversations = source(['conversation', 'old', 'at', 'until'], held.length > 1);
  const until = `$${place}::bigint`;
  const inTime = `${clock} ${operator('>=')} r.at AND ${clock} ${operator('<')} r.until`;
  const holds = kinds.flatMap((kind) => (conditions[kind].size === 0 ? [] : condition[kind](table, next)));
  const ready = [inTime, ...holds, waits].join(' AND ');
  const taken = isNew(held)
    ? `INSERT INTO ${table('conversations')} AS c (conversation, mark)
      SELECT r.conversation, ${mark} FROM ${conversations} WHERE ${ready} AND r.old ${eq} ''
      ON CONFLICT (conversation) DO UPDATE SET mark = excluded.mark WHERE c.mark ${eq} ''
      RETURNING c.conversation, ${until} AS until`
    : `UPDATE ${table('conversations')} AS c SET mark = ${mark}
      FROM (SELECT k.conversation, r.until FROM ${conversations} JOIN ${table('conversations')} k
        ON k.conversation ${eq} r.conversation AND k.mark ${eq} r.old WHERE ${ready} FOR UPDATE OF k SKIP LOCKED) AS t
      WHERE c.conversation ${eq} t.conversation RETURNING c.conversation, t.until`;
  const parts = [`held AS (${taken})`];
  const sound: string[] = [];
  const sure = (holds: string, what: string): number =>
    sound.push(`CASE WHEN ${holds} THEN true ELSE ${table('stale')}('${what}') END`);
  for (const [index, { kind, table: name, columns, where, rows }] of groups.entries()) {
    const own = `s${index}`;
    const olds = where.filter((column) => !column.endsWith('?')).map((column) => `old_${column}`);
    const rowsIn = source([...columns, ...olds], rows.length > 1);
    const of = columns.includes('conversation') ? 'r.conversation' : 'r.old_conversation';
    parts.push(`${own} AS (SELECT r.* FROM ${rowsIn} JOIN held h ON h.conversation ${eq} ${of})`);
    const same = where.map((column) =>
      column.endsWith('?') ? `t.${column.slice(0, -1)} IS NULL` : `t.${column} ${eq} ${own}.old_${column}`,
    );
    if (kind === 'insert') {
      parts.push(`w${index} AS (INSERT INTO ${table(name)} (${columns.join(', ')}) SELECT * FROM ${own})`);
    } else if (kind === 'delete') {
      parts.push(`w${index} AS (DELETE FROM ${table(name)} t USING ${own} WHERE ${same.join(' AND ')})`);
    } else {
      const sets = columns.map((column) => `${column} = ${own}.${column}`);
      parts.push(
        `w${index} AS (UPDATE ${table(name)} t SET ${sets.join(', ')} FROM ${own} WHERE ${same.join(' AND ')} RETURNING 1)`,
      );
      sure(
        `(SELECT pg_catalog.count(*) FROM w${index}) ${eq} (SELECT pg_catalog.count(*) FROM ${own})`,
        name,
      );
    }
  }
  // it may have waited for a row: the time is looked at once more when it has all of them
  sure(`NOT EXISTS (SELECT 1 FROM held h WHERE ${clock} ${operator('>=')} h.until)`, 'conversations');
  return `WITH ${parts.join(',\n')}
    SELECT (SELECT pg_catalog.array_agg(h.conversation) FROM held h) AS held, ${clock} AS now${sound.map((one) => `, ${one}`).join('')},
    CASE WHEN pg_catalog.current_setting('synchronous_commit') ${eq} 'off'
      THEN pg_catalog.set_config('synchronous_commit', 'on', true) END AS waits`;
}

/** Whoever holds a row is not waited for without end: set before any row is taken, for this statement alone. */
const waits = "pg_catalog.set_config('lock_timeout', '10s', true) IS NOT NULL";

/** Columns that hold numbers; all others hold text. */
const numeric: ReadonlySet<string> = new Set(['sequence', 'at', 'until', 'due_at', 'fence', 'last', 'open']);

type Table = (table: string) => string;
type Next = (type: string) => string;

/** Each condition, over the names and numbers that are given to it. */
const condition: Readonly<Record<(typeof kinds)[number], (table: Table, next: Next) => string>> = {
  last: (table, next) =>
    unless(
      next,
      `coalesce((SELECT e.sequence FROM ${table('entries')} e WHERE e.conversation ${eq} x.name
      ORDER BY e.sequence DESC LIMIT 1), 0) ${operator('<>')} x.number`,
    ),
  open: (table, next) => unless(next, `${counted(table('handoffs'), isOpen)} ${operator('>')} x.number`),
  live: (table, next) =>
    unless(next, `${counted(table('statements'), among(isAlive))} ${operator('>')} x.number`),
};

function unless(next: Next, otherwise: string): string {
  const names = `unnest(${next('pg_catalog.text[]')}, ${next('bigint[]')}) AS x (name, number)`;
  return `NOT EXISTS (SELECT 1 FROM ${names} WHERE ${otherwise})`;
}

function counted(table: string, state: string): string {
  return `(SELECT pg_catalog.count(*) FROM ${table} l WHERE l.principal ${eq} x.name AND l.${state})`;
}
