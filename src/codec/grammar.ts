import { type Finder, finder } from '../text/finder.ts';
import type { MessageType, SlotRow, SlotValue, TypeRow, Vocabulary } from '../vocabulary/vocabulary.ts';
import { messageRulesFor } from './message-rules.ts';
import type { CheckParts } from './parts.ts';
import { profileRulesFor } from './profile-rules.ts';

/** A slot as the parser needs it. */
export interface GrammarSlot {
  readonly key: string;
  /** The slot's place in `Grammar.seen`. */
  readonly index: number;
  /** Where the value goes: 0 into slots, else re, from, to or item. */
  readonly envelope: 0 | 1 | 2 | 3 | 4;
  readonly ascii: boolean;
  /** Any printable word is a value. */
  readonly takesAnyWord: boolean;
  /** The codes or agents that are its values, where the type lists them. */
  readonly listed: Listed | null;
  readonly decode: (text: string) => SlotValue | undefined;
  /** The types that take the slot, as bits of `GrammarType.bit`. */
  readonly on: number;
}

/** A message type as the parser needs it, with the checks that its messages go through. */
export interface GrammarType {
  readonly type: MessageType;
  readonly bit: number;
  readonly required: readonly GrammarSlot[];
  readonly checks: readonly GrammarCheck[];
}

/** A check over several slots, and the slots without which it has nothing to say. */
export interface GrammarCheck {
  readonly check: CheckParts;
  readonly needs: readonly number[];
}

/** Words that a line is compared with where it lies. */
interface Listed {
  readonly words: readonly string[];
  readonly find: Finder;
}

/** The tables that the parser runs on, generated from a vocabulary. */
export interface Grammar {
  readonly types: ReadonlyMap<string, GrammarType>;
  readonly slots: readonly GrammarSlot[];
  /** The index of the slot whose key stands between two offsets. */
  readonly findSlot: Finder;
  /** By slot index: the number of the last reading that saw the slot. */
  readonly seen: Float64Array;
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

function makeGrammar(vocabulary: Vocabulary): Grammar {
  const rows = [...vocabulary.types.values()];
  const slots = [...vocabulary.slots.values()].map((row, index) => grammarSlot(row, index, rows, vocabulary));
  const keys = slots.map(({ key }) => key);
  const types = rows.map(({ type, required }, at): [string, GrammarType] => {
    const rules = [...messageRulesFor(type, vocabulary), ...profileRulesFor(type, vocabulary)];
    const checks = rules.map(({ needs, check }) => ({ check, needs: needs.map((key) => keys.indexOf(key)) }));
    return [
      type,
      { type, bit: 1 << at, required: slots.filter(({ key }) => required.includes(key)), checks },
    ];
  });
  return { types: new Map(types), slots, findSlot: finder(keys), seen: new Float64Array(slots.length) };
}

function grammarSlot(
  row: SlotRow,
  index: number,
  rows: readonly TypeRow[],
  vocabulary: Vocabulary,
): GrammarSlot {
  const { key, type, ascii, decode } = row;
  const on = rows.reduce((bits, other, at) => (takes(other, key) ? bits | (1 << at) : bits), 0);
  const takesAnyWord = type === 'token' || type === 'ref';
  return {
    key,
    index,
    envelope: envelope.get(key) ?? 0,
    ascii,
    takesAnyWord,
    listed: listed(row, vocabulary),
    decode,
    on,
  };
}

function listed(row: SlotRow, { enums, agents }: Vocabulary): Listed | null {
  if (row.isList) return null;
  const words =
    row.base === 'agent' && agents.size > 0
      ? [...agents, 'human']
      : [...(enums.get(row.enum ?? '')?.keys() ?? [])];
  return words.length === 0 ? null : { words, find: finder(words) };
}

/** Every type takes `p`. */
function takes(row: TypeRow, key: string): boolean {
  return key === 'p' || row.takes.has(key);
}
