import { type JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Served, ServedOptions } from './http-pool.ts';
import { Session } from './session.ts';
import type { Message } from './wire/message.ts';

/** One client over HTTP, with a server of its own: nothing of it is another principal's. */
export class HttpSession implements Served {
  readonly principal: string;
  readonly #session: Session;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  /** The text of each request's message: of two at once neither is taken for the other. */
  readonly #texts: WeakMap<Request, string> = new WeakMap();
  #last: number = performance.now();

  private constructor(id: string, { parts, open, ended }: ServedOptions) {
    this.principal = parts.caller.principal;
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => ended(this),
    });
    this.#transport.onmessage = (_, extra) => {
      const text = extra?.request && this.#texts.get(extra.request);
      if (text !== undefined) this.#session.receive(text);
    };
    this.#session = new Session({
      parts,
      open,
      toClient: (text) => {
        const message = JSON.parse(text) as JSONRPCMessage;
        this.#transport.send(message).catch((error: Error) => parts.log(error.message));
      },
    });
  }

  /** Opens a session for a caller, with what an earlier one of it left settled first. */
  static async open(id: string, options: ServedOptions): Promise<HttpSession> {
    const own = new HttpSession(id, options);
    await own.settle();
    return own;
  }

  idleFor(): number {
    return performance.now() - this.#last;
  }

  settle(): Promise<boolean> {
    return this.#session.settle();
  }

  /** Answers a request of its own principal; the guard reads the text of its message as it came. */
  async answer(request: Request, message: Message | null): Promise<Response> {
    this.#last = performance.now();
    if (message === null) return this.#transport.handleRequest(request);
    this.#texts.set(request, message.text);
    return this.#transport.handleRequest(request, { parsedBody: message.value });
  }

  async end(): Promise<void> {
    await this.#session.end();
    await this.#transport.close();
  }
}
