import { DatabaseSync } from 'node:sqlite';

/** Something that the bank did, or undid: its own record, which no agent writes to. */
export interface Effect {
  readonly key: string;
  readonly reference: string;
  readonly ask: string;
  readonly item: string;
  /** What it was told. */
  readonly told: Readonly<Record<string, string>>;
  /** What it did. */
  readonly did: Readonly<Record<string, string>>;
  /** The key of the act that took this one back. */
  readonly reversedBy: string | null;
  /** How often it was asked for this effect. */
  readonly asked: number;
}

/** The bank's own file: payees and effects. */
export class Book {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { timeout: 10_000 });
    this.#db.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      create table if not exists payee (sup text primary key, acct text not null) strict;
      create table if not exists effect (
        key text primary key, reference text not null unique, ask text not null, item text not null,
        told text not null, did text not null, reversed_by text, asked integer not null
      ) strict;
      create table if not exists refusal (key text primary key, reason text not null) strict;`);
  }

  /** Puts a payee on file, unless the bank has one under that name. */
  open(sup: string, acct: string): void {
    this.#db.prepare('insert into payee values (?, ?) on conflict do nothing').run(sup, acct);
  }

  /** The account that payments to a supplier go to. */
  account(sup: string): string | null {
    const row = this.#db.prepare('select acct from payee where sup = ?').get(sup);
    return row === undefined ? null : (row['acct'] as string);
  }

  move(sup: string, acct: string): void {
    this.#db.prepare('update payee set acct = ? where sup = ?').run(acct, sup);
  }

  /** Every effect, in the order in which it happened. */
  effects(): readonly Effect[] {
    return this.#db
      .prepare('select * from effect order by rowid')
      .all()
      .map((row) => ({
        key: row['key'] as string,
        reference: row['reference'] as string,
        ask: row['ask'] as string,
        item: row['item'] as string,
        told: JSON.parse(row['told'] as string) as Record<string, string>,
        did: JSON.parse(row['did'] as string) as Record<string, string>,
        reversedBy: row['reversed_by'] as string | null,
        asked: row['asked'] as number,
      }));
  }

  /** Records an effect under its key: the database refuses a second one. */
  record({ key, ask, item, told, did }: Pick<Effect, 'key' | 'ask' | 'item' | 'told' | 'did'>): string {
    const count = this.#db.prepare('select count(*) as n from effect').get() as { n: number };
    const reference = `TRN-${String(count.n + 1).padStart(5, '0')}`;
    this.#db
      .prepare('insert into effect values (?, ?, ?, ?, ?, ?, null, 1)')
      .run(key, reference, ask, item, JSON.stringify(told), JSON.stringify(did));
    return reference;
  }

  reverse(reference: string, by: string): void {
    this.#db.prepare('update effect set reversed_by = ? where reference = ?').run(by, reference);
  }

  /** Why a key was answered with no. */
  refusal(key: string): string | null {
    const row = this.#db.prepare('select reason from refusal where key = ?').get(key);
    return row === undefined ? null : (row['reason'] as string);
  }

  /** A no is kept, so that its key gets the same one for ever. */
  refuse(key: string, reason: string): void {
    this.#db.prepare('insert into refusal values (?, ?)').run(key, reason);
  }

  askedAgain(key: string): void {
    this.#db.prepare('update effect set asked = asked + 1 where key = ?').run(key);
  }

  /** Does all of `work`, or none of it. */
  all<T>(work: () => T): T {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      this.#db.exec('commit');
      return result;
    } catch (error) {
      this.#db.exec('rollback');
      throw error;
    }
  }

  close(): void {
    this.#db.close();
  }
}
