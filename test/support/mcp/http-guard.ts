import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { clientFor, type Version } from '../mcp.ts';
import type { GuardOffice, Started } from './guard-office.ts';

/** A handshake of 2025-11-25. */
export const handshake: object = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** An official client over HTTP, and what carries its messages. */
export interface HttpClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** A guard over HTTP, in a process of its own. */
export class HttpGuard {
  readonly #office: GuardOffice;
  readonly #child: ChildProcess;
  readonly #clients: Client[] = [];
  readonly #ended: Promise<number | null>;
  readonly address: URL;
  /** Everything that it said on its standard error. */
  errors: string;

  private constructor(office: GuardOffice, child: ChildProcess, said: string) {
    this.#office = office;
    this.#child = child;
    this.errors = said;
    this.address = new URL(/guard at (\S+)\n/.exec(said)?.[1] ?? '');
    child.stderr?.on('data', (text: string) => {
      this.errors += text;
    });
    this.#ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  }

  static async start(office: GuardOffice, { args, ...place }: Started): Promise<HttpGuard> {
    const child = spawn(process.execPath, args, { ...place, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8');
    while (!/guard at (\S+)\n/.test(said)) {
      const [chunk] = (await once(child.stderr, 'data')) as [string];
      said += chunk;
    }
    return new HttpGuard(office, child, said);
  }

  /** What a request of a principal shows. */
  bearer(principal: string): string {
    return `Bearer ${readFileSync(this.#office.path(`${principal}.key`), 'utf8').trim()}`;
  }

  /** The official client of a principal; of 2025-11-25 unless another version is named. */
  async client(
    principal: string,
    {
      version = '2025-11-25',
      capabilities = {},
    }: { readonly version?: Version | 'auto'; readonly capabilities?: object } = {},
  ): Promise<HttpClient> {
    const requestInit = { headers: { authorization: this.bearer(principal) } };
    const transport = new StreamableHTTPClientTransport(this.address, { requestInit });
    const client = clientFor(version, capabilities);
    await client.connect(transport);
    this.#clients.push(client);
    return { client, transport };
  }

  /** What a POST comes to, a handshake unless it is given: its status and what it says. */
  async post(headers: Readonly<Record<string, string>>, body: unknown = handshake): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return fetch(this.address, { method: 'POST', headers: { ...usual, ...headers }, body: text });
  }

  async status(headers: Readonly<Record<string, string>>, body: unknown = handshake): Promise<number> {
    const response = await this.post(headers, body);
    await response.body?.cancel();
    return response.status;
  }

  /** The status of a handshake under any Host at all, which fetch does not let anybody set. */
  async statusAt(
    host: string,
    principal: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<number | undefined> {
    const own = { ...usual, host, authorization: this.bearer(principal), ...headers };
    const sent = request(this.address, { method: 'POST', headers: own });
    sent.end(JSON.stringify(handshake));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.destroy();
    return response.statusCode;
  }

  /** Ends it by a signal; its exit code, null where the signal itself ended it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.end();
  }
}

/** Calls a tool that the guard answers for; what it says. */
export async function told(client: Client, name: string, given: object): Promise<Record<string, unknown>> {
  const { structuredContent } = await client.callTool({ name, arguments: { ...given } });
  return structuredContent as Record<string, unknown>;
}
