import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** What the other process does with each word that it is sent. */
const program = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(process.argv[1]);
database.exec('PRAGMA busy_timeout = 10000');
process.on('message', (sql) => { database.exec(sql); process.send('done'); });
process.on('disconnect', () => process.exit(0));
process.send('ready');
`;

/** Another process that holds a SQLite file for itself. */
export class Holder {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async of(path: string): Promise<Holder> {
    const args = ['--disable-warning=ExperimentalWarning', '-e', program, path];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(child, 'message');
    return new Holder(child);
  }

  holds(): Promise<void> {
    return this.#does('BEGIN IMMEDIATE');
  }

  letsGo(): Promise<void> {
    return this.#does('ROLLBACK');
  }

  async end(): Promise<void> {
    this.#child.disconnect();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  async #does(sql: string): Promise<void> {
    const done = once(this.#child, 'message');
    this.#child.send(sql);
    await done;
  }
}
