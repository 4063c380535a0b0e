import type { MessageType, SlotValue, TypeRow, Vocabulary } from '../vocabulary/vocabulary.ts';
import { messageRulesFor } from './message-rules.ts';
import type { CheckParts } from './parts.ts';
import { profileRulesFor } from './profile-rules.ts';

/** A slot as the parser needs it. `envelope` says where its value goes: 0 into slots, else re, from, to or item. */
export interface GrammarSlot {
  readonly key: string;
  readonly envelope: 0 | 1 | 2 | 3 | 4;
  readonly ascii: boolean;
  readonly decode: (text: string) => SlotValue | undefined;
  /** The types that take the slot, as bits of `GrammarType.bit`. */
  readonly on: number;
}

/** A message type as the parser needs it, with the checks that its messages go through. */
export interface GrammarType {
  readonly type: MessageType;
  readonly bit: number;
  /** Required slots that are not part of the envelope, then those that are. */
  readonly required: readonly string[];
  readonly checks: readonly CheckParts[];
}

/** The tables that the parser runs on, generated from a vocabulary. */
export interface Grammar {
  readonly slots: ReadonlyMap<string, GrammarSlot>;
  readonly types: ReadonlyMap<string, GrammarType>;
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
  const slots = [...vocabulary.slots.values()].map(({ key, ascii, decode }): [string, GrammarSlot] => {
    const on = rows.reduce((bits, row, at) => (takes(row, key) ? bits | (1 << at) : bits), 0);
    return [key, { key, envelope: envelope.get(key) ?? 0, ascii, decode, on }];
  });
  const types = rows.map(({ type, required }, at): [string, GrammarType] => {
    const checks = [...messageRulesFor(type, vocabulary), ...profileRulesFor(type, vocabulary)];
    return [type, { type, bit: 1 << at, required, checks }];
  });
  return { slots: new Map(slots), types: new Map(types) };
}

/** Every type takes `p`. */
function takes(row: TypeRow, key: string): boolean {
  return key === 'p' || row.takes.has(key);
}
