import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { House } from './house.ts';

/** What a tool told: its structured content. */
export interface Told {
  readonly outcome: string;
  readonly message: string;
  readonly next: string;
  readonly reason?: string;
  readonly [fact: string]: unknown;
}

/** A message in what a tool told. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly from: string;
  readonly item: string | null;
  readonly slots: Readonly<Record<string, unknown>>;
  readonly line: string | null;
}

export interface AgentOptions {
  readonly house: House;
  /** Its key is in a file of this name. */
  readonly name: string;
  /** What its key may do, as `--scope` takes it. */
  readonly scope: string;
  /** The address of the console, for questions to a person. */
  readonly console: string;
}

/**
 * An agent: a process `hearback mcp` with a key and scopes of its own, and the official client that speaks to it. It knows
 * nothing but what tools tell it, so it may be killed and started again between any two calls.
 */
export class Agent {
  readonly #options: AgentOptions;
  #client: Client = new Client({ name: 'none', version: '0' });
  #pid = 0;
  /** The tools that it may use. */
  tools: readonly string[] = [];

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  async start(): Promise<this> {
    const { house, name, scope, console } = this.#options;
    const words = ['--key-file', `${name}.key`, '--scope', scope, '--console', console];
    const transport = new StdioClientTransport({ ...house.command('mcp', ...words), stderr: 'inherit' });
    this.#client = new Client({ name, version: '1.0.0' });
    await this.#client.connect(transport);
    this.#pid = transport.pid ?? 0;
    const { tools } = await this.#client.listTools(); // from here on the client holds results to their schemas
    this.tools = tools.map((tool) => tool.name);
    return this;
  }

  /** Calls a tool. */
  async call(tool: string, input: Readonly<Record<string, unknown>> = {}): Promise<Told> {
    const { structuredContent } = await this.#client.callTool({ name: tool, arguments: input });
    return structuredContent as unknown as Told; // the output schema of every tool has these members
  }

  /** The newest message of a type in the inbox, of which all is acknowledged. Throws for none. */
  async newest(type: string): Promise<Message> {
    const { entries, last } = await this.call('inbox');
    if (last !== null) await this.call('inbox', { acknowledge: last });
    const all = (entries as readonly { readonly message: Message | null }[]).map(({ message }) => message);
    const found = all.findLast((message) => message?.type === type);
    if (found == null) throw new Error(`no ${type} came to the inbox of ${this.#options.name}`);
    return found;
  }

  /** Kills the process as it stands (SIGKILL). */
  async kill(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#client.onclose = resolve;
    });
    process.kill(this.#pid, 'SIGKILL');
    await closed;
  }

  async end(): Promise<void> {
    await this.#client.close();
  }
}
