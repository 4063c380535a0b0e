import type { Readable } from 'node:stream';

/** Bytes of the longest line of a stream. */
const longestLine = 64 * 1024 * 1024;

/** What is heard of a stream: its lines as text, and that it has ended or cannot be read on. */
export interface LineEars {
  line(text: string): void;
  end(fault: string | null): void;
}

/** Reads a stream of messages, one a line, in UTF-8; blank lines are skipped. */
export function readLines(stream: Readable, ears: LineEars): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let chunks: Buffer[] = [];
  let size = 0;
  let isOver = false;
  const end = (fault: string | null): void => {
    if (isOver) return;
    isOver = true;
    ears.end(fault);
  };
  const tell = (bytes: Buffer): void => {
    let text: string;
    try {
      text = utf8.decode(bytes);
    } catch {
      return end('a line is not UTF-8');
    }
    if (text.trim() !== '') ears.line(text);
  };
  stream.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at >= 0 && !isOver; at = chunk.indexOf(0x0a, from)) {
      const whole =
        size === 0 ? chunk.subarray(from, at) : Buffer.concat([...chunks, chunk.subarray(from, at)]);
      [chunks, size, from] = [[], 0, at + 1];
      tell(whole);
    }
    if (isOver || from === chunk.length) return;
    size += chunk.length - from;
    chunks.push(chunk.subarray(from));
    if (size > longestLine) end(`a line is longer than ${longestLine} bytes`);
  });
  stream.on('error', (error) => end(error.message));
  stream.on('end', () => end(null));
  stream.on('close', () => end(null));
}
