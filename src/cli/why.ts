import { readFileSync } from 'node:fs';

const folder = new URL('../../docs/diagnostics/', import.meta.url);

/** Why a code of the catalog matters: the words that its page in docs/diagnostics has between its marks, as one text. */
export function whyOf(code: string): string {
  const page = readFileSync(new URL(`${code}.md`, folder), 'utf8');
  const words = /<!-- why -->(.*)<!-- \/why -->/s.exec(page)?.[1] ?? '';
  return words.trim().replaceAll('\n', ' ');
}
