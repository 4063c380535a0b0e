import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { command } from '../e2e/cli.ts';
import { hearback } from '../unit/cli/run.ts';
import { paidIn } from './ledger/bank.ts';
import { values } from './ledger/lines.ts';

/** How a process ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A ledger, its people and a bank, each step a process of its own that knows nothing of the ones before. */
export class CliOffice {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'hearback-office-'));
  readonly ledger: string;
  /** The ledger's clock in milliseconds; its own unless set. Processes of their own go by its own. */
  clock: number | undefined;
  readonly #bank: string = join(this.folder, 'bank.jsonl');

  private constructor(ledger: string | undefined) {
    this.ledger = ledger ?? join(this.folder, 'office.ledger');
  }

  /** `ledger` is the address of a database; a file of the office's own unless given. */
  static async open(ledger?: string): Promise<CliOffice> {
    const office = new CliOffice(ledger);
    office.configure({});
    await office.#must('ledger', 'init');
    const people = [
      ['ap-office', '--agents', 'scheduler,auditor'],
      ['treasury', '--agents', 'payer'],
      ['m.okafor', '--agents', 'human', '--person'],
    ];
    for (const [name = '', ...more] of people) {
      await office.#must('principal', 'add', name, ...more, '--key-file', join(office.folder, `${name}.key`));
    }
    return office;
  }

  /** Writes the config file: a bank that behaves as its variables say, and what it declares. */
  configure(
    bank: {
      readonly env?: object;
      readonly can?: object;
      readonly timeout?: number;
      readonly callback?: object;
    },
    more: object = {},
  ): void {
    const pay = {
      kind: 'command',
      name: 'bank',
      command: process.execPath,
      args: [fileURLToPath(new URL('ledger/bank-process.ts', import.meta.url))],
      ...(bank.timeout === undefined ? {} : { timeout: bank.timeout }),
      env: { BANK_FILE: this.#bank, ...bank.env },
      can: bank.can ?? {},
      ...(bank.callback === undefined ? {} : { callback: bank.callback }),
    };
    writeFileSync(this.path('hearback.json'), JSON.stringify({ executors: { PAY: pay }, ...more }));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Runs a verb in this process, in the name of a principal or of nobody; it opens everything anew all the same. */
  async run(principal: string | null, ...args: readonly string[]): Promise<Ended> {
    const { clock: ledgerClock } = this;
    const { exit, out, err } = await hearback([...args, ...this.#named(principal)], {
      environment: { HEARBACK_LEDGER: this.ledger, HEARBACK_CONFIG: this.path('hearback.json') },
      ...(ledgerClock === undefined ? {} : { ledgerClock }),
    });
    return { status: exit, stdout: out, stderr: err };
  }

  /** Runs a verb in a process of its own, with an empty home and nothing but the ledger's name. */
  async process(principal: string | null, ...args: readonly string[]): Promise<Ended> {
    const child = spawn(process.execPath, [command, ...args, ...this.#named(principal)], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'], HEARBACK_LEDGER: this.ledger, HOME: this.path('no-home') },
    });
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (chunk) => {
        written[stream] += chunk;
      });
    }
    const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { status, ...written };
  }

  /** The object that a verb prints under --json, with its exit code. */
  async json(principal: string | null, ...args: readonly string[]): Promise<Told> {
    return toldBy(await this.run(principal, ...args, '--json'));
  }

  /** The same, of a process of its own. */
  async jsonOfProcess(principal: string | null, ...args: readonly string[]): Promise<Told> {
    return toldBy(await this.process(principal, ...args, '--json'));
  }

  /** Hands a payment over; returns its id: scheduler-100 is the first one's. */
  async sent(number: number, exp = ''): Promise<string> {
    const own = { ...values, ref: `MD-${number}`, apref: `FD-${number}` };
    const item = `inv:MD-${number}`;
    const id = `scheduler-${number}00`; // ids between are the ledger's to give
    const words = Object.entries(own).map(([slot, value]) => `${slot}=${value}`);
    const line = `RW1 HO ${id} p=pay from=scheduler to=payer item=${item} ask=PAY rb=exec ${words.join(' ')}${exp}`;
    const record = JSON.stringify({ item, ask: 'PAY', ...own });
    await this.#must('send', line, '--record', record, '--key-file', this.path('ap-office.key'));
    return id;
  }

  /** Hands a payment over and prepares it; returns the readback line. */
  async prepared(number: number, exp = ''): Promise<string> {
    return lineOf(await this.run('treasury', 'prepare', await this.sent(number, exp)));
  }

  /** The same, in processes of their own. */
  async preparedByProcess(number: number): Promise<string> {
    return lineOf(await this.process('treasury', 'prepare', await this.sent(number)));
  }

  /** Hands a payment over, prepares and confirms it. */
  async confirmed(number: number, exp = ''): Promise<string> {
    const line = await this.prepared(number, exp);
    const { status, stderr } = await this.run('ap-office', 'confirm', line);
    if (status !== 0) throw new Error(stderr);
    return line;
  }

  /** What was paid, by the bank's own file: the only judge. */
  paid(): ReturnType<typeof paidIn> {
    return paidIn(this.#bank);
  }

  #named(principal: string | null): readonly string[] {
    return principal === null ? [] : ['--key-file', this.path(`${principal}.key`)];
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #must(...args: readonly string[]): Promise<void> {
    const { status, stderr } = await this.run(null, ...args);
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  }
}

/** What a verb printed under --json, and how it ended. */
export type Told = Readonly<Record<string, unknown>> & { readonly exit: number | null };

function lineOf({ status, stdout, stderr }: Ended): string {
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function toldBy({ status, stdout, stderr }: Ended): Told {
  if (stdout === '') throw new Error(`it ended with ${status}: ${stderr}`);
  return { ...JSON.parse(stdout), exit: status };
}
