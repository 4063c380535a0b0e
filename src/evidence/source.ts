import type { Span } from '../text/span.ts';
import { listOf } from './lists.ts';
import { once, type Searched, scaleIn, searched } from './written/index.ts';

/** A piece of a source that is text: the body of a mail, a row of a feed, a line of a document. */
export interface Part {
  /** What it is, for people: `text`, `attachment invoice.csv`, `row 3`. */
  readonly name: string;
  readonly text: string;
  /** One of the forms of a mail's body: each is to say what the other says, and it is mostly `shown` that people read. */
  readonly alternative?: 'plain' | 'shown';
  /** Pieces of it that may not be seen where they are written, or are another one's words, and why. */
  readonly unsure?: readonly { readonly spans: readonly Span[]; readonly doubt: string }[];
  /** Of a cell of a table: the name of its column, and of its row. */
  readonly cell?: { readonly column: string; readonly row: string };
  /** The sign of an amount says which way the money went: it may be another than a line about it has. */
  readonly isDirected?: true;
}

/** A document that a line may point at, as its reader left it. */
export interface Source {
  /** Without its lines: `email:3`, `bank:20261005`, `po:PO-1044`, `doc:letter-7`. */
  readonly pointer: string;
  /** What it is called, for people: a mail's subject, a file's name. */
  readonly title: string;
  /** Where a pointer may name lines, a part a line. */
  readonly parts: readonly Part[];
  /** What of it is no text that could be read, and why. */
  readonly unread: readonly string[];
}

/** Everything that lines are held against. */
export interface Sources {
  /** Namespaces of which a reader was given anything: no other one can be checked. */
  readonly namespaces: ReadonlySet<string>;
  find(pointer: string): SearchedSource | null;
  /** The sources of a namespace, in order. */
  of(namespace: string): Iterable<SearchedSource>;
}

export type SearchedPart = Part & Searched;

/** A source whose parts are ready to look for values in. */
export interface SearchedSource extends Source {
  readonly parts: readonly SearchedPart[];
  /** The words by which some part of it, or the name of a column, gives its amounts in thousands or more. */
  readonly scale: () => string | null;
}

/** The sources of some readers, together; of two with one pointer, the first. `given` names namespaces that may be empty. */
export function sourcesOf(sources: Iterable<Source>, given: Iterable<string> = []): Sources {
  const byPointer = new Map<string, SearchedSource>();
  const namespaces = new Map<string, SearchedSource[]>([...given].map((namespace) => [namespace, []]));
  for (const source of sources) {
    if (byPointer.has(source.pointer)) continue;
    const parts = source.parts.map((part) => ({ ...searched(part.text), ...part }));
    const ready = { ...source, parts, scale: once(() => scaleOf(parts)) };
    byPointer.set(source.pointer, ready);
    listOf(namespaces, readPointer(source.pointer).namespace).push(ready);
  }
  return {
    namespaces: new Set(namespaces.keys()),
    find: (pointer) => byPointer.get(pointer) ?? null,
    of: (namespace) => namespaces.get(namespace) ?? [],
  };
}

function scaleOf(parts: readonly SearchedPart[]): string | null {
  for (const { name, text } of parts) {
    const scale = scaleIn(text) ?? scaleIn(name);
    if (scale !== null) return scale;
  }
  return null;
}

/** A pointer taken apart: `doc:letter-7#l3-5` is lines 3 to 5 of `doc:letter-7`. */
export interface Pointer {
  readonly text: string;
  readonly namespace: string;
  /** Without its lines. */
  readonly document: string;
  readonly lines: { readonly first: number; readonly last: number } | null;
}

/** Takes a pointer apart; its form is the profile's to judge (spec 5). */
export function readPointer(text: string): Pointer {
  const [, document = text, first, last = first] =
    /^([^#]*)#l([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(text) ?? [];
  const lines = first === undefined ? null : { first: Number(first), last: Number(last) };
  return { text, namespace: text.slice(0, Math.max(0, text.indexOf(':'))), document, lines };
}
