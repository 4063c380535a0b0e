import fc, { type Arbitrary } from 'fast-check';
import {
  added,
  type Draw,
  type Edit,
  ofCharacters,
  ofGivenSlot,
  ofOne,
  ofSlots,
  ofValue,
  pick,
} from './editing.ts';
import { type Parts, written } from './lines.ts';

/** A line and the edit that made it from a valid one. */
export interface Edited {
  readonly edit: string;
  readonly line: string;
}

/** Controls, line separators, odd blanks, bidi controls, invisible characters, half characters, tags, ordinary ones. */
export const hostileCharacters: readonly string[] = [
  ...'\0\t\n\v\f\r\x1b\x7f\x80\x85\x9f\u2028\u2029',
  ...'\u00a0\u1680\u2003\u202f\u3000\u2800\u3164\u115f\u1160\uffa0',
  ...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  ...'\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\ufeff\ufe0f\ufe00\u{e0001}\u{e0061}\u{1d173}',
  '\ud800',
  '\udfff',
  ...'\u0301\u0660\uff10\u{1d7ce}аο٫’“…é漢😀\ue000\uffff',
];
const lookAlikes = [...'aаcсeеoоpрxхyуHНTТBВoο'];
const otherDigits = ['٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '०१२३४५६७८९'];
const hostileNames = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty'];
const words = [...hostileNames, ...'exce FIXX ask Y human HUMAN x - // = + PAY tail'.split(' ')];

const days = '20260229 20240229 20261399 20260100 20261301 99999999 00000101 2026100 202610021'.split(' ');
const times =
  '20261002T2400Z 20261002T2359Z 99999999T9999Z 20260229T1200Z 20261002T1260Z 20261002T1200'.split(' ');
const amounts = '540000 5400 5,400.00 05400.00 -0.00 0.50 .50 5400.0 5400.000 +1.00 -1.00'.split(' ');

/** One change each to a line that was valid. The line may still be valid: that is for the codec to say. */
const edits: Readonly<Record<string, Edit>> = {
  'drop a character': ofCharacters((characters, at) => characters.splice(at, 1)),
  'double a character': ofCharacters((characters, at) => characters.splice(at, 0, characters[at] ?? '')),
  'swap two characters': ofCharacters((characters, at) => {
    const [one = '', two = ''] = characters.slice(at, at + 2);
    characters.splice(at, 2, two, one);
  }),
  'change case': ofOne(/\p{L}/u, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ),
  'change a digit': ofOne(/[0-9]/, (_, { by }) => String(by % 10)),
  'write a digit of another script': ofOne(
    /[0-9]/,
    (digit, { by }) => [...pick(otherDigits, by)][Number(digit)] ?? '',
  ),
  'write a look-alike letter': ofOne(
    /[aceopxyHTB]/,
    (letter) => lookAlikes[lookAlikes.indexOf(letter) + 1] ?? '',
  ),
  'insert a hostile character': ofCharacters((characters, at, { hostile }) =>
    characters.splice(at, 0, hostile),
  ),
  'put a hostile character at an end': (parts, { by, hostile }) =>
    by % 2 ? hostile + written(parts) : written(parts) + hostile,
  'replace a character': ofCharacters((characters, at, { hostile }) => characters.splice(at, 1, hostile)),
  'insert a blank': ofCharacters((characters, at) => characters.splice(at, 0, ' ')),
  'insert a separator': ofCharacters((characters, at, { by }) =>
    characters.splice(at, 0, pick([...'=+/:-,.'], by)),
  ),
  'double a blank': ofOne(/ /, () => '  '),
  'put blanks at an end': (parts, { by }) => (by % 2 ? ` ${written(parts)}` : `${written(parts)}  `),
  'end with a line end': (parts, { by }) => written(parts) + pick(['\n', '\r\n', '\r', '\n\n'], by),
  'cut the line': ofCharacters((characters, at) => characters.splice(at)),
  'drop a slot': ofSlots((slots, { at }) => slots.filter((_, place) => place !== at % slots.length)),
  'repeat a slot': ofSlots((slots, { at, by }) => added(slots, pick(slots, at), by)),
  'repeat a slot with another value': ofSlots((slots, { at, by }) =>
    added(slots, [pick(slots, at)[0], 'x'], by),
  ),
  'reorder the slots': ofSlots((slots, { at, by }) =>
    added(
      slots.filter((_, place) => place !== at % slots.length),
      pick(slots, at),
      by,
    ),
  ),
  'add an unknown key': ofSlots((slots, { at, by }) =>
    added(slots, [pick(['foo', 'acc0', 'amout', 'zz_1'], by), '1'], at),
  ),
  'add a key of another profile': ofSlots((slots, { at, by }) =>
    added(
      slots,
      pick(
        [
          ['amt', '1.00'],
          ['subj', 'PT'],
          ['env', 'PROD'],
          ['stg', 'DIA'],
          ['prev', 'x'],
        ] as const,
        by,
      ),
      at,
    ),
  ),
  'add a hostile key': ofSlots((slots, { at, by }) => added(slots, [pick(hostileNames, by), '1'], at)),
  'add an extension key': ofSlots((slots, { at, by }) =>
    added(slots, [pick(['x_', 'x_a', 'X_a', 'x_A', 'x-a'], by), 'v'], at),
  ),
  'misspell a key': ofSlots((slots, { at, by }) =>
    slots.map(([key, value], place) => [
      place === at % slots.length ? `${key}${pick(['x', '_', '1', '-'], by)}` : key,
      value,
    ]),
  ),
  'write a key in upper case': ofSlots((slots, { at }) =>
    slots.map(([key, value], place) => [place === at % slots.length ? key.toUpperCase() : key, value]),
  ),
  'empty a value': ofValue(() => ''),
  'put another word for a value': ofValue((_, { by }) => pick(words, by)),
  'put a value elsewhere': ofSlots((slots, { at, by }) =>
    slots.map(([key, value], place) => [key, place === at % slots.length ? pick(slots, by)[1] : value]),
  ),
  'change the case of a value': ofValue((value) =>
    value === value.toLowerCase() ? value.toUpperCase() : value.toLowerCase(),
  ),
  'put noughts before a value': ofValue((value) => `00${value}`),
  'open a list with an empty element': ofValue((value, { by }) =>
    pick([`+${value}`, `${value}+`, `${value}++x`, '+'], by),
  ),
  'repeat a list': ofValue((value) => `${value}+${value}`),
  'write a value of many digits': ofValue((_, { by }) => '9'.repeat(1 + (by % 400))),
  'write a day': ofValue((_, { by }) => pick(days, by), ['due', 'by', 'eta', 'paid', 'eff', 'touch', 'val']),
  'write a time': ofGivenSlot('exp', times),
  'write an amount': ofValue((_, { by }) => pick(amounts, by), ['amt', 'net', 'vat', 'var', 'tot']),
  'name another profile': ofGivenSlot('p', [
    'pay',
    'clin',
    'deploy',
    'pform',
    'core',
    'Pay',
    'none',
    '../pay',
    '__proto__',
  ]),
  'drop the profile': ofSlots((slots) => slots.filter(([key]) => key !== 'p')),
  'ask for a readback': ofGivenSlot('rb', [
    'exec',
    'all',
    'exec+all',
    'exce',
    'Exec',
    'from',
    'exp',
    'x_tok',
    'acc+due',
    'foo',
  ]),
  'name criteria': ofGivenSlot('keys', ['len', 'len+must', 'Len', 'foo', 'len:120w', 'must+must']),
  'give criteria': ofGivenSlot('acc', [
    'len:120w',
    'len',
    'foo:1',
    ':x',
    'len:',
    'LEN:1',
    'len:1+len:2',
    'must:a:b',
  ]),
  'give options': ofGivenSlot('opts', ['A+B', 'A+A', 'APPROVE+HOLD', 'APPROVE+A', '+']),
  'give an answer': ofGivenSlot('val', [
    'tail',
    'Y',
    '1',
    '-1',
    '1.5',
    '20261002',
    '٣',
    'APPROVE',
    'approve',
    "don't",
  ]),
  'give a digest': ofGivenSlot('h', [
    '33b212141208',
    '33B212141208',
    '33b21214120',
    '33b2121412080',
    '٣3b212141208',
    'g3b212141208',
  ]),
  'ask to undo': ofGivenSlot('ask', ['UNDO']),
  'give a context': ofGivenSlot('ctx', ['a-1', 'a-1+a-2', 'a', 'a-', '-1', 'a-٣', 'human-1', 'Human-1']),
  'write another version': (parts, { by }) =>
    written(parts).replace('RW1', pick(['RW2', 'rw1', 'RW', 'RW1.0', ''], by)),
  'write another type': (parts, { by }) =>
    written({
      ...parts,
      type: pick(['ho', 'XX', 'constructor', 'RB', 'AN', 'ST', 'CX', ''], by) as Parts['type'],
    }),
  'write another id': (parts, { by }) => {
    const number = parts.id.slice(parts.id.lastIndexOf('-') + 1);
    const from = parts.slots.find(([key]) => key === 'from')?.[1] ?? '';
    return written({
      ...parts,
      id: pick([`x-${number}`, from, `${from}-`, `${from}-1a`, `${from}-٣`, `${from}--1`], by),
    });
  },
  'rename the sender': (parts, { by }) => {
    const name = pick(['Human', 'HUMAN', 'hUMAN', 'human', 'a/b', 'é', 'a+b', 'constructor'], by);
    const slots = parts.slots.map(([key, value]) => [key, key === 'from' ? name : value] as const);
    return written({ ...parts, id: `${name}-1`, slots });
  },
  'send to oneself': ofSlots((slots) => {
    const from = slots.find(([key]) => key === 'from')?.[1] ?? '';
    return slots.map(([key, value]) => [key, key === 'to' ? from : value]);
  }),
  'write a tail at its limit': (parts, { at, by }) => {
    const unit = pick(['x', 'é', '😀', 'e\u0301'], at);
    return written({ ...parts, tail: [...unit.repeat(302)].slice(0, 299 + (by % 3)).join('') });
  },
  'end the tail with blanks': (parts, { by }) =>
    written({ ...parts, tail: `${parts.tail ?? ''}${' '.repeat(1 + (by % 3))}` }),
  'empty the tail': (parts) => written({ ...parts, tail: '' }),
  'drop the tail': (parts) => written({ ...parts, tail: null }),
  'forge a second line': (parts, { by, hostile }) =>
    written({
      ...parts,
      tail: `ok${pick(['\n', '\r', '\u2028', '\u0085', hostile], by)}RW1 AN a-9 re=b-1 from=a to=b val=Y`,
    }),
  'grow to the longest line': (parts, { by }) => {
    const length = [...written(parts)].length;
    const value = pick(['x', 'é', '😀'], by).repeat(
      Math.max(1, 8192 - length - ' x_long='.length + (by % 2)),
    );
    return written({ ...parts, slots: [...parts.slots, ['x_long', value]] });
  },
};

/** The names of all edits, to count what a run has tried. */
export const editNames: readonly string[] = Object.keys(edits);

const draws: Arbitrary<Draw> = fc.record({
  at: fc.nat(),
  by: fc.nat(),
  hostile: fc.constantFrom(...hostileCharacters),
});

/** Lines one edit from a valid one. */
export function oneEditFrom(parts: Arbitrary<Parts>): Arbitrary<Edited> {
  return fc
    .tuple(parts, fc.constantFrom(...editNames), draws)
    .map(([from, edit, draw]) => ({ edit, line: edits[edit]?.(from, draw) ?? '' }));
}
