import fc, { type Arbitrary } from 'fast-check';
import { decode, digest } from '../../src/codec/index.ts';
import { levels, type Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { criteria } from './criteria.ts';
import { type Parts, partsOf, written } from './lines.ts';
import { valuesOf } from './values.ts';

/** A handoff, the readback of it, the done report, and the record that the handoff was made from. */
export interface Exchange {
  readonly ho: Parts;
  readonly rb: Parts;
  readonly dn: Parts;
  readonly record: Readonly<Record<string, string>>;
}

/** A clock at which nothing of a generated exchange has expired: their handoffs have no `exp`. */
export const now = '20261001T0900Z';

type Slots = Parts['slots'];

interface Draft {
  readonly ho: Parts;
  readonly levels: readonly string[];
  /** What the receiver resolves of the execution slots, where the handoff leaves them open. */
  readonly resolved: Readonly<Record<string, string>>;
  readonly criteria: string;
  readonly hasDigest: boolean;
  readonly outcome: string;
}

/** Exchanges in which every check passes; the handoff asks for the levels that its ask must have, and for others. */
export function validExchange(vocabulary: Vocabulary): Arbitrary<Exchange> {
  const resolved = [...vocabulary.execSlots].map((key) => [key, valuesOf(vocabulary, key, 'RB')] as const);
  const draft: Arbitrary<Draft> = fc.record({
    ho: partsOf(vocabulary, 'HO'),
    levels: fc.subarray([...levels]),
    resolved: fc.record(Object.fromEntries(resolved)),
    criteria: criteria(vocabulary).map(({ heard }) => heard),
    hasDigest: fc.boolean(),
    outcome: fc.constantFrom('OK', 'NOOP'),
  });
  return draft.map((drawn) => exchangeOf(vocabulary, drawn));
}

export function slotOf({ slots }: Parts, key: string): string | undefined {
  return slots.find(([other]) => other === key)?.[1];
}

/** The parts with another value for a slot, or without it. */
export function withSlot(parts: Parts, key: string, value: string | null): Parts {
  const others = parts.slots.filter(([other]) => other !== key);
  return { ...parts, slots: value === null ? others : [...others, [key, value]] };
}

function exchangeOf(vocabulary: Vocabulary, draft: Draft): Exchange {
  const ho = handoff(vocabulary, draft);
  const executed = executedSlots(vocabulary, ho, draft.resolved);
  const isApproved = (key: string): boolean =>
    !['re', 'p', 'rb', 'from'].includes(key) && !key.startsWith('x_');
  return {
    ho,
    rb: readback(ho, executed, draft),
    dn: doneReport(ho, draft.outcome === 'OK' ? executed : [], draft.outcome),
    record: Object.fromEntries(ho.slots.filter(([key]) => isApproved(key))),
  };
}

/** R25: an ask with execution slots asks rb=exec, another that cannot be undone rb=all. */
function handoff(vocabulary: Vocabulary, draft: Draft): Parts {
  const ask = slotOf(draft.ho, 'ask') ?? '';
  const cannotBeUndone = vocabulary.irreversible.has(ask) || ask === 'UNDO';
  const needed = vocabulary.exec.has(ask) ? ['exec'] : cannotBeUndone ? ['all'] : [];
  const asked = [...new Set([...needed, ...draft.levels])];
  // A sum would bind what the receiver resolves; criteria, clocks and levels come from the draft.
  const summed = (vocabulary.profile?.sums ?? []).flatMap(({ parts }) => parts);
  const left = new Set(['rb', 'exp', 'acc', 'keys', ...summed]);
  const ho = { ...draft.ho, slots: draft.ho.slots.filter(([key]) => !left.has(key)) };
  return asked.length === 0 ? ho : withSlot(ho, 'rb', asked.join('+'));
}

/** What the act runs with: the handoff's values, and resolved ones for what it leaves open. */
function executedSlots(vocabulary: Vocabulary, ho: Parts, resolved: Draft['resolved']): Slots {
  const ask = slotOf(ho, 'ask') ?? '';
  const isPositive = (key: string): boolean => vocabulary.profile?.positive?.[ask]?.includes(key) ?? false;
  return (vocabulary.exec.get(ask) ?? []).map((key) => {
    const value = slotOf(ho, key) ?? resolved[key] ?? '';
    return [key, isPositive(key) ? value.replace('-', '').replace(/^0\.00$/, '0.01') : value] as const;
  });
}

function readback(ho: Parts, executed: Slots, { criteria, hasDigest }: Draft): Parts {
  const asked = slotOf(ho, 'rb')?.split('+') ?? [];
  const isEchoed = (key: string): boolean =>
    !['re', 'from', 'to', 'rb', 'x_tok', 'x_sig', 'x_kid'].includes(key);
  const slots = new Map([...answering(ho), ...ho.slots.filter(([key]) => isEchoed(key)), ...executed]);
  if (asked.includes('acc') || asked.includes('plan')) slots.set('acc', criteria);
  if (asked.includes('plan')) slots.set('do', 'copy');
  if (hasDigest) slots.set('h', digest(decode(written(ho))));
  return { type: 'RB', id: `${slotOf(ho, 'to')}-1`, slots: [...slots], tail: null };
}

function doneReport(ho: Parts, executed: Slots, outcome: string): Parts {
  const slots: Slots = [...answering(ho), ['out', outcome], ...executed];
  return { type: 'DN', id: `${slotOf(ho, 'to')}-2`, slots, tail: 'as executed' };
}

/** The envelope of an answer to a handoff, under its profile. */
function answering(ho: Parts): Slots {
  const profile = slotOf(ho, 'p');
  return [
    ['re', ho.id],
    ['from', slotOf(ho, 'to') ?? ''],
    ['to', slotOf(ho, 'from') ?? ''],
    ['item', slotOf(ho, 'item') ?? ''],
    ...(profile ? [['p', profile] as const] : []),
  ];
}

/** One change to an exchange; `name` says which, to count them. */
export interface EditedExchange extends Exchange {
  readonly edit: string;
}

/** Exchanges with one value of one part dropped, changed, added, repeated or sent the wrong way. */
export function oneEditFromExchange(vocabulary: Vocabulary): Arbitrary<EditedExchange> {
  const keys = [...vocabulary.slots.keys()];
  const values = fc.record(Object.fromEntries(keys.map((key) => [key, valuesOf(vocabulary, key, 'RB')])));
  const drawn = fc.record({
    exchange: validExchange(vocabulary),
    part: fc.constantFrom('ho', 'rb', 'rb', 'dn', 'dn', 'record'),
    edit: fc.constantFrom('drop', 'change', 'change', 'add', 'misdirect', 'unknown', 'level'),
    at: fc.nat(),
    values,
  });
  return drawn.map(({ exchange, part, edit, at, values: others }) => {
    const name = `${edit} in ${part}`;
    const pickFrom = (list: readonly string[]): string => list[at % list.length] ?? 'item';
    if (part === 'record') {
      const key = pickFrom(Object.keys(exchange.record));
      const { [key]: _, ...rest } = exchange.record;
      return {
        ...exchange,
        edit: name,
        record: edit === 'drop' ? rest : { ...rest, [key]: others[key] ?? 'x' },
      };
    }
    const parts = exchange[part as 'ho' | 'rb' | 'dn'];
    const own = parts.slots.map(([key]) => key).filter((key) => key !== 'from');
    const changes: Record<string, () => Parts> = {
      drop: () => withSlot(parts, pickFrom(own), null),
      change: () => withSlot(parts, pickFrom(own), others[pickFrom(own)] ?? 'x'),
      add: () => withSlot(parts, pickFrom(keys), others[pickFrom(keys)] ?? 'x'),
      misdirect: () => withSlot(parts, 're', others['re'] ?? 'x-1'),
      unknown: () => withSlot(parts, 'acct0', '1'),
      level: () => withSlot(parts, 'rb', pickFrom([...levels, 'acc+due', 'exec+all'])),
    };
    return { ...exchange, edit: name, [part]: changes[edit]?.() ?? parts };
  });
}
