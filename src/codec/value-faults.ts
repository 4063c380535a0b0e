import type { Diagnostic, Place } from '../diagnostic/diagnostic.ts';
import { reporter } from '../diagnostic/rule.ts';
import { faultOf } from '../text/characters.ts';
import { nearest } from '../text/nearest.ts';
import type { SlotRow, Vocabulary } from '../vocabulary/vocabulary.ts';
import { rules } from './slot-rules.ts';

interface Refused {
  readonly row: SlotRow;
  readonly value: string;
  readonly vocabulary: Vocabulary;
  readonly at: Place;
}

/** Says why a value is none of its slot's type: which element, which list of codes, which range (spec 3). */
export function tellRefusedValue({ row, value, vocabulary, at }: Refused, found: Diagnostic[]): void {
  const report = reporter(rules, found);
  const slot = row.key;
  const isList = row.type.startsWith('list:');
  const [base = '', argument = ''] = (isList ? row.type.slice(5) : row.type).split(':');
  const elements = isList ? value.split('+') : [value];
  if (elements.includes('')) return report('slot/list-element', { slot, value }, at);
  for (const element of elements) {
    // an element decodes alone as it does in a list; bad characters are told by checkCharacters, one by one
    if (row.decode(element) !== undefined || hasFault(element)) continue;
    tellRefusedElement(element);
  }

  function tellRefusedElement(element: string): void {
    if (base === 'enum') {
      const codes = vocabulary.enums.get(argument);
      const data = { slot, value: element, list: argument, vocabulary: vocabulary.name };
      return report('slot/code', { ...data, near: nearest(element, [...(codes?.keys() ?? [])]) }, at);
    }
    if (base === 'agent') return tellRefusedAgent(element);
    if (base === 'int' && /^[0-9]+$/.test(element)) {
      const [low = '', high = ''] = argument.split('-');
      return report('slot/out-of-range', { slot, value: element, low, high }, at);
    }
    report('slot/value', { slot, value: element, type: row.type, expected: row.expected }, at);
  }

  function tellRefusedAgent(name: string): void {
    const { agents } = vocabulary;
    if (name.toLowerCase() === 'human') return report('slot/human-case', { slot, value: name }, at);
    const known = [...agents];
    const near = nearest(name, [...known, 'human']);
    report('slot/agent', { slot, value: name, vocabulary: vocabulary.name, near, known }, at);
  }
}

function hasFault(text: string): boolean {
  return [...text].some((character) => faultOf(character.codePointAt(0) as number) !== undefined);
}
