import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sessionCookie } from '../../src/server/security/cookies.ts';
import { challengeIn, hiddenIn } from './console.ts';
import type { SoftPasskey } from './soft-passkey.ts';

/** What a server answered. */
export interface WebAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

interface Sending {
  readonly type: string;
  readonly origin: string;
  readonly body: string;
}

/** A browser without scripts, at several servers behind one address: each request says which of them is to answer. */
export class WebClient {
  readonly #origin: string;
  #secret: string;

  /** `origin` is what stands in the browser's address bar; `secret` that of a session, where somebody is signed in. */
  constructor(origin: string, secret = '') {
    this.#origin = origin;
    this.#secret = secret;
  }

  async ask(port: number, path: string, sending?: Sending): Promise<WebAnswer> {
    const answer = await this.open(port, path, sending);
    const { statusCode: status = 0, headers } = answer;
    const [given = ''] = headers['set-cookie'] ?? [];
    const [, secret] = new RegExp(`^${sessionCookie}=([^;]+)`).exec(given) ?? [];
    if (secret !== undefined) this.#secret = secret;
    return { status, location: headers.location, body: await text(answer) };
  }

  /** The answer as it begins: a stream is read by whoever asked. */
  open(port: number, path: string, sending?: Sending): Promise<IncomingMessage> {
    const headers = {
      host: new URL(this.#origin).host,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      ...(this.#secret === '' ? {} : { cookie: `${sessionCookie}=${this.#secret}` }),
      ...(sending === undefined ? {} : { origin: sending.origin, 'content-type': sending.type }),
    };
    const method = sending === undefined ? 'GET' : 'POST';
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, resolve);
      asked.on('error', reject).end(sending?.body);
    });
  }

  async read(port: number, path: string): Promise<string> {
    return (await this.ask(port, path)).body;
  }

  /** Sends the form of a page that posts to `path`, whichever server made the page. */
  submit(
    port: number,
    page: string,
    path: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<WebAnswer> {
    const body = new URLSearchParams({ ...hiddenIn(page, path), ...fields }).toString();
    return this.ask(port, path, { type: 'application/x-www-form-urlencoded', origin: 'null', body });
  }

  /** The page that asks for an answer once more; `page` is that of the question. */
  async choose(port: number, question: string, val: string): Promise<string> {
    const path = `/questions/main/${question}`;
    const page = await this.read(port, path);
    return (await this.submit(port, page, `${path}/answer`, { val })).body;
  }

  /** Sends the second step of an answer. */
  confirm(port: number, page: string, question: string, val: string, typed = ''): Promise<WebAnswer> {
    return this.submit(port, page, `/questions/main/${question}/confirm`, { val, typed });
  }

  /** Asks one server for a challenge. */
  async challenge(port: number, path: string): Promise<string> {
    return challengeIn(await this.read(port, path));
  }

  /** Sends to a server the passkey that was made for a challenge. */
  enrol(port: number, path: string, passkey: SoftPasskey, challenge: string): Promise<WebAnswer> {
    return this.#send(port, path, passkey.made(this.#origin, challenge));
  }

  /** Sends to a server what a passkey signed. */
  signIn(port: number, passkey: SoftPasskey, challenge: string): Promise<WebAnswer> {
    return this.#send(port, '/sign-in', passkey.used(this.#origin, challenge));
  }

  #send(port: number, path: string, answer: object): Promise<WebAnswer> {
    return this.ask(port, path, {
      type: 'application/json',
      origin: this.#origin,
      body: JSON.stringify(answer),
    });
  }
}
