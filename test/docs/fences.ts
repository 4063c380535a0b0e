import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository. */
export const root: string = join(import.meta.dirname, '../..');

/** A fenced block of a page. */
export interface Fence {
  /** The page, from the repository's root. */
  readonly page: string;
  /** The line of the page on which the block begins, from 1. */
  readonly number: number;
  /** What stands behind the opening mark: `rw fails echo/mismatch`. */
  readonly info: string;
  readonly text: string;
  /** `README.md:12`. */
  readonly name: string;
}

/** The pages that are written by hand. Those of the diagnostics are generated, from vectors that are tests themselves. */
export const pages: readonly string[] = globSync(
  ['*.md', 'docs/**/*.md', 'spec/*.md', 'skill/**/*.md', 'examples/**/*.md'],
  {
    cwd: root,
  },
)
  .filter((page) => !page.startsWith('docs/diagnostics/'))
  .sort();

/** Every fenced block of the pages. */
export const fences: readonly Fence[] = pages.flatMap((page) =>
  fencesOf(page, readFileSync(join(root, page), 'utf8')),
);

/** The blocks whose info string begins with a word. */
export function fencesFor(word: string): readonly Fence[] {
  return fences.filter(({ info }) => info.split(' ')[0] === word);
}

/** The fenced blocks of a page. */
export function fencesOf(page: string, text: string): readonly Fence[] {
  const found: Fence[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const opening = /^(`{3,})(.*)$/.exec(lines[at] as string);
    if (opening === null) continue;
    const start = at;
    const closing = lines.indexOf(opening[1] as string, start + 1);
    if (closing === -1) throw new Error(`${page}:${start + 1}: the block is not closed`);
    const body = lines.slice(start + 1, closing).join('\n');
    const info = (opening[2] as string).trim();
    found.push({ page, number: start + 1, info, text: body, name: `${page}:${start + 1}` });
    at = closing;
  }
  return found;
}
