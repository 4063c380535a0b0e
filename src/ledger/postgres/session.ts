import { LedgerError } from '../error.ts';
import { errorOf, isAnswered } from './error.ts';
import { Prepared } from './prepared.ts';

/** What the store needs of a pool: the shape of `pg`'s. */
export interface PostgresPool {
  /** How many connections it may have: readers take one of three or more to listen. And how long it waits for an answer. */
  readonly options?: {
    readonly max?: number | undefined;
    readonly query_timeout?: number | undefined;
    readonly connectionTimeoutMillis?: number | undefined;
  };
  connect(): Promise<PostgresClient>;
  end(): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** A statement that the database prepares once a connection, under its name where it has one. */
export interface PreparedQuery {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

export interface PostgresClient {
  query(query: string | PreparedQuery, values?: unknown[]): Promise<PostgresResult>;
  release(destroy?: boolean): void;
  // biome-ignore lint/suspicious/noExplicitAny: each event tells what it tells
  on(event: 'error' | 'end' | 'notification', listener: (...told: any[]) => void): unknown;
}

export interface PostgresResult {
  readonly command: string;
  // biome-ignore lint/suspicious/noExplicitAny: the columns of a query are as its text says
  readonly rows: any[];
}

/** A query within a transaction; `?` stands for each value. Throws LedgerError for what the database cannot do. */
export type Query = <R>(text: string, ...values: readonly unknown[]) => Promise<readonly R[]>;

/** Runs work in a transaction of its own. */
export interface Transactions {
  read<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** For what may be done once more when nobody knows whether it was. */
  write<T>(work: (query: Query) => Promise<T>): Promise<T>;
}

/** What was done in a transaction; `lost` is the error that came in place of the reply to COMMIT (K11). */
export interface Ended<T> {
  readonly result: T;
  readonly lost: unknown;
}

/** How a transaction begins: names resolve in one schema, waits end, and a COMMIT that was acknowledged is on a disk. */
export function beginIn(schema: string, mode: 'READ WRITE' | 'READ ONLY'): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED ${mode};
    SET LOCAL search_path TO pg_catalog, "${schema}", pg_temp;
    SET LOCAL lock_timeout TO '10s';
    SET LOCAL idle_in_transaction_session_timeout TO '5s';
    SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`;
}

/**
 * One transaction on a connection of the pool. What fails before COMMIT wrote nothing. A failed COMMIT may have: that is
 * told, and the caller looks. A connection that is in doubt is thrown away.
 */
export async function transaction<T>(
  pool: PostgresPool,
  begin: string,
  work: (query: Query) => Promise<T>,
): Promise<Ended<T>> {
  const client = await connected(pool);
  let sound = false;
  try {
    await run(client, begin);
    const result = await work(async (text, ...values) => (await run(client, numbered(text), values)).rows);
    const lost = await commit(client);
    sound = lost === null;
    return { result, lost };
  } catch (error) {
    sound = isAnswered(error) && (await rolledBack(client));
    throw error;
  } finally {
    client.release(!sound);
  }
}

/** Runs a statement that is a transaction of its own. */
export type Run = <R>(query: PreparedQuery) => Promise<readonly R[]>;

/**
 * Statements that each stand alone, on a connection of the pool. One that fails with what the database answered wrote
 * nothing; a connection that is in doubt is thrown away, and what it was doing may be done.
 */
export async function standing<T>(pool: PostgresPool, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await connected(pool);
  let sound = false;
  try {
    const result = await work(async (query) => (await runPrepared(client, query)).rows);
    sound = true;
    return result;
  } catch (error) {
    sound = isAnswered(error);
    throw error;
  } finally {
    client.release(!sound);
  }
}

/** A statement of which each ? is a value, with its name. */
export function prepared(text: string, values: unknown[]): PreparedQuery {
  const known = texts.get(text) ?? new Prepared(numbered(text));
  texts.set(text, known);
  return known.with(values);
}

const texts: Map<string, Prepared> = new Map();

const heard = new WeakSet<object>();

/** Hears what a pool or a client reports of connections that break: an unheard error would end the process. */
export function hear(emitter: Pick<PostgresPool, 'on'> & object): void {
  if (heard.has(emitter)) return;
  heard.add(emitter);
  emitter.on('error', () => {}); // the next query on it fails, and is answered for
}

async function connected(pool: PostgresPool): Promise<PostgresClient> {
  try {
    const client = await pool.connect();
    hear(client);
    return client;
  } catch (error) {
    throw errorOf(error);
  }
}

/** SQLSTATEs of a connection on which a name is not prepared as this process thinks: nothing was done. */
const unprepared: readonly unknown[] = ['26000', '42P05', '0A000'];

/** A pooler may have taken the prepared statements away, or given them to somebody else: then it goes without. */
async function runPrepared(client: PostgresClient, query: PreparedQuery): Promise<PostgresResult> {
  try {
    return await client.query(query);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (query.name === undefined || !unprepared.includes(code)) throw errorOf(error);
    return run(client, query.text, query.values);
  }
}

async function run(
  client: PostgresClient,
  query: string | PreparedQuery,
  values?: readonly unknown[],
): Promise<PostgresResult> {
  try {
    return await (values === undefined ? client.query(query) : client.query(query, [...values]));
  } catch (error) {
    throw errorOf(error);
  }
}

/** The error that stands where the reply should be; null when it is committed. Throws for what surely was not. */
async function commit(client: PostgresClient): Promise<unknown> {
  let reply: PostgresResult;
  try {
    reply = await client.query('COMMIT');
  } catch (error) {
    return error;
  }
  if (reply.command === 'COMMIT') return null;
  throw new LedgerError('ledger/conflict', `COMMIT was answered ${reply.command}; nothing was written`, {
    retryable: true,
  });
}

async function rolledBack(client: PostgresClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/** Each ? as $1, $2 and so on; ?1 names the value itself, so that it may be used again. */
function numbered(text: string): string {
  let next = 0;
  return text.replace(/\?(\d*)/g, (_, place: string) => {
    if (place !== '') return `$${place}`;
    next += 1;
    return `$${next}`;
  });
}
