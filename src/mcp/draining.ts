import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  ReadBuffer,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { TurnWriter } from './turn-writer.ts';

/** Streams that stay open for as long as the client likes, so that nobody waits for them to be answered. */
const endless = 'subscriptions/listen';

/**
 * Stdio whose end waits for what was asked before it: a client that closes its side while an act runs does not cut the act
 * off, and one that pipes a request in gets its answer.
 */
export class DrainingTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #out: TurnWriter;
  readonly #heard = new ReadBuffer();
  readonly #asked = new Set<RequestId>();
  #hasEnded = false;
  #isClosed = false;

  constructor(stdin: Readable, stdout: Writable) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#out = new TurnWriter(stdout);
  }

  async start(): Promise<void> {
    this.#stdout.on('error', (error) => this.#fail(error)); // and for good: a late one would end the process
    this.#stdin.on('data', this.#hear);
    for (const end of ['end', 'close', 'error']) this.#stdin.once(end, this.#end);
    if (this.#stdin.readableEnded || this.#stdin.destroyed) this.#end();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('the client has gone');
    const text = serializeMessage(message);
    // with others to come it waits for them, and they go out as one
    await (this.#asked.size > 1 ? this.#out.keep(text) : this.#out.write(text));
    if (!('method' in message)) this.#settle(message.id);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stdin.off('data', this.#hear);
    this.#stdin.pause();
    this.#heard.clear();
    this.#out.flush();
    this.onclose?.();
  }

  readonly #hear = (chunk: Buffer): void => {
    try {
      this.#heard.append(chunk);
    } catch (error) {
      return this.#fail(error as Error); // longer than a message may be
    }
    while (this.#next());
  };

  /** Takes the next message that is heard whole; whether there may be more. What is none is told, and skipped. */
  #next(): boolean {
    try {
      const message = this.#heard.readMessage();
      if (message === null) return false;
      this.#note(message);
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error as Error);
    }
    return true;
  }

  readonly #end = (): void => {
    this.#hasEnded = true;
    setImmediate(() => this.#endWhenAnswered()); // what came with the end is read first
  };

  #fail(error: Error): void {
    if (this.#isClosed) return;
    this.onerror?.(error);
    void this.close();
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) {
      if (message.method !== endless) this.#asked.add(message.id);
    } else if (message.method === 'notifications/cancelled')
      this.#settle(message.params?.['requestId'] as RequestId | undefined);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#asked.delete(id);
    this.#endWhenAnswered();
  }

  #endWhenAnswered(): void {
    if (this.#hasEnded && this.#asked.size === 0) void this.close();
  }
}
