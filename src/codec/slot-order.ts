import type { Words } from '../text/words.ts';
import { anyWordAt } from '../vocabulary/slot-types.ts';
import type { Grammar, GrammarSlot, GrammarType } from './grammar.ts';
import { isExtensionKey } from './names.ts';
import type { CheckParts } from './parts.ts';

/**
 * The slots of a line by position, found good once: each is one that the type lists or an extension, none stands twice,
 * all that the type requires are among them. Lines of one agent have few orders, and come in them again and again.
 */
export interface SlotOrder {
  readonly slots: readonly OrderedSlot[];
  /** The checks over several slots that lines of this order go through. */
  readonly checks: readonly CheckParts[];
}

/** A slot in its place: how its key is written, and how its value is read. */
export type OrderedSlot = Pick<GrammarSlot, 'key' | 'envelope' | 'decodeAt'> & { readonly code: Uint8Array };

/** How many orders of a type are kept; the oldest gives way. */
const mostOrders = 8;

/** The order that a line's slots stand in; null when it is none that nothing has to be told about. */
export function orderOf(line: string, words: Words, grammar: Grammar, type: GrammarType): SlotOrder | null {
  const { orders } = type;
  for (let at = 0; at < orders.length; at++) {
    const order = orders[at] as SlotOrder;
    if (isOrderOf(order, words)) return order;
  }
  const order = readOrder(line, words, grammar, type);
  if (order === null) return null;
  if (orders.length === mostOrders) orders.shift();
  orders.push(order);
  return order;
}

function isOrderOf({ slots }: SlotOrder, { count, starts, equals, units }: Words): boolean {
  if (slots.length !== count - 3) return false;
  for (let index = 3; index < count; index++) {
    const { code } = slots[index - 3] as OrderedSlot;
    const start = starts[index] as number;
    if ((equals[index] as number) - start !== code.length) return false;
    for (let at = 0; at < code.length; at++) if (units[start + at] !== code[at]) return false;
  }
  return true;
}

function readOrder(line: string, words: Words, grammar: Grammar, type: GrammarType): SlotOrder | null {
  const { count, starts, equals, units } = words;
  const slots: OrderedSlot[] = [];
  const keys = new Set<string>();
  const indexes = new Set<number>();
  for (let index = 3; index < count; index++) {
    const start = starts[index] as number;
    const split = equals[index] as number;
    if (split < 0) return null;
    const key = line.slice(start, split);
    const row = grammar.slots[grammar.findSlot(units, start, split)];
    if (row === undefined ? !isExtensionKey(key) : (row.on & type.bit) === 0) return null;
    if (keys.size === keys.add(key).size) return null;
    if (row !== undefined) indexes.add(row.index);
    slots.push({
      key,
      envelope: row?.envelope ?? 0,
      decodeAt: row?.decodeAt ?? anyWordAt,
      code: codeOf(key),
    });
  }
  if (type.required.some(({ index }) => !indexes.has(index))) return null;
  const checks = type.checks.filter(({ needs }) => needs.every((index) => indexes.has(index)));
  return { slots, checks: checks.map(({ check }) => check) };
}

function codeOf(key: string): Uint8Array {
  return Uint8Array.from(key, (character) => character.charCodeAt(0));
}
