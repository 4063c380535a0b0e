import { longestLine } from './export-form.ts';
import { type Exported, ExportReader, type Held } from './export-read.ts';

/** Text in pieces, cut anywhere: what a file or a pipe gives. */
export type Chunks = AsyncIterable<string> | Iterable<string>;

/**
 * Reads an export once, in memory that does not grow with its entries. Throws BadExport at the first line that no export has
 * there; only when it ends without one is the export whole.
 */
export async function* readExport(chunks: Chunks, held: Held): AsyncGenerator<Exported> {
  const reader = new ExportReader(held);
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    for (const part of others) {
      const exported = reader.read(parts.join(''));
      if (exported !== null) yield exported;
      parts = [part];
      length = 0;
    }
    length += (parts.at(-1) as string).length;
    if (length > longestLine) reader.refuse('a line is longer than any line may be');
  }
  if (parts.join('') !== '') reader.refuse('its last line has no end: it was cut off');
  reader.close();
}
