import { splitLines, type TextLine } from '../text/lines.ts';
import { escaped } from '../text/shown.ts';
import { openSource } from './chunks.ts';
import { progressOn } from './progress.ts';
import type { Call } from './verb.ts';

/** Where a line comes from; `pause` before it is shown, so that no progress bar stays in the output. */
export interface Reading {
  readonly name: string;
  readonly pause: () => void;
}

/** Hands every line of a file or stream of any size to `take`; returns the name that findings call the source. */
export async function readStream(
  call: Call,
  path: string,
  take: (line: TextLine, reading: Reading) => void,
): Promise<string> {
  const { name, size, chunks } = openSource(call, path);
  const progress = progressOn(call.world.err, escaped(name), size);
  const reading = { name, pause: progress.clear };
  const splitter = splitLines();
  for await (const chunk of chunks) {
    for (const line of splitter.push(chunk)) take(line, reading);
    progress.advance(chunk.length);
    await call.world.out.drained();
  }
  for (const line of splitter.end()) take(line, reading);
  progress.clear();
  return name;
}
