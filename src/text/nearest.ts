const longest = 40;
const mostCandidates = 200;
/** Edits are counted in quarters: one that changes a letter's case only is a quarter of one. */
const edit = 4;
const recase = 1;

/**
 * The candidate that a text was most likely meant to be: the fewest letters inserted, left out, changed or swapped,
 * about a third of its length at most; undefined when none is that close. Letters that differ in case only count a
 * quarter, and of two that are equally close the one with the text's first letter is meant. Of long lists only the
 * first 200 candidates are looked at, so that the cost stays bounded.
 */
export function nearest(text: string, candidates: Iterable<string>): string | undefined {
  if (text.length === 0 || text.length > longest) return undefined;
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const candidate of candidates) {
    if (++count > mostCandidates) return best;
    if (candidate === text || candidate.length > longest) continue;
    const third = Math.max(1, Math.floor((Math.max(text.length, candidate.length) + 1) / 3));
    const isBetterStart = candidate[0] === text[0] && best?.[0] !== text[0];
    const most = Math.min(isBetterStart ? least : least - 1, third * edit, candidate.length * edit - 1);
    const edits = distance(text, candidate, most);
    if (edits > most) continue;
    best = candidate;
    least = edits;
  }
  return best;
}

const rows: readonly [Uint8Array, Uint8Array, Uint8Array] = [newRow(), newRow(), newRow()];

function newRow(): Uint8Array {
  return new Uint8Array(longest + 1);
}

/** Edits between two texts, two neighbours that changed places being one; any number above `most` stands for more. */
function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) * edit > most) return most + 1;
  let [before, last, current] = rows;
  for (let column = 0; column <= to.length; column++) last[column] = column * edit;
  for (let row = 1; row <= from.length; row++) {
    let least = row * edit;
    current[0] = least;
    for (let column = 1; column <= to.length; column++) {
      const inserted = Math.min(last[column] as number, current[column - 1] as number) + edit;
      const changed = (last[column - 1] as number) + change(from, row - 1, to, column - 1);
      const swapped = isSwap(from, row, to, column) ? (before[column - 2] as number) + edit : inserted;
      const edits = Math.min(inserted, changed, swapped);
      current[column] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [before, last, current] = [last, current, before];
  }
  return last[to.length] as number;
}

function change(from: string, at: number, to: string, other: number): number {
  if (from.charCodeAt(at) === to.charCodeAt(other)) return 0;
  return from[at]?.toLowerCase() === to[other]?.toLowerCase() ? recase : edit;
}

function isSwap(from: string, row: number, to: string, column: number): boolean {
  if (row < 2 || column < 2 || from.charCodeAt(row - 1) !== to.charCodeAt(column - 2)) return false;
  return from.charCodeAt(row - 2) === to.charCodeAt(column - 1);
}
