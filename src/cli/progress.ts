import type { Sink } from './sink.ts';

/** A bar that shows how far a long reading has come. */
export interface Progress {
  /** Tells how many bytes, or entries, more were read. */
  advance(amount: number): void;
  /** Wipes the bar, before other output or for good. */
  clear(): void;
}

const slots = 30;
const between = 100;

interface Manner {
  readonly unit?: 'bytes' | 'entries';
  /** Milliseconds. */
  readonly clock?: () => number;
}

/**
 * A progress bar on a terminal; elsewhere, nothing. `size` in the unit, or undefined where it is not known.
 */
export function progressOn(
  sink: Sink,
  label: string,
  size: number | undefined,
  { unit = 'bytes', clock = () => performance.now() }: Manner = {},
): Progress {
  if (!sink.isTerminal) return { advance: () => undefined, clear: () => undefined };
  let read = 0;
  let last = clock();
  let isDrawn = false;
  const draw = (): void => {
    const amount = unit === 'bytes' ? `${(read / 1e6).toFixed(1)} MB` : `${read} entries`;
    sink.write(`\r\x1b[K${label} ${size ? `${bar(read / size)} ` : ''}${amount}`);
    sink.flush();
  };
  return {
    advance: (amount) => {
      read += amount;
      const now = clock();
      if (now - last < between) return;
      last = now;
      isDrawn = true;
      draw();
    },
    clear: () => {
      if (!isDrawn) return;
      isDrawn = false;
      sink.write('\r\x1b[K');
      sink.flush();
    },
  };
}

function bar(share: number): string {
  const full = Math.min(slots, Math.floor(share * slots));
  return `[${'#'.repeat(full)}${'.'.repeat(slots - full)}] ${Math.min(100, Math.floor(share * 100))}%`;
}
