import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const tools = [
  { name: 'pay', inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } },
  { name: 'balance', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
];

interface Incoming {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: unknown };
}

/** A server over HTTP for a guard to stand in front of: it pays, and counts what it pays. */
export class WebServer {
  readonly paid: unknown[] = [];
  readonly authorizations: Set<string | undefined> = new Set();
  /** Its sessions, and those that their client has ended. */
  readonly sessions: string[] = [];
  readonly ended: unknown[] = [];
  /** It ends the connection when it is called. */
  breaks = false;
  readonly #server: Server = createServer(async (request, response) => {
    this.authorizations.add(request.headers.authorization);
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method === 'DELETE') {
      this.ended.push(request.headers['mcp-session-id']);
      return response.writeHead(200).end();
    }
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = JSON.parse(body) as Incoming;
    if (message.id === undefined) return response.writeHead(202).end();
    const result = this.#resultOf(message);
    if (this.breaks && message.method === 'tools/call') return request.socket.destroy();
    const isNew = message.method === 'initialize';
    if (isNew) this.sessions.push(`web-${this.sessions.length}`);
    const session = isNew ? { 'mcp-session-id': this.sessions.at(-1) } : {};
    response.writeHead(200, { 'content-type': 'application/json', ...session });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
  });

  static async open(): Promise<WebServer> {
    const own = new WebServer();
    await new Promise<void>((resolve) => own.#server.listen(0, '127.0.0.1', resolve));
    return own;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #resultOf({ method, params }: Incoming): object {
    if (method === 'initialize')
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'web', version: '1' },
      };
    if (method === 'tools/list') return { tools, resultType: 'complete' };
    if (method === 'tools/call' && params?.name === 'pay') this.paid.push(params.arguments);
    return { content: [{ type: 'text', text: `${method}` }], resultType: 'complete' };
  }
}
