import { codePointName, faultOf, isInEmoji } from '../../text/characters.ts';
import { looksLike } from '../../text/look-alikes.ts';

/** A stretch of text, and what has to be said beside it where a person decides by it (T5). */
export interface Stretch {
  /** As it may be printed; empty where it cannot be seen. */
  readonly text: string;
  /** The code points to name: of what cannot be seen, turns the text around or is taken for another character. */
  readonly points: string | null;
  readonly why: 'unseen' | 'alike' | null;
}

const words = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]/gu;
const latin = /\p{Script=Latin}/u;
const ascii = /^[\x20-\x7e]*$/;

/**
 * A text in stretches that may be printed as they are, and characters that a reader does not see or takes for others:
 * a letter that looks Latin in a word with Latin letters or of such letters alone, another form of an ASCII
 * character, an accent on nothing that carries one. Nothing is cut.
 */
export function stretchesOf(text: string): readonly Stretch[] {
  if (ascii.test(text)) return text === '' ? [] : [plain(text)];
  const found: Stretch[] = [];
  for (const match of text.matchAll(words)) {
    const misleads = isMisleading(match[0]);
    let at = match.index;
    for (const character of match[0]) {
      add(found, stretchOf(character, { misleads, emoji: isInEmoji(text, at) }));
      at += character.length;
    }
  }
  return found;
}

function plain(text: string): Stretch {
  return { text, points: null, why: null };
}

function add(found: Stretch[], stretch: Stretch): void {
  const last = found.at(-1);
  if (last !== undefined && last.why === null && stretch.why === null)
    found[found.length - 1] = plain(last.text + stretch.text);
  else found.push(stretch);
}

function stretchOf(
  character: string,
  seen: { readonly misleads: boolean; readonly emoji: boolean },
): Stretch {
  const codePoint = character.codePointAt(0) as number;
  if (codePoint >= 0x20 && codePoint < 0x7f) return plain(character);
  const points = codePointName(codePoint);
  if (faultOf(codePoint) !== undefined)
    return seen.emoji ? plain(character) : { text: '', points, why: 'unseen' };
  const isAlike = (seen.misleads && looksLike(character) !== undefined) || isOtherForm(character);
  return isAlike ? { text: character, points, why: 'alike' } : plain(character);
}

/** Whether a word can be read as Latin though it is not: it mixes scripts, or each of its letters looks Latin. */
function isMisleading(word: string): boolean {
  return latin.test(word) || [...word].every((letter) => letter < '\x7f' || looksLike(letter) !== undefined);
}

const asciiForm = /^[\x21-\x7e]+$/;
const digit = /^\p{N}$/u;
const dash = /^[\p{Pd}\u2212\u2043]$/u;
const mark = /^\p{M}$/u;

/** Whether a character is another form of an ASCII one (a full-width digit, a long dash), or an accent set on its own. */
function isOtherForm(character: string): boolean {
  const simple = character.normalize('NFKC');
  return (
    (simple !== character && asciiForm.test(simple)) ||
    digit.test(character) ||
    dash.test(character) ||
    mark.test(character)
  );
}
