import type { Context } from 'hono';
import type { Env, ServerParts } from '../env.ts';

/** One event as it is sent. */
export interface Sent {
  readonly id?: string;
  readonly event: string;
  /** One line. */
  readonly data: string;
}

/** Where a stream has its events from. It rings when there may be more of them. */
export interface Source {
  /** The next one; null while there is none. What it throws ends the stream. */
  next(): Promise<Sent | null>;
  end(): void;
}

/** How often a quiet stream is looked at and kept open, in milliseconds. */
const beat = 15_000;

/**
 * A stream of events, each read when its reader has taken the one before: whoever is slow holds up nobody, and makes nothing
 * pile up. `may` says, before every one and whenever it is quiet, whether its reader still may see any; then it is cut off. It
 * ends too when the reader leaves, when its source fails, and when the server stops.
 */
export function stream(
  c: Context<Env>,
  { events }: Pick<ServerParts, 'events'>,
  may: () => Promise<boolean>,
  open: (ring: () => void) => Source,
): Response {
  const bell = new Bell();
  const source = open(() => bell.ring());
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    events.ended.removeEventListener('abort', end);
    source.end();
    bell.ring();
  };
  events.ended.addEventListener('abort', end, { once: true });
  if (events.ended.aborted) end();
  const next = async (): Promise<string | null> => {
    while (!isOver) {
      const event = await source.next();
      if (isOver || !(await may())) return null; // after it was read: what came before a revocation is not told behind it
      if (event !== null) return written(event);
      if (!(await bell.rings(beat))) return ': still here\n\n';
    }
    return null;
  };
  const body = new ReadableStream<string>({
    start: (out) => out.enqueue(': here\n\n'),
    pull: async (out) => {
      const text = await next().catch(() => null); // its reader comes back with the last id
      if (text !== null && !isOver) return out.enqueue(text);
      end();
      out.close();
    },
    cancel: end,
  });
  return c.body(body.pipeThrough(new TextEncoderStream()), 200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

function written({ id, event, data }: Sent): string {
  return `event: ${event}\ndata: ${data}\n${id === undefined ? '' : `id: ${id}\n`}\n`;
}

/** Rung by whoever has news, and waited for by one. */
class Bell {
  #isRung = false;
  #wake: (isRung: boolean) => void = () => undefined;

  ring(): void {
    this.#isRung = true;
    this.#wake(true);
  }

  /** Resolves with true when it is rung, or was since it was waited for, and with false after so many milliseconds. */
  async rings(within: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const rung =
      this.#isRung ||
      (await new Promise<boolean>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, within, false);
      }));
    clearTimeout(timer);
    this.#isRung = false;
    return rung;
  }
}
