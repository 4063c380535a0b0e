import type { Place } from '../diagnostic/diagnostic.ts';
import type { Span } from '../text/span.ts';
import { inCell } from './cells.ts';
import { readPointer, type SearchedPart, type SearchedSource, type Sources } from './source.ts';
import { heldAgainst, type Occurrence, occurrences, signOccurrences } from './written/index.ts';

/** What became of a value that was looked for in the sources that its line names. */
export type Standing =
  | 'found'
  /** An amount below zero stands there without its sign, as credit notes have it, or a feed has it with the other one. */
  | 'unsigned'
  /** It is not written there, and follows from values that are. */
  | 'derived'
  | 'doubtful'
  | 'elsewhere'
  | 'not-found';

/** A value of a line beside the words that say it. */
export interface Evidence {
  readonly slot: string;
  /** As on the line. */
  readonly value: string;
  readonly standing: Standing;
  /** Where it was found: in the source that the line names, or elsewhere. */
  readonly found: Excerpt | null;
  /** What a derived value follows from, in words: `amt 5400.00 less vat 900.00`. */
  readonly from?: string;
  readonly at: Place;
}

/** The words around a value. */
export interface Excerpt {
  readonly source: string;
  readonly title: string;
  readonly part: string;
  /** Not longer than a line of a screen; `span` lies in it. */
  readonly text: string;
  readonly span: Span;
  readonly doubt: string | null;
  readonly unsigned: boolean;
}

export interface Sought {
  readonly slot: string;
  readonly base: string;
  readonly value: string;
  /** Other texts by which a source says the value. */
  readonly also: readonly string[];
}

/** Looks for a value in the sources that its line names, and if it is in none of them, in all others of their kind. */
export function lookFor(
  sought: Sought,
  named: readonly SearchedSource[],
  sources: Sources,
): Pick<Evidence, 'standing' | 'found'> {
  const there = bestIn(sought, named);
  if (there !== null) return { standing: standingOf(there), found: there };
  const kinds = new Set(named.map(({ pointer }) => readPointer(pointer).namespace));
  for (const kind of kinds) {
    const found = bestIn(sought, sources.of(kind), true);
    if (found !== null) return { standing: 'elsewhere', found };
  }
  return { standing: 'not-found', found: null };
}

function standingOf({ doubt, unsigned }: Excerpt): Standing {
  if (doubt !== null) return 'doubtful';
  return unsigned ? 'unsigned' : 'found';
}

/** The first certain occurrence, or else the first one (unless only a certain one will do). */
function bestIn(sought: Sought, sources: Iterable<SearchedSource>, certainOnly = false): Excerpt | null {
  let doubtful: Excerpt | null = null;
  for (const source of sources) {
    for (const part of source.parts) {
      const found = occurrencesIn(part, sought);
      const also = found.length === 0 ? null : (scaled(sought, source) ?? dissent(sought, part, source));
      for (const one of found) {
        const occurrence = { ...one, doubt: one.doubt ?? also };
        if (occurrence.doubt === null && !occurrence.unsigned) return excerptOf(source, part, occurrence);
        if (!certainOnly) doubtful = better(doubtful, excerptOf(source, part, occurrence));
      }
    }
  }
  return doubtful;
}

/** Where a part says a value. */
export function occurrencesIn(part: SearchedPart, sought: Sought): readonly Occurrence[] {
  const { base, value, also } = sought;
  const turned = part.isDirected === true && base === 'money' ? turnedOccurrences(part, value) : [];
  const signs = also.flatMap((sign) => signOccurrences(part, sign, value));
  const found = [...occurrences(part, base, value), ...turned, ...signs];
  return inCell(part, sought, heldAgainst(part.unsure ?? [], found));
}

/** Where an amount stands with the other sign. */
function turnedOccurrences(part: SearchedPart, value: string): readonly Occurrence[] {
  const turned = value.startsWith('-') ? value.slice(1) : `-${value}`;
  return occurrences(part, 'money', turned)
    .filter(({ unsigned }) => !unsigned)
    .map((one) => ({ ...one, unsigned: true }));
}

/** A source that gives its amounts in thousands or more, in whatever part it says so. */
function scaled({ base }: Sought, { scale }: SearchedSource): string | null {
  const words = base === 'money' ? scale() : null;
  return words === null ? null : `its source has amounts ${words}`;
}

/** The form of a mail's body that does not say what another one says; a plain one without any figure is but a notice. */
function dissent(
  sought: Sought,
  { name, alternative }: SearchedPart,
  { parts }: SearchedSource,
): string | null {
  if (alternative === undefined) return null;
  const other = parts.find(
    (one) =>
      one.alternative !== undefined &&
      one.alternative !== alternative &&
      !(one.alternative === 'plain' && !/\p{N}/u.test(one.text)) &&
      !occurrencesIn(one, sought).some(({ doubt }) => doubt === null),
  );
  return other === undefined ? null : `only its ${name} says so, not its ${other.name}`;
}

/** The one without a doubt; of two alike the first. */
function better(one: Excerpt | null, other: Excerpt): Excerpt {
  return one === null || (one.doubt !== null && other.doubt === null) ? other : one;
}

const context = 48;

/** The words around an occurrence, on its own line. */
export function excerptOf(
  { pointer, title }: SearchedSource,
  part: { readonly name: string; readonly text: string },
  { span, doubt, unsigned }: Occurrence,
): Excerpt {
  const { text } = part;
  const before = text.slice(Math.max(0, span.start - context), span.start);
  const after = text.slice(span.end, span.end + context);
  const lineEnd = after.indexOf('\n');
  const start = wholeFrom(text, span.start - before.length + before.lastIndexOf('\n') + 1);
  const end = wholeFrom(text, span.end + (lineEnd < 0 ? after.length : lineEnd));
  return {
    source: pointer,
    title,
    part: part.name,
    text: text.slice(start, end),
    span: { start: span.start - start, end: span.end - start },
    doubt,
    unsigned,
  };
}

/** An offset that does not cut a character in two. */
function wholeFrom(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
