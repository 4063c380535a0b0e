import { lineOf, placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import type { Parsed } from '../codec/parsed.ts';
import { written } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import { type Verdict, verdict } from '../diagnostic/verdict.ts';
import type { EvidenceRule } from '../vocabulary/profile-data.ts';
import { heldToLabels } from './called.ts';
import { rules } from './check-src-rules.ts';
import { heldToAmounts } from './currency.ts';
import { derive, isMissing, type Looked, type Named } from './derive.ts';
import { type Evidence, lookFor } from './evidence.ts';
import { lookForQuote } from './quote.ts';
import { heldToRows } from './rows.ts';
import { kindOf, type SoughtIn, soughtOf } from './sought.ts';
import { type Pointer, readPointer, type SearchedSource, type Sources } from './source.ts';
import { checkStatements } from './statements.ts';
import { holdsMeasure, isMeasure } from './written/index.ts';

/** A line with what its sources say of it. */
export interface LineEvidence {
  readonly id: string;
  readonly line: string;
  readonly evidence: readonly Evidence[];
  /** Slots of the profile that are on the line and that none of its sources is expected to say. */
  readonly unsought: readonly { readonly slot: string; readonly value: string }[];
}

/** The verdict of check-src, with every value beside the words that say it. */
export interface SourceVerdict extends Verdict {
  readonly lines: readonly LineEvidence[];
}

/**
 * Evidence (6.6): every pointer resolves, and the source that a line names says the line's figures, dates, references
 * and account, or the tail word for word. Lines that cannot be read are findings of their own.
 *
 * @example
 * const sources = sourcesOf([{ pointer: 'email:1', title: 'Invoice', unread: [], parts: [{ name: 'text', text: 'MD-7, total £5,400' }] }]);
 * const line = 'RW1 ST extractor-1 p=pay from=extractor to=payer item=inv:MD-7 amt=5400.00 cur=GBP kind=GROSS src=email:1';
 * checkSources({ lines: [parse(line)], sources }).passes; // => true
 */
export function checkSources({
  lines,
  sources,
}: {
  readonly lines: Iterable<Parsed>;
  readonly sources: Sources;
}): SourceVerdict {
  const found: Diagnostic[] = [];
  const looked: Looked[] = [];
  const sourced = new Set<string>();
  for (const { message, diagnostics } of lines) {
    const rule = message === null ? undefined : vocabularyOf(message).profile?.evidence;
    if (message === null) found.push(...diagnostics);
    else if (rule !== undefined) looked.push(lookUp(message, rule, { sources, sourced }, found));
  }
  if (looked.length === 0 && found.length === 0) reporter(rules, found)('evidence/no-lines', {});
  const checked = derive(looked);
  for (const { evidence, named } of checked) {
    for (const one of evidence) tell(one, named, found);
  }
  checkStatements(
    looked.map(({ message }) => message),
    found,
  );
  return {
    ...verdict(found),
    lines: checked.map(({ message, evidence }) => ({
      id: message.id,
      line: lineOf(message),
      evidence,
      unsought: unsoughtOn(message, evidence),
    })),
  };
}

function unsoughtOn(message: AnyMessage, evidence: readonly Evidence[]): LineEvidence['unsought'] {
  const { profile, slots } = vocabularyOf(message);
  const sought = new Set([profile?.evidence?.pointer, ...evidence.map(({ slot }) => slot)]);
  return Object.entries(message.slots)
    .filter(([slot]) => slots.get(slot)?.origin !== 'core' && !sought.has(slot))
    .map(([slot, value]) => ({ slot, value: written(value) }));
}

/** One line looked up in the sources that it names; `sourced` are the lines so far that name one, this one added. */
function lookUp(
  message: AnyMessage,
  rule: EvidenceRule,
  { sources, sourced }: { readonly sources: Sources; readonly sourced: Set<string> },
  found: Diagnostic[],
): Looked {
  const pointers = pointersOf(message, rule.pointer);
  if (pointers.length > 0) sourced.add(message.id);
  else checkNeeded(message, rule, sourced, found);
  const named = pointers.flatMap((pointer) => resolved(message, rule, pointer, sources, found));
  const all = soughtOf(message, rule, pointers);
  const evidence = all.flatMap((sought): Evidence[] => {
    const looked = lookInKinds(sought, named, sources);
    if (looked === null) return []; // told where the pointer does not resolve
    const { slot, value } = sought;
    const isFree = rule.free?.includes(slot) === true && !isContradicted(value, message.tail);
    return [{ slot, value, at: placeOf(message, slot), ...(isFree ? orUnspelt(looked) : looked) }];
  });
  const priced = heldToLabels(message, named, heldToAmounts(message, named, evidence));
  const held = heldToRows(priced, named, all);
  return {
    message,
    named,
    evidence: rule.quote === true ? [...held, ...quotesOf(message, named)] : held,
  };
}

/**
 * Looks in the named sources of each kind that says a value: what one kind says and another one, also named, does not
 * is doubtful. Null where none resolves.
 */
function lookInKinds(
  sought: SoughtIn,
  named: readonly Named[],
  sources: Sources,
): Pick<Evidence, 'standing' | 'found'> | null {
  const looked = [...sought.kinds].flatMap((kind) => {
    const here = named.filter(({ pointer }) => pointer.namespace === kind).map((one) => one.here);
    return here.length === 0 ? [] : [{ kind, ...lookFor(sought, here, sources) }];
  });
  const there = looked.filter(({ standing }) => !isMissing(standing));
  const best = there.find(({ standing }) => standing === 'doubtful') ?? there[0];
  const missing =
    looked.find(({ standing }) => standing === 'elsewhere') ?? looked.find((one) => !there.includes(one));
  if (best === undefined || best.found === null) return missing ?? null;
  if (missing === undefined) return best;
  const doubt = best.found.doubt ?? `no ${missing.kind} that the line names says so`;
  return { standing: 'doubtful', found: { ...best.found, doubt } };
}

/** A value that a source may say in other words is doubtful where it is not written so. */
function orUnspelt(looked: Pick<Evidence, 'standing' | 'found'>): Pick<Evidence, 'standing' | 'found'> {
  return isMissing(looked.standing) ? { standing: 'doubtful', found: null } : looked;
}

/** Whether the words that a line quotes measure something out, so that the value of a measure has to be among them. */
function isContradicted(value: string, tail: string | null): boolean {
  return tail !== null && isMeasure(value) && holdsMeasure(tail);
}

function pointersOf({ slots }: AnyMessage, slot: string): readonly Pointer[] {
  const value = slots[slot];
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((pointer) => readPointer(written(pointer)));
}

/** A line about a source document names it (6.6), unless it answers or corrects an earlier line that does. */
function checkNeeded(
  message: AnyMessage,
  { pointer, needed = {} }: EvidenceRule,
  sourced: ReadonlySet<string>,
  found: Diagnostic[],
): void {
  const kinds = needed[message.type] ?? [];
  const kind = kindOf(message);
  if (kind === null || !kinds.includes(kind)) return;
  if (message.re !== null && sourced.has(message.re)) return;
  reporter(rules, found)('evidence/no-pointer', { slot: pointer, kind }, placeOf(message, 'item'));
}

function resolved(
  message: AnyMessage,
  { pointer: slot }: EvidenceRule,
  pointer: Pointer,
  sources: Sources,
  found: Diagnostic[],
): readonly Named[] {
  const report = reporter(rules, found);
  const at = placeOf(message, slot);
  const { text, namespace, document, lines } = pointer;
  if (!sources.namespaces.has(namespace)) {
    report('evidence/not-given', { pointer: text, namespace }, at);
    return [];
  }
  const source = sources.find(document);
  if (source === null) {
    report('evidence/unresolved', { pointer: text, there: [...sources.of(namespace)].length, namespace }, at);
    return [];
  }
  if (lines !== null && lines.last > source.parts.length) {
    report('evidence/no-line', { pointer: text, lines: source.parts.length }, at);
    return [];
  }
  return [{ pointer, source, here: lines === null ? source : linesOf(source, lines) }];
}

function linesOf(source: SearchedSource, { first, last }: NonNullable<Pointer['lines']>): SearchedSource {
  return { ...source, parts: source.parts.slice(first - 1, last) };
}

function quotesOf(message: AnyMessage, named: readonly Named[]): readonly Evidence[] {
  const { tail } = message;
  if (tail === null) return []; // the profile's to demand
  return named.map(({ pointer, source }) => lookForQuote(tail, pointer, source, placeOf(message, 'tail')));
}

function tell(
  { slot, value, standing, found: excerpt, from, at }: Evidence,
  named: readonly Named[],
  found: Diagnostic[],
): void {
  const report = reporter(rules, found);
  const pointers = named.map(({ pointer }) => pointer.text);
  const where = excerpt === null ? '' : `${excerpt.source}, ${excerpt.part}`;
  switch (standing) {
    case 'found':
      return;
    case 'unsigned':
      return report('evidence/unsigned', { slot, value, where }, at);
    case 'derived':
      return report('evidence/derived', { slot, value, from: from ?? '' }, at);
    case 'doubtful':
      if (excerpt === null) return report('evidence/unspelt', { slot, value, pointers }, at);
      return report('evidence/doubtful', { slot, value, where, doubt: excerpt?.doubt ?? '' }, at);
    case 'elsewhere':
      return report('evidence/elsewhere', { slot, value, pointers, where }, at);
    case 'not-found':
      return report(
        'evidence/not-found',
        { slot, value, pointers, unread: named.flatMap(({ source }) => source.unread) },
        at,
      );
  }
  standing satisfies never;
}
