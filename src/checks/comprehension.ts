import { asksFor } from '../codec/asked.ts';
import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import { type Report, reporter } from '../diagnostic/rule.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { rules } from './comprehension-rules.ts';
import { compareSet, compareSingle } from './criteria/compare.ts';
import { type Criteria, type Criterion, isMany, readCriteria, repeatedSingles } from './criteria/criteria.ts';

interface Readback {
  readonly ho: AnyMessage;
  readonly rb: AnyMessage;
  readonly kept: Criteria | null;
}
type ListSlots = Readonly<Record<string, readonly string[] | undefined>>;

/** Tier 4: the criteria that the receiver derived are the sender's, the kept ones before those of the HO (6.2 R28). */
export function checkComprehension({ ho, rb, kept }: Readback, found: Diagnostic[]): void {
  const report = reporter(rules, found);
  const { acc, not, asm } = rb.slots as ListSlots;
  const { acc: own, keys } = ho.slots as ListSlots;
  const asksPlan = asksFor(ho, 'plan');
  if (acc === undefined && (asksPlan || asksFor(ho, 'acc'))) {
    report('comprehension/no-acc', {}, placeOf(rb, 'type'));
  } else if (acc === undefined && kept !== null) {
    report('comprehension/kept-unused', {}, placeOf(ho, ho.slots['rb'] === undefined ? 'type' : 'rb'));
  }
  if (asksPlan && rb.slots['do'] === undefined) report('comprehension/no-do', {}, placeOf(rb, 'type'));
  if (asm !== undefined) {
    const at = placeOf(rb, 'asm');
    for (const heard of asm) report('comprehension/assumes', { heard }, at);
  }
  if (acc ?? not ?? own ?? keys ?? kept) compareCriteria({ ho, rb, kept }, found);
}

const none: readonly string[] = [];

/** Both sides of a comparison. Criteria of the HO whose key was kept give way to the kept ones. */
interface Sides {
  readonly vocabulary: Vocabulary;
  readonly sent: ReadonlyMap<string, readonly Criterion[]>;
  readonly heard: ReadonlyMap<string, readonly Criterion[]>;
  /** Whether the receiver has to answer the criteria of a key: not those of the HO beside kept ones. */
  readonly isNeeded: (key: string) => boolean;
  readonly tell: Report<typeof rules>;
  /** Of the receiver, against what the sender holds: told as that, and not as assumptions. */
  readonly excluded: readonly Against[];
  readonly required: readonly Against[];
  /** Where a slot of the RB stands; its type when it is absent. */
  readonly place: (slot: 'acc' | 'not') => Place;
}

/** A criterion of the receiver, and the one of the sender that it is against. */
interface Against {
  readonly heard: Criterion;
  readonly sent: Criterion;
}

function compareCriteria({ ho, rb, kept }: Readback, found: Diagnostic[]): void {
  const vocabulary = vocabularyOf(ho);
  const { acc, not } = rb.slots as ListSlots;
  const { acc: ownAcc, keys = none } = ho.slots as ListSlots;
  const own = readCriteria({ acc: ownAcc }, vocabulary);
  const heard = readCriteria({ acc, not }, vocabulary);
  const wanted = new Map([...own.byKey, ...(kept?.byKey ?? [])]);
  const sides: Sides = {
    vocabulary,
    sent: wanted,
    heard: heard.byKey,
    excluded: opposed('no', 'must', wanted, heard.byKey),
    required: opposed('must', 'no', wanted, heard.byKey),
    isNeeded: (key) => kept === null || kept.byKey.has(key),
    tell: reporter(rules, found),
    place: placesOf(rb),
  };
  for (const twice of repeatedSingles(own, vocabulary)) {
    sides.tell('comprehension/sent-twice', listed(twice), placeOf(ho, 'acc'));
  }
  for (const twice of repeatedSingles(heard, vocabulary)) {
    sides.tell('comprehension/hedged', listed(twice), sides.place('acc'));
  }
  const isCompared = acc !== undefined && (kept !== null || ownAcc !== undefined);
  if (isCompared) compareKeys(sides);
  else if (acc !== undefined) sides.tell('comprehension/not-compared', {}, sides.place('acc'));
  tellKeyGaps(keys, isCompared, sides);
  tellExcluded(sides);
  tellUnknown(heard.unknown, kept?.unknown ?? [], sides);
}

/** Where slots stand, looked up once each: a hostile line can hold thousands of criteria. */
function placesOf(rb: AnyMessage): Sides['place'] {
  const places = new Map<string, Place>();
  return (slot) => {
    const place = places.get(slot) ?? placeOf(rb, rb.slots[slot] === undefined ? 'type' : slot);
    places.set(slot, place);
    return place;
  };
}

function listed(criteria: readonly Criterion[]): { key: string; values: readonly string[] } {
  return { key: criteria[0]?.key ?? '', values: criteria.map(({ written }) => written) };
}

function compareKeys({ vocabulary, sent, heard, isNeeded, excluded, required, tell, place }: Sides): void {
  const against = new Set([...excluded, ...required].map((pair) => pair.heard));
  for (const [key, wanted] of sent) {
    const compare = isMany(key, vocabulary) ? compareSet : compareSingle;
    const { contradictions, loose, gaps, extras } = compare(wanted, heard.get(key) ?? []);
    for (const pair of contradictions) {
      const both = { key, sent: pair.sent.written, heard: pair.heard.written };
      tell('comprehension/contradiction', both, place(pair.heard.slot));
    }
    for (const pair of loose) {
      tell(
        'comprehension/loose',
        { sent: pair.sent.written, heard: pair.heard.written },
        place(pair.heard.slot),
      );
    }
    if (isNeeded(key)) for (const gap of gaps) tell('comprehension/gap', { sent: gap.written }, place('acc'));
    tellAssumptions(extras);
  }
  for (const [key, added] of heard) if (!sent.has(key)) tellAssumptions(added);

  function tellAssumptions(extras: readonly Criterion[]): void {
    for (const one of extras) {
      if (!against.has(one)) tell('comprehension/assumption', { heard: one.written }, place(one.slot));
    }
  }
}

/** A key in keys= that the RB lacks is a gap in every case; where it was compared, that is told already (R28). */
function tellKeyGaps(
  keys: readonly string[],
  isCompared: boolean,
  { sent, heard, isNeeded, tell, place }: Sides,
): void {
  for (const key of new Set(keys.map((one) => one.toLowerCase()))) {
    if (heard.has(key)) continue;
    const wanted = isNeeded(key) ? sent.get(key) : undefined;
    if (wanted === undefined) tell('comprehension/key-gap', { key }, place('acc'));
    else if (!isCompared)
      for (const { written } of wanted) tell('comprehension/gap', { sent: written }, place('acc'));
  }
}

/** What the receiver leaves out though the sender requires it, and the other way round; whether or not there is acc=. */
function tellExcluded({ excluded, required, tell, place }: Sides): void {
  for (const { heard, sent } of excluded) {
    tell('comprehension/excluded', { sent: sent.written, heard: heard.value }, place(heard.slot));
  }
  for (const { heard, sent } of required) {
    tell('comprehension/required', { sent: sent.written, heard: heard.value }, place(heard.slot));
  }
}

/** The receiver's criteria under one key that are the sender's under the other, and none of the sender's under their own. */
function opposed(
  key: string,
  otherKey: string,
  sent: Sides['sent'],
  heard: Sides['heard'],
): readonly Against[] {
  const [own = [], others, said] = [sent.get(key), sent.get(otherKey), heard.get(key)];
  if (others === undefined || said === undefined) return [];
  return said.flatMap((one) => {
    const other = others.find((wanted) => wanted.isSameAs(one));
    const isAnswer = own.some((wanted) => wanted.isSameAs(one));
    return other === undefined || isAnswer ? [] : [{ heard: one, sent: other }];
  });
}

function tellUnknown(heard: readonly Criterion[], kept: readonly Criterion[], { tell, place }: Sides): void {
  for (const { key, written, slot } of heard)
    tell('comprehension/unknown-key', { key, heard: written }, place(slot));
  for (const { key, written } of kept) tell('comprehension/kept-unknown-key', { key, sent: written });
}
