import type { Log } from '../security/log.ts';
import type { Notice } from './notices.ts';
import { signedHeaders } from './signature.ts';

/** Where people are told, and with what secret the messages are signed. */
export interface Webhook {
  readonly url: string;
  /** 16 bytes or more. */
  readonly secret: string;
}

/** How long the receiver may take, and how long is waited after each failure; milliseconds. */
const patience = 10_000;
const delays = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const;
/** Notices that wait at most, and that are remembered as told: nobody is flooded, and nothing grows without end. */
const most = 1_000;
const remembered = 20_000;

/** One that is to be told, and when it is tried next. */
interface Waiting {
  readonly notice: Notice;
  attempt: number;
  next: number;
}

/** Tells a webhook of each notice once, one at a time; what fails is tried again, later each time, and then given up. */
export class Teller {
  readonly #webhook: Webhook;
  readonly #clock: () => number;
  readonly #log: Log;
  readonly #known: Set<string> = new Set();
  readonly #waiting: Map<string, Waiting> = new Map();

  constructor(webhook: Webhook, clock: () => number, log: Log) {
    this.#webhook = webhook;
    this.#clock = clock;
    this.#log = log;
  }

  /** Takes what there is to tell; what it knows already is left out. */
  take(notices: readonly Notice[]): void {
    for (const notice of notices) {
      if (this.#known.has(notice.id) || this.#waiting.size >= most) continue;
      this.#known.add(notice.id);
      this.#waiting.set(notice.id, { notice, attempt: 0, next: this.#clock() });
      if (this.#known.size > remembered) this.#known.delete(this.#known.values().next().value as string);
    }
  }

  /** Tells what is due; where one fails, the others wait for the next round too, since it is the same receiver. */
  async tell(signal: AbortSignal): Promise<void> {
    for (const waiting of [...this.#waiting.values()]) {
      if (signal.aborted || waiting.next > this.#clock()) continue;
      if (await this.#send(waiting, signal)) this.#waiting.delete(waiting.notice.id);
      else return this.#later(waiting);
    }
  }

  #later(waiting: Waiting): void {
    const delay = delays[waiting.attempt];
    waiting.attempt += 1;
    const { conversation } = waiting.notice;
    this.#log({ event: 'webhook-failed', conversation, attempt: waiting.attempt });
    if (delay === undefined) this.#waiting.delete(waiting.notice.id);
    else waiting.next = this.#clock() + delay;
  }

  async #send({ notice }: Waiting, signal: AbortSignal): Promise<boolean> {
    const { url, secret } = this.#webhook;
    const body = JSON.stringify(notice);
    const signed = signedHeaders({ secret, id: notice.id, at: Math.floor(this.#clock() / 1_000), body });
    try {
      const { ok, body: answer } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        body,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      await answer?.cancel(); // nobody reads what it says, however much that is
      return ok;
    } catch {
      return false;
    }
  }
}
