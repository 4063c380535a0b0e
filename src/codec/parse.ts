import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import { countCodePoints } from '../text/characters.ts';
import { nearest } from '../text/nearest.ts';
import { longestLine, scan, type Words } from '../text/words.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { checkCharacters, checkTailLength } from './characters.ts';
import { hear, hearNothing } from './hear.ts';
import { rules } from './line-rules.ts';
import type { AnyMessage } from './message.ts';
import type { Parsed, ReadOptions } from './parsed.ts';
import { Reading } from './reading.ts';
import { readUsual } from './usual.ts';
import { placeBetween, placeOfIndex, tellBlanks, wordAt } from './word-places.ts';

/**
 * Reads one line (spec 2 to 5), with or without its line end. Never throws: `message` is null when there is an error,
 * and one bad slot does not hide the next.
 *
 * @example
 * parse('RW1 AN b-1 re=a-1 from=b to=a val=Y').message?.slots['val']; // => 'Y'
 */
export function parse(line: string, options: ReadOptions = {}): Parsed {
  const found: Diagnostic[] = [];
  if (typeof line !== 'string') {
    reporter(rules, found)('line/not-text', { got: line === null ? 'null' : typeof line });
    return { line: '', message: null, heard: hearNothing(), diagnostics: found };
  }
  const text = withoutLineEnd(line);
  if (isTooLong(text, found)) return { line: text, message: null, heard: hearNothing(), diagnostics: found };
  const message = read(text, options, found);
  return { line: text, message, heard: message ?? hear(text), diagnostics: found };
}

function withoutLineEnd(line: string): string {
  if (line.charCodeAt(line.length - 1) !== 0x0a) return line;
  return line.slice(0, line.charCodeAt(line.length - 2) === 0x0d ? -2 : -1);
}

/** R8: decided before anything else is read. */
function isTooLong(line: string, found: Diagnostic[]): boolean {
  if (line.length <= longestLine || countCodePoints(line) <= longestLine) return false;
  reporter(rules, found)('line/too-long', { most: longestLine }, placeBetween(line, 0, line.length));
  return true;
}

function read(line: string, options: ReadOptions, found: Diagnostic[]): AnyMessage | null {
  const words = scan(line);
  if (!words.tidy) tellBlanks(line, words, found);
  if (!words.plain) checkCharacters(line, words, found);
  checkTailLength(line, words, found);
  if (!isThisVersion(line, words)) {
    reporter(rules, found)('line/version', { word: wordAt(line, words, 0) }, placeOfIndex(line, words, 0));
    return null;
  }
  const vocabulary = vocabularyFor(line, words, options, found);
  if (vocabulary === null) return null;
  const mayBeUsual = words.plain && words.tidy && found.length === 0;
  const usual = mayBeUsual ? readUsual(line, words, vocabulary) : null;
  if (usual !== null) return usual;
  return new Reading({ line, words, vocabulary, profiles: options.profiles ?? builtIn, found }).message();
}

function isThisVersion(line: string, { count, starts, ends }: Words): boolean {
  const start = starts[0] as number;
  return count > 0 && ends[0] === start + 3 && line.startsWith('RW1', start);
}

/** R22: a line is judged by its own `p=`, and the caller's profile is an expectation. */
function vocabularyFor(
  line: string,
  words: Words,
  { profiles = builtIn, profile: expected }: ReadOptions,
  found: Diagnostic[],
): Vocabulary | null {
  const index = indexOfProfile(line, words);
  const word = index < 0 ? '' : line.slice((words.equals[index] as number) + 1, words.ends[index]);
  if (word === '') return profiles.core; // an empty p= is refused as an empty slot
  const vocabulary = profiles.get(word);
  if (vocabulary === undefined) {
    const data = { word, near: nearest(word, profiles.names) };
    reporter(rules, found)('line/unknown-profile', data, placeOfIndex(line, words, index));
    return null;
  }
  if (expected !== undefined && expected !== word) {
    reporter(rules, found)('line/other-profile', { word, expected }, placeOfIndex(line, words, index));
  }
  return vocabulary;
}

function indexOfProfile(line: string, { count, starts, equals }: Words): number {
  for (let index = 3; index < count; index++) {
    const start = starts[index] as number;
    if (equals[index] === start + 1 && line.charCodeAt(start) === 0x70) return index;
  }
  return -1;
}
