import { randomUUID } from 'node:crypto';
import { isMembers, type Members } from '../mapping/arguments.ts';
import type { Reply } from '../outcome.ts';
import type { Link, OpenLink } from './link.ts';
import {
  errors,
  errorText,
  type Id,
  keyOfId,
  kindOf,
  type Message,
  type Request,
  readMessages,
} from './message.ts';

/** What an upstream needs of the guard. */
export interface UpstreamOptions {
  readonly open: OpenLink;
  /** Hands a text on to the client. */
  readonly toClient: (text: string) => void;
  /** Says something on standard error. */
  readonly log: (text: string) => void;
  /** Milliseconds that the server has to list its tools, and to greet again. */
  readonly patience: number;
}

/** Changes a result on its way to the client. */
export type Alter = (result: Members) => Members;

/** What the client greeted the server with. */
interface Handshake {
  readonly initialize: Request;
  initialized: string | null;
}

/** How often, and in how many milliseconds, a server may end before it is given up. */
const mostStarts = 5;
const within = 60_000;

/**
 * The guarded server: what the client says is passed on to it, what it says is passed back, and the guard asks it things of its
 * own. When it ends, what waits is answered for, and it is started again for the next message with the handshake of the
 * client replayed; nothing is sent twice.
 */
export class Upstream {
  readonly #options: UpstreamOptions;
  readonly #own: Map<string, { answer(reply: Reply): void; fail(error: Error): void }> = new Map();
  readonly #passed: Map<string, { readonly request: Request; readonly alter: Alter | null }> = new Map();
  /** Nobody else's ids begin with it. */
  readonly #prefix: string = `hearback-${randomUUID()}-`;
  #count = 0;
  #link: Link | null = null;
  #starts: readonly number[] = [];
  #ready: Promise<void> = Promise.resolve();
  #handshake: Handshake | null = null;
  #isClosed = false;

  constructor(options: UpstreamOptions) {
    this.#options = options;
  }

  /** Whether a request of the client waits for its answer under an id. */
  waitsFor(id: Request['id']): boolean {
    return this.#passed.has(keyOfId(id));
  }

  /** Passes a client's request on; `alter` changes its result on the way back. */
  async pass(request: Request, alter: Alter | null = null): Promise<void> {
    this.#passed.set(keyOfId(request.id), { request, alter });
    if (request.method === 'initialize') this.#handshake = { initialize: request, initialized: null };
    try {
      await this.#started(request.method === 'initialize');
      this.#link?.send(request.text);
    } catch (error) {
      this.#failPassed(request, error as Error);
    }
  }

  /** Passes on what needs no answer: a notification, or the client's answer to the server. */
  async tell({ value, text }: Message): Promise<void> {
    if (value['method'] === 'notifications/cancelled') this.#forget(value['params']);
    if (value['method'] === 'notifications/initialized' && this.#handshake !== null)
      this.#handshake.initialized = text;
    try {
      await this.#started(false);
      this.#link?.send(text);
    } catch (error) {
      this.#options.log(
        `the server is not told ${String(value['method'] ?? 'an answer')}: ${(error as Error).message}`,
      );
    }
  }

  /** Whoever has cancelled a request hears no answer of it, should there be one. */
  #forget(params: unknown): void {
    const id = isMembers(params) ? params['requestId'] : undefined;
    if (typeof id === 'string' || typeof id === 'number') this.#passed.delete(keyOfId(id));
  }

  /** Makes sure that the server runs; throws where it cannot be started. */
  ready(): Promise<void> {
    return this.#started(false);
  }

  /** Whether a request would reach it now. */
  get isUp(): boolean {
    return this.#link !== null;
  }

  /** Asks it something of the guard's own; throws when it ends before it has answered. */
  request(method: string, params: Members): Promise<Reply> {
    const id = `${this.#prefix}${++this.#count}`;
    return new Promise((answer, fail) => {
      if (this.#link === null) return fail(new Error('the server is not running'));
      this.#own.set(id, { answer, fail });
      this.#link.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  /** The same of what is no act; throws when it does not answer in time, so that nobody waits for good. */
  ask(method: string, params: Members): Promise<Reply> {
    const { patience } = this.#options;
    return new Promise((answer, fail) => {
      const late = (): void => fail(new Error(`the server does not answer ${method} within ${patience} ms`));
      const timer = setTimeout(late, patience);
      this.request(method, params)
        .then(answer, fail)
        .finally(() => clearTimeout(timer));
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const link = this.#link;
    this.#link = null;
    await link?.close();
    this.#failAll('the guard ends');
  }

  /** Started, and with the client's handshake behind it; `isHandshake` is the client's own. */
  async #started(isHandshake: boolean): Promise<void> {
    if (this.#link === null) this.#ready = this.#start(isHandshake);
    if (!isHandshake) await this.#ready;
  }

  async #start(isHandshake: boolean): Promise<void> {
    if (this.#isClosed) throw new Error('the guard ends');
    const now = performance.now();
    this.#starts = [...this.#starts.filter((at) => now - at < within), now];
    if (this.#starts.length > mostStarts)
      throw new Error(`the server has ended ${mostStarts} times in a minute`);
    const link = this.#options.open({
      message: (text) => this.#hear(text),
      ended: (why) => {
        if (this.#link === link) this.#link = null;
        this.#options.log(why);
        this.#failAll(why);
      },
    });
    this.#link = link;
    if (this.#handshake === null || isHandshake) return;
    try {
      await this.#greet(link, this.#handshake);
    } catch (error) {
      // one that was not greeted is of no use to anybody: the next message starts another
      if (this.#link === link) this.#link = null;
      await link.close();
      throw error;
    }
  }

  /** Replays the handshake of the client. */
  async #greet(link: Link, { initialize, initialized }: Handshake): Promise<void> {
    const reply = await this.ask('initialize', initialize.params);
    if ('error' in reply) throw new Error('the server that was started again refuses the handshake');
    if (initialized !== null) link.send(initialized);
  }

  #hear(text: string): void {
    const messages = readMessages(text);
    if ('fault' in messages) return this.#drop(messages.fault);
    for (const message of messages) this.#take(message);
  }

  /** What the client could take for an answer that the server was never asked for does not reach it. */
  #drop(fault: string): void {
    this.#options.log(`what the server wrote is dropped: ${fault}`);
  }

  #take(message: Message): void {
    const kind = kindOf(message);
    if (kind === null) return this.#drop('the message is no request, notification or answer');
    if (kind !== 'reply') return this.#options.toClient(message.text);
    const { value } = message;
    const id = value['id'] as Id; // a reply has one
    const own = typeof id === 'string' ? this.#own.get(id) : undefined;
    if (own !== undefined) {
      this.#own.delete(id as string);
      const { result, error } = value;
      return own.answer('error' in value ? { error } : { result });
    }
    const key = keyOfId(id);
    const passed = this.#passed.get(key);
    // what it was not asked is the guard's to answer, or nobody's
    if (passed === undefined) return this.#drop('it answers what it was not asked');
    this.#passed.delete(key);
    const { alter } = passed;
    const { result } = value;
    if (alter === null || !isMembers(result)) return this.#options.toClient(message.text);
    this.#options.toClient(JSON.stringify({ ...value, result: alter(result) }));
  }

  #failAll(why: string): void {
    for (const { fail } of this.#own.values()) fail(new Error(why));
    this.#own.clear();
    for (const { request } of this.#passed.values()) this.#failPassed(request, new Error(why));
  }

  #failPassed({ id }: Request, { message }: Error): void {
    if (this.#passed.delete(keyOfId(id))) this.#options.toClient(errorText(id, errors.server, message));
  }
}
