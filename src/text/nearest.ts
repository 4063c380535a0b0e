const longest = 40;

/**
 * The candidate that a text was most likely meant to be: the fewest letters inserted, left out, changed or swapped,
 * about a third of its length; undefined when none is that close. Letters that differ in case only count a quarter.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length > longest) return undefined;
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const most = Math.min(least, Math.max(1, Math.floor((Math.max(text.length, candidate.length) + 1) / 3)));
    if (candidate === text || Math.abs(candidate.length - text.length) > most) continue;
    const edits = distance(text, candidate);
    if (edits <= most && edits < least && edits < candidate.length) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** Edits between two texts, two neighbours that changed places being one; a letter in the other case is a quarter of one. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      let edits = Math.min(
        cell(last, column) + 1,
        cell(current, column - 1) + 1,
        cell(last, column - 1) + substitution(from[row - 1], to[column - 1]),
      );
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) edits = Math.min(edits, cell(before, column - 2) + 1);
      current.push(edits);
    }
    before = last;
    last = current;
  }
  return cell(last, to.length);
}

function substitution(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  return a?.toLowerCase() === b?.toLowerCase() ? 0.25 : 1;
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
