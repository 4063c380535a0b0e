import { writeSync } from 'node:fs';

/** Where text goes: kept together until there is enough of it, and quietly dropped once the reader has left. */
export interface Sink {
  write(text: string): void;
  flush(): void;
  /** Resolves when the reader has caught up; at once where writing blocks. */
  drained(): Promise<void>;
  readonly isTerminal: boolean;
  /** Colours are for terminals, and for nobody who set NO_COLOR. */
  readonly color: boolean;
  readonly width: number;
}

const enough = 1 << 16;
const usualWidth = 100;

/** A sink that writes to a stream of the process; a closed pipe is no error, so that the exit code stays the verdict. */
export function sinkFor(stream: NodeJS.WriteStream, env: Readonly<Record<string, string | undefined>>): Sink {
  let kept = '';
  let isClosed = false;
  let waiting: (() => void)[] = [];
  const goOn = (): void => {
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  stream.on('drain', goOn);
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') giveUp(error);
    isClosed = true;
    goOn();
  });
  const flush = (): void => {
    if (kept !== '' && !isClosed) stream.write(kept);
    kept = '';
  };
  const isTerminal = stream.isTTY === true;
  return {
    isTerminal,
    color: isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    width: isTerminal ? Math.max(40, (stream.columns ?? usualWidth) - 6) : usualWidth,
    flush,
    write: (text) => {
      kept += text;
      if (kept.length >= enough) flush();
    },
    drained: async () => {
      if (!stream.writableNeedDrain || isClosed) return;
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

/** What cannot be written (a full disk) leaves no verdict that somebody could take for one. */
function giveUp({ code = 'unknown' }: NodeJS.ErrnoException): never {
  try {
    writeSync(process.stderr.fd, `hearback: cannot write the output (${code})\n`);
  } finally {
    process.exit(2); // also where nobody can be told
  }
}
