import type { Named } from './derive.ts';
import { type Evidence, occurrencesIn, type Sought } from './evidence.ts';
import { listOf } from './lists.ts';
import type { SoughtIn } from './sought.ts';
import type { SearchedPart, SearchedSource } from './source.ts';
import { undoing } from './written/index.ts';

/**
 * Evidence of a day of a feed: what a line says of it stands in one row, and in one that came about. A day has many
 * payments, and the amount of one with the reference of another is neither.
 */
export function heldToRows(
  evidence: readonly Evidence[],
  named: readonly Named[],
  sought: readonly SoughtIn[],
): readonly Evidence[] {
  const feeds = named.filter(({ here }) => here.parts.some(isOfFeed));
  const rows = feeds.flatMap(({ here }) => rowsOf(here));
  const spaces = new Set(feeds.map(({ pointer }) => pointer.namespace));
  const said = sought.filter(
    (one) => [...one.kinds].some((kind) => spaces.has(kind)) && isFound(evidence, one),
  );
  const whole = rows.filter((parts) => said.every((one) => parts.some((part) => isCertainIn(part, one))));
  const isSound = whole.some((parts) => !parts.some(({ text }) => undoing.test(text)));
  if (rows.length === 0 || said.length === 0 || isSound) return evidence;
  const word = whole
    .flat()
    .map(wordOf)
    .find((one) => one !== undefined);
  const doubt =
    word === undefined ? 'no row of the feed says all that the line says of it' : `its row says ${word}`;
  return evidence.map((one) =>
    said.some((each) => isOf(one, each)) && one.found !== null
      ? { ...one, standing: 'doubtful', found: { ...one.found, doubt } }
      : one,
  );
}

function isFound(evidence: readonly Evidence[], sought: Sought): boolean {
  return evidence.some(
    (one) => isOf(one, sought) && (one.standing === 'found' || one.standing === 'unsigned'),
  );
}

function isOf({ slot, value }: Evidence, sought: Sought): boolean {
  return slot === sought.slot && value === sought.value;
}

function wordOf({ text }: SearchedPart): string | undefined {
  return undoing.exec(text)?.[0];
}

function isCertainIn(part: SearchedPart, sought: Sought): boolean {
  return occurrencesIn(part, sought).some(({ doubt }) => doubt === null);
}

function isOfFeed({ isDirected, cell }: SearchedPart): boolean {
  return isDirected === true && cell !== undefined;
}

/** The cells of the rows of a feed, a row each. */
function rowsOf({ parts }: SearchedSource): readonly (readonly SearchedPart[])[] {
  const rows = new Map<string, SearchedPart[]>();
  for (const part of parts.filter(isOfFeed)) listOf(rows, part.cell?.row ?? '').push(part);
  return [...rows.values()];
}
