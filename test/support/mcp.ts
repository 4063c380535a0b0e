import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createActTool } from '../../src/act/index.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { allowedAt } from '../../src/mcp/gate.ts';
import { mcpOverHttp } from '../../src/mcp/http.ts';
import type { McpParts } from '../../src/mcp/parts.ts';
import { everything } from '../../src/mcp/scope.ts';
import { builtIn } from '../../src/vocabulary/index.ts';
import { command } from '../e2e/cli.ts';
import { type Office, officeAt } from './ledger/office.ts';

/** The protocol versions that are served, each by the era of its handshake. */
export const versions = ['2025-11-25', '2026-07-28'] as const;
export type Version = (typeof versions)[number];

/** What a tool told: the structured content. */
export interface Told {
  readonly outcome: string;
  readonly message: string;
  readonly next: string;
  readonly reason?: string;
  readonly [name: string]: unknown;
}

/** A client of one principal. */
export interface Agent {
  readonly client: Client;
  /** Calls a tool; what it told, held to its output schema by the client. */
  call(name: string, input?: Readonly<Record<string, unknown>>): Promise<Told>;
}

const origin = 'http://127.0.0.1:3333';

/** The office of the scenarios behind MCP, without a socket: fetch is what reaches it. */
export class McpOffice {
  readonly office: Office;
  readonly ledger: Ledger;
  readonly keys: Map<string, string> = new Map();
  readonly logged: string[] = [];
  parts: McpParts;

  private constructor(office: Office) {
    this.office = office;
    this.ledger = office.ledger;
    this.parts = {
      ...{ ledger: office.ledger, profiles: builtIn, scopes: everything, version: '1.0.0', skill: null },
      actTool: async (handle) =>
        createActTool({ ledger: handle, executors: { PAY: office.bank, UNDO: office.bank } }),
      now: () => '20261002T1400Z',
      console: 'https://console.example',
      log: (text) => this.logged.push(text),
    };
  }

  static async open(parts: Partial<McpParts> = {}): Promise<McpOffice> {
    const office = new McpOffice(officeAt(openMemory()));
    office.parts = { ...office.parts, ...parts };
    await office.add('ap-office', ['scheduler', 'auditor']);
    await office.add('treasury', ['payer']);
    await office.add('m.okafor', ['human'], true);
    return office;
  }

  async add(principal: string, agents: readonly string[], person = false): Promise<void> {
    const { key } = await this.ledger.principals.add({ principal, agents, person, by: 'test' });
    this.keys.set(principal, key);
  }

  /** What a request comes to; it is from this machine and shows the key of a principal. */
  async fetch(principal: string | null, request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    if (!headers.has('host')) headers.set('host', '127.0.0.1:3333');
    if (principal !== null) headers.set('authorization', `Bearer ${this.keys.get(principal)}`);
    return mcpOverHttp(this.parts, allowedAt(3333)).fetch(new Request(request, { headers }));
  }

  async agent(principal: string, version: Version = '2026-07-28', capabilities: object = {}): Promise<Agent> {
    const client = clientFor(version, capabilities);
    const fetch = (url: string | URL, init?: RequestInit) => this.fetch(principal, new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { fetch }));
    return agentWith(client);
  }
}

/** A client over stdio: the built command in a process of its own. */
export async function stdioAgent(
  args: readonly string[],
  {
    version = '2026-07-28',
    env = {},
    cwd,
    capabilities = {},
  }: {
    readonly version?: Version;
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
    readonly capabilities?: object;
  } = {},
): Promise<Agent> {
  const client = clientFor(version, capabilities);
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [command, 'mcp', ...args], env: { ...env }, stderr: 'ignore' },
    ...(cwd === undefined ? {} : { cwd }),
  });
  await client.connect(transport);
  return agentWith(client);
}

/** The official client, which speaks one version, or `auto`: the newest that the server has. */
export function clientFor(version: Version | 'auto', capabilities: object = {}): Client {
  const modes = { auto: 'auto', '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;
  return new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode: modes[version] } },
  );
}

async function agentWith(client: Client): Promise<Agent> {
  await client.listTools(); // from here on the client holds results to their output schemas
  return {
    client,
    call: async (name, input = {}) => {
      const { structuredContent } = await client.callTool({ name, arguments: input });
      return structuredContent as unknown as Told;
    },
  };
}
