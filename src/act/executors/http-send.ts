import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** One question to a server. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Milliseconds for all of it. */
  readonly timeout: number;
  /** Milliseconds within which the connection has to stand: later nothing is written. */
  readonly startWithin: number;
  /** Bytes of the answer at most. */
  readonly maximumAnswer: number;
}

/** What came of it. `unsent`: no byte of it can have left. */
export type HttpReply = HttpAnswer | { readonly came: 'unsent' | 'nothing'; readonly reason: string };

export interface HttpAnswer {
  readonly came: 'answer';
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Buffer;
}

/**
 * Sends one request on a connection of its own: no proxy, no redirect, no second try. Nothing is written before the
 * connection stands and its certificate is right; from then on, whatever goes wrong, it may have been read.
 */
export function sendHttp(asked: HttpRequest): Promise<HttpReply> {
  const { url, body, timeout, startWithin, maximumAnswer } = asked;
  const begun = performance.now();
  const isHttps = url.protocol === 'https:';
  const agent = isHttps ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  const request = start(asked, agent);
  // its text could hold a header that is a secret
  if (request === null)
    return Promise.resolve({ came: 'unsent', reason: 'no request can be made of these headers' });
  return new Promise((resolve) => {
    let connected = false;
    const lost = (reason: string): void => end({ came: connected ? 'nothing' : 'unsent', reason });
    const timer = setTimeout(() => lost(`no answer within ${timeout} ms`), timeout);
    const end = (reply: HttpReply): void => {
      clearTimeout(timer);
      resolve(reply);
      request.destroy();
      agent.destroy();
    };
    request.once('socket', (socket) => {
      socket.once(isHttps ? 'secureConnect' : 'connect', () => {
        if (performance.now() - begun >= startWithin)
          return lost('it was too late to send when the connection stood');
        connected = true;
        request.end(body ?? undefined);
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => lost(`the connection failed (${codeOf(error)})`));
    request.on('close', () => lost('the connection was closed'));
    request.once('response', (response) => read(response, maximumAnswer, end, lost));
  });
}

function start({ method, url, headers }: HttpRequest, agent: HttpAgent): ClientRequest | null {
  try {
    const make = url.protocol === 'https:' ? requestHttps : requestHttp;
    return make(url, { method, headers: { ...headers }, agent });
  } catch {
    return null;
  }
}

function read(
  response: IncomingMessage,
  maximumAnswer: number,
  end: (reply: HttpReply) => void,
  lost: (reason: string) => void,
): void {
  const packed = response.headers['content-encoding'] ?? 'identity';
  if (packed !== 'identity') return lost(`the answer came packed (${packed.slice(0, 20)})`);
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maximumAnswer) lost(`the answer is longer than ${maximumAnswer} bytes`);
    else chunks.push(chunk);
  });
  response.on('error', (error: NodeJS.ErrnoException) => lost(`the answer broke off (${codeOf(error)})`));
  response.once('end', () => {
    if (!response.complete) return lost('the answer broke off');
    const { statusCode: status = 0, headers } = response;
    end({ came: 'answer', status, retryAfter: headers['retry-after'] ?? null, body: Buffer.concat(chunks) });
  });
}

/** What the system calls it: its words could hold an address with a secret in it. */
function codeOf({ code }: NodeJS.ErrnoException): string {
  return code ?? 'no reason given';
}
