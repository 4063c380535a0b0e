import type { Named } from './derive.ts';
import { type Evidence, occurrencesIn, type Sought } from './evidence.ts';
import { listOf } from './lists.ts';
import type { SearchedPart, SearchedSource } from './source.ts';
import { undoing } from './written/index.ts';

/**
 * Evidence of a day of a feed: what a line says of it stands in one row, and in one that came about. A day has many
 * payments, and the amount of one with the reference of another is neither.
 */
export function heldToRows(
  evidence: readonly Evidence[],
  named: readonly Named[],
  sought: readonly Sought[],
): readonly Evidence[] {
  const sources = named.map(({ here }) => here);
  const inFeed = evidence.filter(
    ({ standing, found }) => isThere(standing) && isFeed(sources, found?.source),
  );
  const rows = rowsOf(sources);
  if (inFeed.length === 0 || rows.length === 0) return evidence;
  const said = sought.filter((one) =>
    inFeed.some(({ slot, value }) => slot === one.slot && value === one.value),
  );
  const whole = rows.filter((parts) => said.every((one) => parts.some((part) => isCertainIn(part, one))));
  const sound = whole.filter((parts) => !parts.some(({ text }) => undoing.test(text)));
  if (sound.length > 0) return evidence;
  const word = whole
    .flat()
    .map(({ text }) => undoing.exec(text)?.[0])
    .find((one) => one !== undefined);
  const doubt =
    word === undefined ? 'no row of the feed says all that the line says of it' : `its row says ${word}`;
  return evidence.map((one) =>
    inFeed.includes(one) && one.found !== null
      ? { ...one, standing: 'doubtful', found: { ...one.found, doubt } }
      : one,
  );
}

function isCertainIn(part: SearchedPart, sought: Sought): boolean {
  return occurrencesIn(part, sought).some(({ doubt }) => doubt === null);
}

function isThere(standing: Evidence['standing']): boolean {
  return standing === 'found' || standing === 'unsigned';
}

function isFeed(sources: readonly SearchedSource[], pointer: string | undefined): boolean {
  return sources.some(
    (source) => source.pointer === pointer && source.parts.some(({ isDirected }) => isDirected),
  );
}

/** The cells of the rows of feeds, a row each. */
function rowsOf(sources: readonly SearchedSource[]): readonly (readonly SearchedPart[])[] {
  const rows = new Map<string, SearchedPart[]>();
  for (const { pointer, parts } of sources) {
    for (const part of parts) {
      if (part.isDirected === true && part.cell !== undefined)
        listOf(rows, `${pointer} ${part.cell.row}`).push(part);
    }
  }
  return [...rows.values()];
}
