import fc, { type Arbitrary } from 'fast-check';
import type { MessageType, Vocabulary } from '../../src/vocabulary/vocabulary.ts';
import { levels, neverEchoed } from '../../src/vocabulary/vocabulary.ts';

const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Printable ASCII but the plus sign, which separates the elements of a list. */
const ascii = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).filter(
  (one) => one !== '+',
);
/** One script a word: a word that mixes Latin with its look-alikes is warned about (R7). */
const scripts = [
  'äñßŷĳ',
  'αβγδω',
  'бгджя',
  'שלום',
  'مرحب',
  '漢字仮名',
  'กขค',
  '𝒳𝒴𝒵',
  '😀🚀🎈',
  'e\u0301',
  'ｆｕｌｌ',
];

function text(alphabet: string | readonly string[], minLength: number, maxLength: number): Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });
}

const plain = text([...letters, ...digits, '-', '.'], 1, 10);
const asciiToken = fc.oneof({ weight: 3, arbitrary: plain }, text(ascii, 1, 8));
const anyScript = fc.oneof(...scripts.map((script) => text([...script], 1, 6)));
const token = fc.oneof({ weight: 4, arbitrary: asciiToken }, anyScript);
const number = text(digits, 1, 6);
const agentName = text([...letters, ...digits, '.', '_', '-'], 1, 8).filter((name) => !/^human$/i.test(name));

/** A real day, YYYYMMDD; 29 February included. */
export const day: Arbitrary<string> = fc
  .integer({ min: 0, max: 36_524 })
  .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10).replaceAll('-', ''));
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(''));
const pounds = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.bigInt({ min: 0n, max: 10n ** 24n }));
const money = fc
  .tuple(fc.boolean(), pounds, fc.integer({ min: 0, max: 99 }))
  .map(([negative, whole, pence]) =>
    `${whole}.${String(pence).padStart(2, '0')}`.replace(/^/, negative ? '-' : ''),
  )
  .map((amount) => (amount === '-0.00' ? '0.00' : amount));
const decimal = fc
  .tuple(number, fc.option(number))
  .map(([whole, part]) => (part ? `${whole}.${part}` : whole));
const quantity = fc
  .tuple(fc.boolean(), decimal, fc.option(decimal))
  .map(([negative, one, two]) => `${negative ? '-' : ''}${one}${two ? `/${two}` : ''}`);

function elements(of: Arbitrary<string>): Arbitrary<string> {
  return fc.array(of, { minLength: 1, maxLength: 3 }).map((list) => list.join('+'));
}

function codes(vocabulary: Vocabulary, name: string): Arbitrary<string> {
  return fc.constantFrom(...(vocabulary.enums.get(name)?.keys() ?? []));
}

/** An agent that the vocabulary takes. */
export function agent(vocabulary: Vocabulary): Arbitrary<string> {
  if (vocabulary.agents.size === 0)
    return fc.oneof({ weight: 9, arbitrary: agentName }, fc.constant('human'));
  return fc.constantFrom(...vocabulary.agents, 'human');
}

function integer(bounds: string): Arbitrary<string> {
  const [min, max] = bounds.split('-').map(Number);
  return fc
    .tuple(fc.integer({ min: min ?? 0, max: max ?? 0 }), fc.nat(2))
    .map(([n, zeros]) => '0'.repeat(zeros) + n);
}

/** Written values of a slot type (spec 3), one row a type; lists and enums are made from theirs. */
function ofType(vocabulary: Vocabulary, type: string, onlyAscii: boolean): Arbitrary<string> {
  const [name = '', rest] = type.split(/:(.*)/s);
  const tokens = onlyAscii ? asciiToken : token;
  const rows: Record<string, () => Arbitrary<string>> = {
    token: () => tokens,
    ref: () =>
      fc.oneof(
        tokens,
        fc.tuple(plain, tokens).map((parts) => parts.join(':')),
      ),
    agent: () => agent(vocabulary),
    msgid: () => fc.tuple(agent(vocabulary), number).map((parts) => parts.join('-')),
    enum: () => codes(vocabulary, rest ?? ''),
    int: () => integer(rest ?? ''),
    date: () => day,
    time: () => fc.tuple(day, clock).map((parts) => `${parts.join('T')}Z`),
    days: () => fc.tuple(text(digits, 1, 9), fc.constantFrom('', 'd')).map((parts) => parts.join('')),
    bool: () => fc.constantFrom('Y', 'N'),
    money: () => money,
    num: () => quantity,
    list: () => elements(ofType(vocabulary, rest ?? '', onlyAscii)),
  };
  const row = rows[name];
  if (!row) throw new Error(`no values are known for slot type ${type}`);
  return row();
}

function constraints(vocabulary: Vocabulary): Arbitrary<string> {
  const constraint = fc.tuple(fc.constantFrom(...vocabulary.constraintKeys.keys()), plain);
  return elements(constraint.map((parts) => parts.join(':')));
}

function options(vocabulary: Vocabulary): Arbitrary<string> {
  const option = vocabulary.enums.has('ans') ? codes(vocabulary, 'ans') : plain;
  return fc.uniqueArray(option, { minLength: 1, maxLength: 4 }).map((list) => list.join('+'));
}

function answer(vocabulary: Vocabulary): Arbitrary<string> {
  const closed = fc.oneof(fc.constantFrom('Y', 'N', 'tail'), number, day);
  return vocabulary.enums.has('ans') ? fc.oneof(codes(vocabulary, 'ans'), closed) : fc.oneof(token, closed);
}

function echoed(vocabulary: Vocabulary): Arbitrary<string> {
  const named = [...vocabulary.slots.keys()].filter((key) => !neverEchoed.has(key));
  return elements(fc.oneof(fc.constantFrom(...levels), fc.constantFrom(...named)));
}

/** Core slots whose values are narrower than their type (spec 3, R9, R18, R19). */
const narrower: Readonly<Record<string, (vocabulary: Vocabulary, type: MessageType) => Arbitrary<string>>> = {
  h: () => text('0123456789abcdef', 12, 12),
  rb: echoed,
  keys: (vocabulary) => elements(fc.constantFrom(...vocabulary.constraintKeys.keys())),
  acc: constraints,
  opts: options,
  val: answer,
  why: (vocabulary, type) =>
    type === 'CX' ? fc.constantFrom('REVOKED', 'SUPERSEDED', 'EXPIRED', 'TIMEOUT') : codes(vocabulary, 'why'),
};

const markers: Readonly<Record<string, Arbitrary<string>>> = {
  n: fc.integer({ min: 1, max: 900 }).map(String),
  m: fc.integer({ min: 901, max: 2000 }).map(String),
  day,
  hhmm: clock,
  id: plain,
};

/** Values of one of the forms of a profile's shape rule: literal text with `<n>`, `<m>`, `<day>`, `<hhmm>`, `<id>`. */
function shaped(form: string): Arbitrary<string> {
  const pieces = form.split(/<(\w+)>/);
  return fc
    .tuple(...pieces.map((piece, at) => (at % 2 ? (markers[piece] ?? plain) : fc.constant(piece))))
    .map((parts) => parts.join(''));
}

/** Values that a slot may have on a type of message, as they are written; free of warnings. */
export function valuesOf(vocabulary: Vocabulary, key: string, type: MessageType): Arbitrary<string> {
  const row = vocabulary.slots.get(key);
  if (!row) return asciiToken;
  const shape = vocabulary.profile?.shapes?.find(
    (rule) => rule.slot === key && (rule.on ?? [type]).includes(type),
  );
  if (shape) {
    const form = fc.oneof(...shape.forms.map(shaped));
    return row.type.startsWith('list:') ? elements(form) : form;
  }
  const kinds = vocabulary.profile?.item_kinds_on?.includes(type) && vocabulary.profile.item_kinds;
  if (key === 'item' && kinds) {
    return fc.tuple(fc.constantFrom(...Object.keys(kinds)), plain).map((parts) => parts.join(':'));
  }
  return narrower[key]?.(vocabulary, type) ?? ofType(vocabulary, row.type, row.ascii);
}

const tailPiece = fc.oneof(
  { weight: 4, arbitrary: plain },
  token,
  fc.constantFrom(
    '//',
    ' ',
    '  ',
    'RW1 AN a-1',
    '👩\u200d🚀',
    '✈\ufe0f',
    'nai\u0308ve',
    '"quoted"',
    'a=b',
    '£1,250.00',
    '—',
  ),
);
/** Tails within the limit, with emoji, combining characters, further blanks and ` // `; empty ones too. */
export const tail: Arbitrary<string> = fc
  .array(tailPiece, { maxLength: 14 })
  .map((pieces) => [...pieces.join(' ')].slice(0, 300).join('').replace(/ +$/, ''));
