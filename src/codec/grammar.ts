import { type Finder, finder } from '../text/finder.ts';
import type { MessageType, SlotRow, TypeRow, Vocabulary } from '../vocabulary/vocabulary.ts';
import { messageRulesFor } from './message-rules.ts';
import type { CheckParts } from './parts.ts';
import { profileRulesFor } from './profile-rules.ts';
import type { SlotOrder } from './slot-order.ts';

/** A slot as the parser needs it. */
export interface GrammarSlot {
  readonly key: string;
  /** The slot's place in `Grammar.seen`. */
  readonly index: number;
  /** Where the value goes: 0 into slots, else re, from, to or item. */
  readonly envelope: 0 | 1 | 2 | 3 | 4;
  readonly ascii: boolean;
  readonly decode: SlotRow['decode'];
  readonly decodeAt: SlotRow['decodeAt'];
  /** The types that take the slot, as bits of `GrammarType.bit`. */
  readonly on: number;
}

/** A message type as the parser needs it, with the checks that its messages go through. */
export interface GrammarType {
  readonly type: MessageType;
  readonly bit: number;
  readonly required: readonly GrammarSlot[];
  readonly checks: readonly GrammarCheck[];
  /** Orders of slots that lines of the type came in lately. */
  readonly orders: SlotOrder[];
}

/** A check over several slots, and the slots without which it has nothing to say. */
export interface GrammarCheck {
  readonly check: CheckParts;
  readonly needs: readonly number[];
}

/** The tables that the parser runs on, generated from a vocabulary. */
export interface Grammar {
  readonly types: ReadonlyMap<string, GrammarType>;
  readonly slots: readonly GrammarSlot[];
  /** The index of the slot whose key stands between two offsets. */
  readonly findSlot: Finder;
  /** By slot index: the number of the last reading that saw the slot. */
  readonly seen: Float64Array;
  /** A number for one more reading. */
  readonly next: () => number;
}

const envelope: ReadonlyMap<string, 1 | 2 | 3 | 4> = new Map([
  ['re', 1],
  ['from', 2],
  ['to', 3],
  ['item', 4],
]);

const grammars = new WeakMap<Vocabulary, Grammar>();

/** The grammar of a vocabulary; made once. */
export function grammarOf(vocabulary: Vocabulary): Grammar {
  let grammar = grammars.get(vocabulary);
  if (grammar === undefined) {
    grammar = makeGrammar(vocabulary);
    grammars.set(vocabulary, grammar);
  }
  return grammar;
}

let readings = 0;

function next(): number {
  return ++readings;
}

function makeGrammar(vocabulary: Vocabulary): Grammar {
  const rows = [...vocabulary.types.values()];
  const slots = [...vocabulary.slots.values()].map((row, index) => grammarSlot(row, index, rows));
  const keys = slots.map(({ key }) => key);
  const types = rows.map(({ type, required }, at): [string, GrammarType] => {
    const rules = [...messageRulesFor(type, vocabulary), ...profileRulesFor(type, vocabulary)];
    const checks = rules.map(({ needs, check }) => ({ check, needs: needs.map((key) => keys.indexOf(key)) }));
    return [
      type,
      { type, bit: 1 << at, required: slots.filter(({ key }) => required.includes(key)), checks, orders: [] },
    ];
  });
  return { types: new Map(types), slots, findSlot: finder(keys), seen: new Float64Array(slots.length), next };
}

function grammarSlot(row: SlotRow, index: number, rows: readonly TypeRow[]): GrammarSlot {
  const { key, ascii, decode, decodeAt } = row;
  const on = rows.reduce((bits, other, at) => (takes(other, key) ? bits | (1 << at) : bits), 0);
  return { key, index, envelope: envelope.get(key) ?? 0, ascii, decode, decodeAt, on };
}

/** Every type takes `p`. */
function takes(row: TypeRow, key: string): boolean {
  return key === 'p' || row.takes.has(key);
}
