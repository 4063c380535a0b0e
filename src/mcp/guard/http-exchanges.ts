import { createHash } from 'node:crypto';
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  SdkError,
} from '@modelcontextprotocol/server';
import { refused } from '../gate.ts';
import type { Served, ServedOptions } from './http-pool.ts';
import type { Members } from './mapping/arguments.ts';
import { Session } from './session.ts';
import { type Request as Asked, asRequest, errors, errorText, type Message } from './wire/message.ts';
import { progressOf } from './wire/meta.ts';
import { belongsTo, renamed, restored } from './wire/renamed.ts';

/** A request that is not answered yet, and what carries its answer. */
interface Exchange {
  readonly asked: Asked;
  readonly transport: PerRequestHTTPServerTransport;
}

/** Begins and ends no connection: whoever sends it over HTTP would do that to the others of its key. */
const ofConnections: readonly string[] = [
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
];

/**
 * The clients of one key in 2026-07-28, where each request stands for itself, with one server for all of them. Two of them may
 * use one id: the server is given others, and each client is told by its own.
 */
export class HttpExchanges implements Served {
  readonly principal: string;
  readonly #session: Session;
  readonly #options: ServedOptions;
  readonly #open: Map<unknown, Exchange> = new Map();
  #count = 0;
  #last: number = performance.now();
  #isOver = false;

  private constructor(options: ServedOptions) {
    const { parts, open } = options;
    this.#options = options;
    this.principal = parts.caller.principal;
    this.#session = new Session({ parts, open, toClient: (text) => this.#hand(JSON.parse(text) as Members) });
  }

  /** Opens them for a caller, with what an earlier session of it left settled first. */
  static async open(options: ServedOptions): Promise<HttpExchanges> {
    const own = new HttpExchanges(options);
    await own.settle();
    return own;
  }

  idleFor(): number {
    return this.#open.size > 0 ? 0 : performance.now() - this.#last;
  }

  settle(): Promise<boolean> {
    return this.#session.settle();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#session.end();
    await Promise.all([...this.#open.values()].map(({ transport }) => transport.close()));
  }

  /** Answers one request of its key. */
  async answer(request: Request, message: Message, classification: MessageClassification): Promise<Response> {
    if (this.#isOver) return refused(503, 'The server of this key has just ended: call again.');
    this.#last = performance.now();
    const asked = asRequest(message);
    const isOfConnection = ofConnections.includes(String(message.value['method']));
    if (asked === null) {
      if (!isOfConnection) this.#session.receive(message.text);
      return new Response(null, { status: 202 });
    }
    if (isOfConnection)
      return Response.json(JSON.parse(errorText(asked.id, errors.method, 'there are no connections here')));
    const own = `exchange-${++this.#count}`;
    const transport = new PerRequestHTTPServerTransport({ classification });
    transport.onmessage = () => this.#session.receive(renamed(asked.text, own));
    transport.onclose = () => this.#leave(own);
    await transport.start();
    this.#open.set(own, { asked, transport });
    return transport.handleMessage(asked.value as unknown as JSONRPCRequest, { request }).catch((error) => {
      if (error instanceof SdkError) return new Response(null, { status: 499 }); // nobody waits for it any more
      throw error;
    });
  }

  /** Hands a message of the server to the client whose it is; what is nobody's is dropped. */
  #hand(message: Members): void {
    if ('method' in message && 'id' in message)
      return this.#session.receive(
        errorText(message['id'] as string, errors.method, 'nobody can be asked here'),
      );
    const place = belongsTo(message);
    const exchange = this.#open.get(place);
    if (exchange === undefined) return;
    const { asked, transport } = exchange;
    const { id } = asked;
    const own = { id, progressToken: progressOf(asked)['progressToken'] };
    const told = restored(message, own) as unknown as JSONRPCMessage;
    const isAnswer = !('method' in message);
    if (isAnswer) this.#open.delete(place);
    transport
      .send(told, { relatedRequestId: id })
      .catch((error: Error) => this.#options.parts.log(error.message));
    // a server that does not know of this version: its clients come back with a handshake, for a session of their own
    const isRefused = isAnswer && 'error' in message && asked.method === 'server/discover';
    if (isRefused && this.#open.size === 0) this.#options.ended(this);
  }

  /** A client that goes before it is answered has cancelled its request. */
  #leave(own: string): void {
    if (!this.#open.delete(own)) return;
    const params = { requestId: own, reason: 'the client has gone' };
    this.#session.receive(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  }
}

/** What the exchanges of a key are kept under: never the key itself. */
export function placeOf(key: string): string {
  return `key-${createHash('sha256').update(key).digest('hex')}`;
}
