import { longestLine } from './form.ts';
import { type Exported, ExportReader, type Held } from './read.ts';

/** Text or bytes in pieces, cut anywhere: what a file or a pipe gives. */
export type Chunks = AsyncIterable<Piece> | Iterable<Piece>;

type Piece = string | Uint8Array;

/**
 * Reads an export once, in memory that does not grow with its entries. Throws BadExport at the first line that no export has
 * there; only when it ends without one is the export whole.
 */
export async function* readExport(chunks: Chunks, held: Held): AsyncGenerator<Exported> {
  const reader = new ExportReader(held);
  let parts: Piece[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [first = '', ...others] = typeof chunk === 'string' ? chunk.split('\n') : splitBytes(chunk);
    parts.push(first);
    for (const part of others) {
      const line = textOf(parts) ?? reader.refuseNext('it is not UTF-8');
      const exported = reader.read(line);
      if (exported !== null) yield exported;
      parts = [part];
      length = 0;
    }
    length += (parts.at(-1) as Piece).length;
    if (length > longestLine) reader.refuseNext('it is longer than any line may be');
  }
  if (length > 0) reader.refuseNext('it has no line end: the export was cut off');
  reader.close();
}

const lineEnd = 0x0a;

function splitBytes(bytes: Uint8Array): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + 1;
  }
  parts.push(bytes.subarray(from));
  return parts;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A line of its pieces; null for bytes that are no text. */
function textOf(parts: readonly Piece[]): string | null {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  try {
    return decoder.decode(
      Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part))),
    );
  } catch {
    return null;
  }
}
