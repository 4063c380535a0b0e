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

/** Whether any text of the input has one of the words, as it stands or as a shell would come to read it. */
function mentions(words: readonly string[], input: unknown): boolean {
  const sought = words.map(onAnyDisk);
  return textsIn(input).some((text) =>
    readingsOf(text).some((reading) => {
      const read = onAnyDisk(reading);
      return sought.some((word) => read.includes(word));
    }),
  );
}

/**
 * A command as it stands, and as shells shorten it: without what is only there to quote or to go on in the next line
 * (`pay\\.sh`, `"pay".sh`, `$'pay'.sh`, `pay^.sh`), with its escapes read (`\\x70ay.sh`), and without its expansions, which may
 * come to nothing (`pay$x.sh`). A word that is made at run time cannot be seen here.
 */
function readingsOf(text: string): readonly string[] {
  const spelled = [text, text.replaceAll(escapes, characterOf)];
  const expanded = [...spelled, ...spelled.map((one) => one.replaceAll(expansions, ''))];
  return [...new Set([text, ...expanded.map((one) => one.replaceAll(quoting, ''))])];
}

const escapes = /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|(0?[0-7]{1,3}))/g;
/** Short ones: what has no end would be looked for from each of its beginnings. */
const expansions =
  /\$\([^()]{0,100}\)|`[^`]{0,100}`|\$\{[^{}]{0,100}\}|\$(?:[A-Za-z_]\w{0,100}|[\d@*#?!$-])|[{},]/g;
const quoting = /\$?['"]|[\\\r\n^`]/g;

function characterOf(_: string, ...written: readonly unknown[]): string {
  const [byte, short, long, octal] = written as readonly (string | undefined)[];
  const point = Number.parseInt(octal ?? byte ?? short ?? long ?? '', octal === undefined ? 16 : 8);
  return point <= 0x10_ffff ? String.fromCodePoint(point) : '';
}

/** A text as a disk reads it that takes `PAY.SH` for `pay.sh`, and leaves out what cannot be seen. */
function onAnyDisk(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase();
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
