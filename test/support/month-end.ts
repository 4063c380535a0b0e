import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A copy of the example's folder, with a working folder beside it, for one test. */
export class MonthEnd {
  readonly place: string = mkdtempSync(join(tmpdir(), 'hearback-month-end-'));
  readonly folder: string = join(this.place, 'october');
  readonly work: string = join(this.place, 'work');

  constructor() {
    cpSync(join(root, 'examples/month-end/october'), this.folder, { recursive: true });
  }

  /** Changes the content of a JSON file of the folder. */
  change<T>(file: string, by: (content: T) => void): this {
    const path = join(this.folder, file);
    const content = JSON.parse(readFileSync(path, 'utf8')) as T;
    by(content);
    writeFileSync(path, JSON.stringify(content));
    return this;
  }

  /** Plants these faults and no others. */
  plant(...faults: readonly Fault[]): this {
    return this.change<unknown[]>('faults.json', (all) =>
      all.splice(0, all.length, ...faults.map((fault) => ({ name: fault.what, on: true, ...fault }))),
    );
  }

  /** Replaces a text wherever it stands in the folder, or in one of its files; it has to stand somewhere. */
  replace(before: string, after: string, only?: string): this {
    let found = false;
    for (const file of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      if (!file.isFile() || (only !== undefined && !path.endsWith(only))) continue;
      const text = readFileSync(path, 'utf8');
      found ||= text.includes(before);
      writeFileSync(path, text.replaceAll(before, after));
    }
    if (!found) throw new Error(`${before} stands nowhere in the folder`);
    return this;
  }

  start(): ChildProcess {
    const run = join(root, 'examples/month-end/run.ts');
    return spawn(process.execPath, [run, this.folder, '--work', this.work], { cwd: this.place });
  }

  /** Plays the folder to its end. */
  async play(): Promise<Played> {
    const child = this.start();
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
    });
    const exit = await ended(child);
    return { exit, output, errors, bank: this.bank() };
  }

  /** What the bank's own file holds, read by this test and by nothing of the example. */
  bank(): readonly BankRow[] {
    const file = join(this.work, 'bank.db');
    if (!existsSync(file)) return [];
    let database: DatabaseSync | null = null;
    try {
      database = new DatabaseSync(file, { timeout: 10_000 });
      const rows = database.prepare('select * from effect order by rowid').all();
      return rows.map((row) => ({
        ask: row['ask'] as string,
        item: row['item'] as string,
        did: JSON.parse(row['did'] as string) as Record<string, string>,
        asked: row['asked'] as number,
        reversed: row['reversed_by'] !== null,
      }));
    } catch {
      return []; // the bank has not made its tables yet
    } finally {
      database?.close();
    }
  }

  remove(): void {
    rmSync(this.place, { recursive: true, force: true });
  }
}

export interface Fault {
  readonly what: string;
  readonly ask: string;
  readonly item: string;
  readonly slot?: string;
  readonly value?: string;
}

export interface BankRow {
  readonly ask: string;
  readonly item: string;
  readonly did: Readonly<Record<string, string>>;
  readonly asked: number;
  readonly reversed: boolean;
}

export interface Played {
  readonly exit: number | null;
  readonly output: string;
  readonly errors: string;
  readonly bank: readonly BankRow[];
}

/** Waits for a process; null when a signal ended it. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}

/** Runs the command line tool of the checkout. */
export async function hearback(...args: readonly string[]): Promise<number | null> {
  return ended(spawn(process.execPath, [join(root, 'bin/hearback.js'), ...args], { stdio: 'ignore' }));
}
