import { ownSlots } from '../../codec/asked.ts';
import { isAboveZero } from '../../codec/decimal.ts';
import type { AnyMessage } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { areAlike } from '../../text/look-alikes.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Contradiction } from '../fact.ts';
import type { Statement } from '../state.ts';

/** Where the value of a slot was found; `approval`: the answer itself gives it. */
export type Origin = 'handoff' | 'statement' | 'question' | 'approval';

/** A slot that the act runs with, or that the question is about; null where nobody has a value for it. */
export interface AskedSlot {
  readonly slot: string;
  /** In words; null where the profile has none. */
  readonly about: string | null;
  readonly value: string | null;
  readonly from: Origin | null;
  readonly differs: readonly SlotDifference[];
}

/** What something else says of a slot. */
export interface SlotDifference {
  readonly source: Origin | Contradiction['source'];
  readonly value: string;
  /** A reader takes one for the other. */
  readonly alike: boolean;
}

/** The act that a question is about, as far as it can be told. */
export interface ActAsked {
  /** Null where no act is named. */
  readonly ask: string | null;
  readonly slots: readonly AskedSlot[];
  /** It cannot be undone and may still run: a go to it is an approval. */
  readonly isAct: boolean;
  /** The reference that its approval has. */
  readonly reference: string;
  /** Why nobody can say go, in sentences; none where one can. */
  readonly against: readonly string[];
}

interface ActIn {
  readonly aq: AnyMessage;
  readonly ho: AnyMessage | null;
  readonly statement: Statement | null;
  readonly vocabulary: Vocabulary;
  readonly questioned: readonly Contradiction[];
  /** The handoff has ended: what is asked about it lets nothing of it run. */
  readonly isOver: boolean;
  /** The reference that the approval has where nobody gave another. */
  readonly own: string;
}

/** The act of a question: what would run, where each value is from, and what stands against saying go. */
export function actIn(input: ActIn): ActAsked {
  const { aq, ho, vocabulary } = input;
  const ask = askOf(input);
  const names = ask === null ? null : (vocabulary.exec.get(ask) ?? null);
  const isAct = ask !== null && vocabulary.irreversible.has(ask) && !input.isOver;
  const slots = (names ?? namesOn(ho ?? aq, aq)).map((slot) => slotIn(slot, input, names !== null));
  const reference = slots.find(({ slot }) => slot === vocabulary.profile?.approval)?.value ?? input.own;
  return {
    ask,
    slots,
    isAct,
    reference,
    against: [...unnamed(input, ask), ...faultsOf(ask, slots), ...untaken(vocabulary, ask, slots)],
  };
}

/** The handoff's ask; else the question's own; else the one act that it has every value for, but the approval's name. */
function askOf(input: ActIn): string | null {
  const { aq, ho } = input;
  const said = (ho ?? aq).slots['ask'];
  if (said !== undefined) return said as string;
  const [only, another] = lacking(input).filter(({ slots }) => slots.length === 0);
  return only === undefined || another !== undefined ? null : only.ask;
}

/** What the question has no value for, of each act that it has some value for; those that lack least come first. */
function lacking({
  aq,
  vocabulary,
}: ActIn): readonly { readonly ask: string; readonly slots: readonly string[] }[] {
  const all = [...vocabulary.exec].flatMap(([ask, slots]) => {
    const given = slots.filter(
      (slot) => slot === vocabulary.profile?.approval || aq.slots[slot] !== undefined,
    );
    const some = slots.some((slot) => aq.slots[slot] !== undefined);
    return some ? [{ ask, slots: slots.filter((slot) => !given.includes(slot)) }] : [];
  });
  return all.sort((one, other) => one.slots.length - other.slots.length);
}

/** Without execution slots every value counts that is the message's own. */
function namesOn(about: AnyMessage, aq: AnyMessage): readonly string[] {
  const asking = new Set([...ownSlots, 'opts', 'need', 'by', 'ask']);
  return [...new Set([...Object.keys(about.slots), ...Object.keys(aq.slots)])].filter(
    (slot) => !asking.has(slot),
  );
}

function slotIn(
  slot: string,
  { aq, ho, statement, vocabulary, questioned, own }: ActIn,
  isExec: boolean,
): AskedSlot {
  const frozen =
    statement === null
      ? {}
      : (JSON.parse(statement.call) as { readonly values: Readonly<Record<string, string>> }).values;
  const said: readonly (readonly [Origin, string | undefined])[] = [
    ['handoff', ho === null ? undefined : valueOn(ho, slot)],
    ['statement', Object.hasOwn(frozen, slot) ? frozen[slot] : undefined],
    ['question', valueOn(aq, slot)],
    ['approval', isExec && slot === vocabulary.profile?.approval ? own : undefined],
  ];
  const known = said.filter((one): one is readonly [Origin, string] => one[1] !== undefined);
  const [first, ...others] = known;
  const value = first?.[1] ?? null;
  const against = others
    .filter(([source, other]) => source !== 'approval' && other !== value)
    .map(([source, other]) => differenceOf(source, value, other));
  const contradictions = questioned
    .filter((one) => one.slot === slot)
    .map(({ source, sent, resolved }) => differenceOf(source, sent, resolved));
  return {
    ...{ slot, value, about: vocabulary.slots.get(slot)?.desc ?? null },
    from: first?.[0] ?? null,
    differs: [...against, ...contradictions],
  };
}

function differenceOf(source: SlotDifference['source'], value: string | null, other: string): SlotDifference {
  return { source, value: other, alike: value !== null && areAlike(value, other) };
}

function valueOn(message: AnyMessage, slot: string): string | undefined {
  const value = Object.hasOwn(message.slots, slot) ? message.slots[slot] : undefined;
  return value === undefined ? undefined : written(value);
}

/** A go that names nothing lets nobody say afterwards what was approved. */
function unnamed(input: ActIn, ask: string | null): readonly string[] {
  const { aq, ho, vocabulary } = input;
  const isOther = aq.item !== null && ho !== null && aq.item !== ho.item;
  return [
    ...(aq.item === null && (ho?.item ?? null) === null ? ['The question names no item.'] : []),
    ...(ask === null && vocabulary.exec.size > 0 ? [noAct(input)] : []),
    ...(isOther ? [`The question is about ${aq.item}, and its handoff about ${ho.item}.`] : []),
  ];
}

/** Why nobody knows which act is meant: none that it has every value for, or several. */
function noAct(input: ActIn): string {
  const [nearest, ...others] = lacking(input);
  const says = 'The question does not say which act it is about';
  if (nearest === undefined) return `${says}: it is about no handoff, and has no value of any act.`;
  if (nearest.slots.length > 0) return `${says}: for ${nearest.ask} it has no ${nearest.slots.join(', ')}.`;
  const also = others.filter(({ slots }) => slots.length === 0).map((one) => one.ask);
  return `${says}: it has every value of ${[nearest.ask, ...also].join(' and ')}.`;
}

const words: Readonly<Record<string, string>> = {
  handoff: 'the handoff',
  statement: 'the statement',
  question: 'the question',
};

/** What is missing, and what two sources of this very question say otherwise; a contradiction is what it asks about. */
function faultsOf(ask: string | null, slots: readonly AskedSlot[]): readonly string[] {
  return slots.flatMap(({ slot, value, from, differs }) => [
    ...(value === null ? [`${slot} has no value, and ${ask} runs with it.`] : []),
    ...differs.flatMap(({ source, value: other }) => {
      const by = words[source];
      return by === undefined ? [] : [`${slot} is ${value} on ${words[from ?? '']} and ${other} on ${by}.`];
    }),
  ]);
}

/** Amounts that the act does not take: a handoff with one is refused, and what is approved could never be handed over. */
function untaken(
  { profile }: Vocabulary,
  ask: string | null,
  slots: readonly AskedSlot[],
): readonly string[] {
  const positive = profile?.positive ?? {};
  const wanted = ask !== null && Object.hasOwn(positive, ask) ? (positive[ask] ?? []) : [];
  return slots.flatMap(({ slot, value }) =>
    value !== null && wanted.includes(slot) && !isAboveZero(value)
      ? [`${slot} is ${value}, and ${ask} takes an amount above zero.`]
      : [],
  );
}
