import { type Html, html, nothing } from './html.ts';
import { shownText } from './value.ts';

/**
 * A line as it was sent, whole, with its parts told apart and its tail marked as words that nobody checked. It need not
 * be readable: whatever it holds is shown as text.
 */
export function shownLine(line: string): Html {
  const { head, tail } = parted(line);
  const words = head.split(' ').map(shownWord);
  return html`<code class="line">${words}${tail === null ? nothing : shownTail(tail)}</code>`;
}

/** The words and the tail of a line that may be no line at all (spec 2). */
function parted(line: string): { readonly head: string; readonly tail: string | null } {
  const at = line.indexOf(' // ');
  if (at >= 0) return { head: line.slice(0, at), tail: line.slice(at + 4) };
  return line.endsWith(' //') ? { head: line.slice(0, -3), tail: '' } : { head: line, tail: null };
}

const positions = ['version', 'type', 'id'] as const;

function shownWord(word: string, index: number): Html {
  const gap = index === 0 ? '' : ' ';
  const position = positions[index];
  if (position !== undefined)
    return html`${gap}<span class="word word-${position}">${shownText(word)}</span>`;
  const at = word.indexOf('=') + 1;
  const key = at === 0 ? nothing : html`<span class="key">${shownText(word.slice(0, at))}</span>`;
  return html`${gap}<span class="word">${key}${shownText(word.slice(at))}</span>`;
}

function shownTail(tail: string): Html {
  return html` <span class="tail" title="words that nobody checked">// ${shownText(tail)}</span>`;
}
