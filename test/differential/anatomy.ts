import type { Span } from '../../src/text/span.ts';
import { builtIn } from '../../src/vocabulary/built-in.ts';
import type { Vocabulary } from '../../src/vocabulary/vocabulary.ts';

/** A word of a line, its tail, or (key and value empty) all of it. */
export interface Word {
  readonly part: 'word' | 'tail' | 'line';
  readonly text: string;
  readonly key: string;
  readonly value: string;
  /** The elements of a list's value, else the value alone. */
  readonly elements: readonly string[];
  /** The slot's type without `list:`, as `money` or `enum:ask`; empty where the key is no slot. */
  readonly type: string;
  readonly isList: boolean;
  readonly span: Span;
}

/** A line taken apart by plain splitting: what a ruling's predicate looks at, without a word from the codec. */
export interface Anatomy {
  readonly raw: string;
  readonly type: string;
  readonly vocabulary: Vocabulary;
  readonly words: readonly Word[];
  readonly slots: ReadonlyMap<string, Word>;
  readonly tail: string | null;
}

export function anatomyOf(raw: string): Anatomy {
  const line = raw.replace(/\r?\n$/, '');
  const [, head = '', separator] = /^(.*?)( \/\/(?: |$).*)?$/su.exec(line) ?? [];
  const profile = / p=([^ ]*)/.exec(head)?.[1] ?? '';
  const vocabulary = builtIn.get(profile) ?? builtIn.core;
  const words = [...head.matchAll(/[^ ]+/g)].map(({ 0: text, index }) => wordOf(text, index, vocabulary));
  const tail = separator === undefined ? null : separator.slice(4).replace(/ +$/, '');
  return {
    raw,
    type: words[1]?.text ?? '',
    vocabulary,
    words: tail === null ? words : [...words, tailWord(tail, head.length + 4)],
    slots: new Map(words.toReversed().map((word) => [word.key, word])),
    tail,
  };
}

function wordOf(text: string, start: number, vocabulary: Vocabulary): Word {
  const equals = text.indexOf('=');
  const [key, value] = equals < 0 ? ['', ''] : [text.slice(0, equals), text.slice(equals + 1)];
  const type = vocabulary.slots.get(key)?.type ?? '';
  const isList = type.startsWith('list:');
  return {
    part: 'word',
    text,
    key,
    value,
    elements: isList ? value.split('+') : [value],
    type: isList ? type.slice(5) : type,
    isList,
    span: { start, end: start + text.length },
  };
}

const unkeyed = { key: '', value: '', elements: [], type: '', isList: false };

function tailWord(tail: string, start: number): Word {
  return { ...unkeyed, part: 'tail', text: tail, span: { start, end: start + tail.length } };
}

/** The word that a span lies in; all of the line where it lies in none. */
export function wordAt({ words, raw }: Anatomy, span: Span | undefined): Word {
  const whole = { ...unkeyed, part: 'line' as const, text: raw, span: { start: 0, end: raw.length } };
  if (!span) return whole;
  return words.find((word) => word.span.start <= span.start && span.end <= word.span.end) ?? whole;
}
