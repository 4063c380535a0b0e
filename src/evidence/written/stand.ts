import { scaling } from './words.ts';

/** Where a value stands: an amount with its currency and its sign. */
export interface Stand {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words before a value, on its line and on the one before it where a sentence runs on, and those behind it. */
export function wordsAround(stand: Stand): { readonly before: string; readonly behind: string } {
  return {
    before: wordsBefore(stand).replaceAll(unseenMarks, ''),
    behind: lineBehind(stand).replaceAll(unseenMarks, ''),
  };
}

const farthest = 200;
/** Direction marks, which nobody sees. */
const unseenMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function wordsBefore({ text, start }: Stand): string {
  const near = text.slice(Math.max(0, start - farthest), start);
  const line = near.slice(near.lastIndexOf('\n') + 1);
  const above = near.slice(0, near.length - line.length - 1);
  const isRunning = /^ ?\p{Ll}[^\t|]*$|^$/u.test(line) && !isColumned.test(line);
  const last = above.slice(above.lastIndexOf('\n') + 1).trim();
  const runsOn = isRunning && last !== '' && !isColumned.test(last) && !/[.:;!?]$/.test(last);
  return runsOn ? `${last}\n${line}` : line;
}

const isColumned = /[\t|]| {2}\S/;

function lineBehind({ text, end }: Stand): string {
  const near = text.slice(end, end + farthest);
  const [line = '', below = ''] = near.split(/\r?\n/, 2);
  if (line.trim() !== '' || isColumned.test(below)) return line;
  const [word = ''] = /^ ?\p{L}+/u.exec(below) ?? [];
  return `\n${/^ ?\p{Ll}/u.test(word) ? below : (scaling.exec(word)?.[0] ?? '')}`;
}
