import { type JSONRPCMessage, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Served, ServedOptions } from './http-pool.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import { Session } from './session.ts';
import { asRequest, type Id, type Message } from './wire/message.ts';
import { progressOf } from './wire/meta.ts';

/** One client over HTTP, with a server of its own: nothing of it is another principal's. */
export class HttpSession implements Served {
  readonly principal: string;
  readonly #session: Session;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  /** The text of each request's message: of two at once neither is taken for the other. */
  readonly #texts: WeakMap<Request, string> = new WeakMap();
  /** Requests by the token that their progress is told under: it goes with their answer. */
  readonly #progress: Map<unknown, Id> = new Map();
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
        const message = JSON.parse(text) as Members;
        const about = this.#requestOf(message);
        this.#transport
          .send(message as unknown as JSONRPCMessage, about === undefined ? {} : { relatedRequestId: about })
          .catch((error: Error) => parts.log(error.message));
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
    const asked = asRequest(message);
    const token = asked === null ? undefined : progressOf(asked)['progressToken'];
    if (asked !== null && token !== undefined) this.#progress.set(token, asked.id);
    return this.#transport.handleRequest(request, { parsedBody: message.value });
  }

  /** The request whose progress a message tells; one that is answered has none any more. */
  #requestOf(message: Members): Id | undefined {
    const { id, method, params } = message;
    if (method === 'notifications/progress' && isMembers(params))
      return this.#progress.get(params['progressToken']);
    if (method === undefined)
      for (const [token, own] of this.#progress) if (own === id) this.#progress.delete(token);
    return undefined;
  }

  async end(): Promise<void> {
    await this.#session.end();
    await this.#transport.close();
  }
}
