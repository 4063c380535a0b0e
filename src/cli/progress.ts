import type { Sink } from './sink.ts';

/** A bar that shows how far a long reading has come. */
export interface Progress {
  /** Tells how many bytes more were read. */
  advance(bytes: number): void;
  /** Wipes the bar, before other output or for good. */
  clear(): void;
}

const slots = 30;
const between = 100;

/** A progress bar on a terminal; elsewhere, nothing. `size` in bytes, or undefined where it is not known. */
export function progressOn(sink: Sink, label: string, size: number | undefined): Progress {
  if (!sink.isTerminal) return { advance: () => undefined, clear: () => undefined };
  let read = 0;
  let last = 0;
  const draw = (): void => {
    const megabytes = `${(read / 1e6).toFixed(1)} MB`;
    sink.write(`\r\x1b[K${label} ${size ? `${bar(read / size)} ` : ''}${megabytes}`);
    sink.flush();
  };
  return {
    advance: (bytes) => {
      read += bytes;
      const now = performance.now();
      if (now - last < between) return;
      last = now;
      draw();
    },
    clear: () => {
      if (last === 0) return;
      last = 0;
      sink.write('\r\x1b[K');
      sink.flush();
    },
  };
}

function bar(share: number): string {
  const full = Math.min(slots, Math.floor(share * slots));
  return `[${'#'.repeat(full)}${'.'.repeat(slots - full)}] ${Math.min(100, Math.floor(share * 100))}%`;
}
