import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { command } from '../../e2e/cli.ts';
import { CliOffice } from '../cli-office.ts';
import { clientFor, type Version } from '../mcp.ts';
import { HttpGuard } from './http-guard.ts';

type Json = Readonly<Record<string, unknown>>;

/** A result of a tool as a client has it. */
export interface Result {
  readonly outcome: string;
  readonly message: string;
  readonly next: string;
  readonly token: string;
  readonly [fact: string]: unknown;
}

const scripted = fileURLToPath(new URL('scripted-server.ts', import.meta.url));

/** A server that speaks both of the protocol's eras. */
export const bothEras: readonly string[] = [
  process.execPath,
  fileURLToPath(new URL('both-eras-server.ts', import.meta.url)),
];

/** What starts a process, and where. */
export interface Started {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** A ledger with its people, a server, and guards in front of it; each guard is a process of its own. */
export class GuardOffice {
  readonly #open: GuardClient[] = [];
  readonly #clients: Client[] = [];
  readonly #guards: HttpGuard[] = [];
  readonly office: CliOffice;
  /** What starts the server. */
  server: readonly string[];

  private constructor(office: CliOffice) {
    this.office = office;
    this.server = [process.execPath, scripted];
  }

  static async open(): Promise<GuardOffice> {
    const own = new GuardOffice(await CliOffice.open());
    mkdirSync(own.path('profiles'));
    writeFileSync(own.path('hearback.json'), JSON.stringify({ profiles: ['profiles'] }));
    return own;
  }

  /** How the server is named: by its address where it has one, else by its command. */
  #named(): readonly string[] {
    const [first = ''] = this.server;
    return first.startsWith('http') ? ['--upstream', first] : ['--', ...this.server];
  }

  path(name: string): string {
    return this.office.path(name);
  }

  /** Has `guard init` write the policy; `change` is what a person would do to it. */
  async init(
    name: string,
    change: (policy: Policy) => void = () => {},
    approver = 'm.okafor',
    folder = 'profiles',
  ): Promise<void> {
    const { status, stderr } = await this.office.process(
      null,
      ...['guard', 'init', '--name', name, '--approver', approver, '--folder', folder, ...this.#named()],
    );
    if (status !== 0) throw new Error(stderr);
    const file = this.path(`${name}.guard.json`);
    const policy = JSON.parse(readFileSync(file, 'utf8')) as Policy;
    change(policy);
    writeFileSync(file, JSON.stringify(policy, null, 2));
  }

  /** Starts a guard for a principal, with the handshake behind it. */
  async guard(name: string, principal = 'treasury', ...more: readonly string[]): Promise<GuardClient> {
    const client = this.start(name, principal, ...more);
    await client.handshake();
    return client;
  }

  /** Starts a guard over HTTP, for whoever shows a key. */
  async http(name: string, ...more: readonly string[]): Promise<HttpGuard> {
    const guard = await HttpGuard.start(this, this.#started(name, ['--http', '0', ...more]));
    this.#guards.push(guard);
    return guard;
  }

  /** What starts a guard, and where. */
  #started(name: string, more: readonly string[]): Started {
    return {
      args: [command, 'guard', '--policy', `${name}.guard.json`, ...more, ...this.#named()],
      cwd: this.office.folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        HEARBACK_LEDGER: this.office.ledger,
        SERVER_FOLDER: this.office.folder,
      },
    };
  }

  /** The official client of one version, in front of a guard of its own for a principal. */
  async client(
    name: string,
    {
      principal = 'treasury',
      version,
      capabilities = {},
      more = [],
    }: {
      readonly principal?: string;
      readonly version: Version;
      readonly capabilities?: object;
      readonly more?: readonly string[];
    },
  ): Promise<Client> {
    const { args, ...place } = this.#started(name, ['--key-file', `${principal}.key`, ...more]);
    const client = clientFor(version, capabilities);
    const started = { command: process.execPath, args: [...args], ...place, stderr: 'ignore' as const };
    await client.connect(new StdioClientTransport(started));
    this.#clients.push(client);
    return client;
  }

  /** Starts a guard that nobody has said anything to. */
  start(name: string, principal = 'treasury', ...more: readonly string[]): GuardClient {
    const { args, ...place } = this.#started(name, ['--key-file', `${principal}.key`, ...more]);
    const client = new GuardClient(spawn(process.execPath, args, place));
    this.#open.push(client);
    return client;
  }

  /** Adds a principal that speaks as one agent of its own name. */
  async add(name: string): Promise<void> {
    const own = ['principal', 'add', name, '--agents', name, '--key-file', this.path(`${name}.key`)];
    const { status, stderr } = await this.office.process(null, ...own);
    if (status !== 0) throw new Error(stderr);
  }

  /** What the server does from now on. */
  script(script: Json): void {
    writeFileSync(this.path('script.json'), JSON.stringify(script));
  }

  /** Every payment that the server made. */
  get paid(): readonly Json[] {
    return linesIn(this.path('paid.jsonl'));
  }

  /** Every message that the server was sent. */
  get heard(): readonly Json[] {
    return linesIn(this.path('heard.jsonl'));
  }

  /** Confirms a statement by its readback line or token. */
  async confirm(token: string, principal = 'm.okafor', ...more: readonly string[]): Promise<number | null> {
    return (await this.office.process(principal, 'confirm', token, ...more)).status;
  }

  async close(): Promise<void> {
    await Promise.all([
      ...this.#open.map((one) => one.end()),
      ...[...this.#clients, ...this.#guards].map((one) => one.close()),
    ]);
    rmSync(this.office.folder, { recursive: true, force: true });
  }
}

/** A policy as a test changes it. */
export interface Policy {
  approver: Json;
  tools: Record<string, unknown>;
  [member: string]: unknown;
}

function linesIn(file: string): readonly Json[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
}

/** A client that speaks to a guard line by line, and takes every line for what it is. */
export class GuardClient {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line that the guard wrote. */
  readonly lines: string[] = [];
  /** Everything that it said beside them. */
  errors = '';
  readonly #waiting: Map<string, (message: Json) => void> = new Map();
  readonly #ended: Promise<number | null>;
  #count = 0;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.child = child;
    this.#ended = new Promise((resolve) => child.once('close', (code) => resolve(code)));
    child.stdin.on('error', () => undefined); // a guard that was killed reads no more
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line);
      const message = JSON.parse(line) as Json;
      const key = JSON.stringify(message['id']);
      if ('method' in message) return;
      this.#waiting.get(key)?.(message);
      this.#waiting.delete(key);
    });
  }

  async handshake(): Promise<Json> {
    const reply = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return reply;
  }

  write(message: Json | readonly Json[] | string): void {
    this.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  /** Sends a request; the whole answer. */
  request(method: string, params: Json, id: string | number = ++this.#count): Promise<Json> {
    const answer = this.answerTo(id);
    this.write({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  answerTo(id: string | number | null): Promise<Json> {
    return new Promise((resolve) => this.#waiting.set(JSON.stringify(id), resolve));
  }

  /** Calls a tool; its result. */
  async call(name: string, given: Json = {}, meta?: Json): Promise<Json> {
    const params = { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) };
    const { result, error } = await this.request('tools/call', params);
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result as Json;
  }

  /** Calls a tool that the guard answers for; what it says. */
  async told(name: string, given: Json = {}): Promise<Result> {
    return (await this.call(name, given))['structuredContent'] as Result;
  }

  async tools(): Promise<readonly Json[]> {
    const { result } = await this.request('tools/list', {});
    return (result as { readonly tools: readonly Json[] }).tools;
  }

  /** Ends it as a client does, or by a signal; its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null> {
    if (signal === undefined) this.child.stdin.end();
    else this.child.kill(signal);
    return this.#ended;
  }
}
