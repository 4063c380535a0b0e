import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Env, ServerParts } from '../env.ts';

/** One event as it is sent. */
export interface Sent {
  readonly id?: string;
  readonly event: string;
  readonly data: string;
}

/** What waits for a reader that is slow, at most: beyond it the stream ends, and the reader comes back for the rest. */
const most = 1_000;
/** How often a quiet stream is looked at and kept open, in milliseconds. */
const beat = 15_000;

/**
 * A stream of events. `may` says, before every one and whenever it is quiet, whether its reader still may see any; then it is
 * cut off. It ends too when the reader leaves, when it is too slow, and when the server stops.
 */
export function stream(
  c: Context<Env>,
  { events }: Pick<ServerParts, 'events'>,
  may: () => Promise<boolean>,
  subscribe: (send: (event: Sent) => void) => () => void,
): Response {
  c.header('cache-control', 'no-store');
  c.header('x-accel-buffering', 'no');
  return streamSSE(c, async (out) => {
    const waiting: Sent[] = [];
    let wake = (): void => undefined;
    let isOver = false;
    const end = (): void => {
      isOver = true;
      wake();
    };
    const unsubscribe = subscribe((event) => {
      waiting.push(event);
      if (waiting.length > most) end();
      wake();
    });
    out.onAbort(end);
    events.ended.addEventListener('abort', end, { once: true });
    try {
      await out.write(': here\n\n');
      while (!isOver && !events.ended.aborted && (await may())) {
        const [event] = waiting.splice(0, 1);
        if (event !== undefined) await out.writeSSE(event);
        else if (!(await woken((ring) => (wake = ring)))) await out.write(': still here\n\n');
      }
    } finally {
      unsubscribe();
      events.ended.removeEventListener('abort', end);
    }
  });
}

/** Resolves with true when it is rung, and with false after a beat. */
function woken(hang: (ring: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), beat);
    hang(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
