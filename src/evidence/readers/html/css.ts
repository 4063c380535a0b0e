/** What closes a bracket; what closes nothing is passed over, as CSS has it. */
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Steps into or out of brackets at a mark; `open` are those to be closed, the innermost last. */
function step(open: string[], mark: string): void {
  const close = closing[mark];
  if (close !== undefined) open.push(close);
  else if (mark === open.at(-1)) open.pop();
}

/** The pieces of CSS between the marks that stand outside of all brackets. */
export function splitCss(text: string, mark: ',' | ';'): readonly string[] {
  const open: string[] = [];
  const pieces: string[] = [];
  let start = 0;
  for (const { index, 0: found } of text.matchAll(/[()[\]{},;]/g)) {
    if (found !== mark) step(open, found);
    else if (open.length === 0) {
      pieces.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...pieces, text.slice(start)];
}

/** CSS with nothing left between its round brackets. */
export function emptied(text: string): string {
  let depth = 0;
  let out = '';
  for (const [piece] of text.matchAll(/[()]|[^()]+/g)) {
    if (piece === ')') depth = Math.max(0, depth - 1);
    if (depth === 0) out += piece;
    if (piece === '(') depth += 1;
  }
  return out;
}

/** The braces of a sheet that begin and end blocks, in order: those in other brackets are not among them. */
export function* bracesOf(sheet: string): Generator<{ readonly index: number; readonly mark: string }> {
  const open: string[] = [];
  for (const { index, 0: mark } of sheet.matchAll(/[()[\]{}]/g)) {
    if (open.length === 0 && /[{}]/.test(mark)) yield { index, mark };
    else step(open, mark);
  }
}

const escaped = '\\\\(?:[0-9a-f]{1,6}\\s?|[^])';
const quoted = (mark: string): string =>
  `${mark}(?:[^${mark}\\\\\\n\\r\\f]|\\\\[^])*(?:${mark}|[\\n\\r\\f]|$)`;
const opaque = new RegExp(
  `(?<string>${quoted('"')}|${quoted("'")})|(?<address>(?<![\\w-])url\\((?!\\s*["'])(?:[^)\\\\]|\\\\[^])*(?:\\)|$))|(?<comment>/\\*[^]*?(?:\\*/|$))|${escaped}`,
  'gi',
);
/** What an escaped character becomes that is part of no plain name: such a name may be any. */
export const strange = '\ufffd';

/** CSS without comments, with empty strings and addresses, and escapes read: `d\69splay/**\/` is `display`. Linear. */
export function plainCss(text: string): string {
  return text
    .replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (whole, code?: string, plain?: string) => {
      const character = plain ?? ofCode(Number.parseInt(code ?? '', 16));
      return /^[\p{L}\p{N}_-]$/u.test(character) ? character : whole;
    })
    .replaceAll(opaque, (...found) => {
      const { string, address, comment } = found.at(-1) as Readonly<Record<string, string | undefined>>;
      if (string !== undefined) return '""';
      if (address !== undefined) return 'url()';
      return comment === undefined ? strange : ' ';
    });
}

function ofCode(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
