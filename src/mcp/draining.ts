import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

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
  readonly #inner: StdioServerTransport;
  readonly #stdin: Readable;
  readonly #through = new PassThrough();
  readonly #asked = new Set<RequestId>();
  #hasEnded = false;

  constructor(stdin: Readable, stdout: Writable) {
    this.#stdin = stdin;
    this.#inner = new StdioServerTransport(this.#through, stdout);
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => this.onclose?.();
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message) => {
      this.#note(message);
      this.onmessage?.(message);
    };
    await this.#inner.start();
    this.#stdin.pipe(this.#through, { end: false });
    const ended = (): void => {
      this.#hasEnded = true;
      setImmediate(() => this.#endWhenAnswered()); // what came with the end is read first
    };
    this.#stdin.once('end', ended);
    this.#stdin.once('error', ended);
    if (this.#stdin.readableEnded || this.#stdin.destroyed) ended();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
  }

  async close(): Promise<void> {
    this.#stdin.unpipe(this.#through);
    await this.#inner.close();
  }

  #note(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method !== endless) this.#asked.add(message.id);
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
      this.#settle(message.params?.['requestId'] as RequestId | undefined);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#asked.delete(id);
    this.#endWhenAnswered();
  }

  #endWhenAnswered(): void {
    if (this.#hasEnded && this.#asked.size === 0) this.#through.end();
  }
}
