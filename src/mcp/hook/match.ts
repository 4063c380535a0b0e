import type { HookEvent } from './event.ts';
import type { HookRule } from './rule.ts';

/** The rules that a call falls under; none for a tool that nobody guards. */
export function rulesFor(rules: readonly HookRule[], { tool, input }: HookEvent): readonly HookRule[] {
  return rules.filter((rule) => {
    if (!isNamed(rule.tool, tool)) return false;
    return rule.mentions === undefined || mentions(rule.mentions, input);
  });
}

function isNamed(pattern: string, tool: string): boolean {
  return pattern.endsWith('*') ? tool.startsWith(pattern.slice(0, -1)) : tool === pattern;
}

/**
 * Whether any text of the input has one of the words. Quotes, backslashes and line ends are left out first, since a shell
 * leaves them out as well (`pay\.sh`, `"pay".sh`), and case does not count, as on some disks. A command that is made at run time cannot be seen here.
 */
function mentions(words: readonly string[], input: unknown): boolean {
  const texts = textsIn(input)
    .flatMap((text) => [text, text.replaceAll(/['"\\\r\n]/g, '')])
    .map(onAnyDisk);
  return words.some((word) => texts.some((text) => text.includes(onAnyDisk(word))));
}

/** A text as a disk reads it that takes `PAY.SH` for `pay.sh`. */
function onAnyDisk(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
