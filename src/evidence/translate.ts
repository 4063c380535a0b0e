import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { amountsIn, isLabel, labelBefore } from './labels.ts';
import { readPointer, type SearchedPart, type SearchedSource, type Source, sourcesOf } from './source.ts';
import { occurrences, signOccurrences } from './written/index.ts';

/** Something that code saw in a source, and the words before it on its line: for whoever completes the skeleton. */
export interface Candidate {
  readonly value: string;
  readonly label: string;
  readonly part: string;
}

/** A line to be completed: what code alone can find stands on it, and nothing is guessed. */
export interface Skeleton {
  readonly pointer: string;
  readonly title: string;
  /** No valid line yet: its tail says so, but for a quotation, which is the tail itself. */
  readonly line: string;
  /** What the line still needs. */
  readonly missing: readonly string[];
  readonly candidates: readonly Candidate[];
}

export interface SkeletonOptions {
  readonly from: string;
  readonly to: string;
  /** The number of the first line's id. */
  readonly first?: number;
}

/**
 * A skeleton line for each source, or for each line of one that is quoted: the pointer, and each slot whose value one
 * label of the profile marks and no other figure of the source contradicts (6.6). The rest is for an agent to read.
 */
export function skeletonsOf(
  sources: readonly Source[],
  vocabulary: Vocabulary,
  { from, to, first = 1 }: SkeletonOptions,
): readonly Skeleton[] {
  const rule = vocabulary.profile?.evidence;
  if (rule === undefined) return [];
  const set = sourcesOf(sources);
  const drafts = sources.flatMap(({ pointer }) => {
    const source = set.find(pointer) as SearchedSource; // of this very list
    return rule.quote === true ? quotable(source) : [{ source, pointer, tail: null }];
  });
  return drafts.map(({ source, pointer, tail }, index) => {
    const found = tail === null ? labelled(source, vocabulary) : new Map<string, string>();
    const slots = [...found].map(([slot, value]) => ` ${slot}=${value}`).join('');
    const head = `RW1 ST ${from}-${first + index} p=${vocabulary.name} from=${from} to=${to}`;
    const end = tail ?? 'SKELETON, to be completed';
    return {
      pointer,
      title: source.title,
      line: `${head}${slots} ${rule.pointer}=${pointer} // ${end}`,
      missing: missingIn(vocabulary, found),
      candidates: tail === null ? source.parts.flatMap(candidatesIn) : [],
    };
  });
}

interface Draft {
  readonly source: SearchedSource;
  readonly pointer: string;
  readonly tail: string | null;
}

const longestTail = 300;

/** The lines of a document that can be quoted whole: a line that says something and fits in a tail. */
function quotable(source: SearchedSource): readonly Draft[] {
  return source.parts.flatMap(({ text }, index) => {
    const tail = text.replaceAll(/\s+/gu, ' ').trim();
    if (tail === '' || [...tail].length > longestTail || tail.includes(' // ')) return [];
    return [{ source, pointer: `${source.pointer}#l${index + 1}`, tail }];
  });
}

function labelled(
  source: SearchedSource,
  { profile, slots, enums }: Vocabulary,
): ReadonlyMap<string, string> {
  const { labels = {}, written: texts = {}, sought = {} } = profile?.evidence ?? { pointer: '' };
  const namespace = readPointer(source.pointer).namespace;
  const found = new Map<string, string>();
  for (const slot of sought[namespace] ?? []) {
    const row = slots.get(slot);
    if (row === undefined) continue;
    const values = new Set<string>();
    if (row.base === 'enum' && row.enum !== null) {
      for (const code of enums.get(row.enum)?.keys() ?? []) {
        const also = Object.hasOwn(texts, slot) ? (texts[slot]?.[code] ?? []) : [];
        if (
          source.parts.some(
            (part) =>
              occurrences(part, 'enum', code).length > 0 ||
              also.some((sign) => signOccurrences(part, sign, code).some(({ doubt }) => doubt === null)),
          )
        )
          values.add(code);
      }
    } else if (row.base === 'money' && Object.hasOwn(labels, slot)) {
      for (const part of source.parts) {
        for (const { value, label } of amountsIn(part))
          if (isLabel(label, labels[slot] ?? []) && isCertain(source, part, value)) values.add(value);
      }
    }
    const [only, other] = values;
    if (only !== undefined && other === undefined) found.set(slot, only);
  }
  return found;
}

/** Whether an amount stands in a part with nothing beside it that may change it. */
function isCertain({ scale }: SearchedSource, part: SearchedPart, value: string): boolean {
  return scale() === null && occurrences(part, 'money', value).some(({ doubt }) => doubt === null);
}

/** Amounts, and words that look like a reference: with a digit, and with a letter or a dash. */
function candidatesIn(part: SearchedPart): readonly Candidate[] {
  const words = [...part.text.matchAll(/[^\s,;:()<>"'£€$]+/gu)].map(({ 0: word, index }) => ({
    value: word.replace(/[.!?]+$/, ''),
    label: labelBefore(part.text, index),
    part: part.name,
  }));
  const references = words.filter(
    ({ value }) => /\d/.test(value) && /[\p{L}-]/u.test(value) && !value.includes('@'),
  );
  const amounts = amountsIn(part).map(({ value, label }) => ({ value, label, part: part.name }));
  return [...amounts, ...references];
}

/** The required slots of a statement that are not there; the item is never found by code. */
function missingIn({ types }: Vocabulary, found: ReadonlyMap<string, string>): readonly string[] {
  const required = types.get('ST')?.required ?? [];
  return ['item', ...required.filter((slot) => !['from', 'to', 'item'].includes(slot) && !found.has(slot))];
}
