import { core } from './data/core.ts';
import type { JsonForm } from './json-form.ts';
import { isAgentName, isValue } from './slot-types.ts';

const isKey = (text: string): boolean => /^[a-z][a-z0-9_]*$/.test(text);
const isLower = (text: string): boolean =>
  isValue(text) && !text.includes('+') && text === text.toLowerCase();

const prose: JsonForm = { is: 'text' };
const flag: JsonForm = { is: 'flag' };
const profileName: JsonForm = {
  is: 'text',
  test: (text) => /^[a-z0-9][a-z0-9_-]{0,31}$/.test(text),
  expected: 'a name of a-z, 0-9, _ and -, at most 32 of them, a letter or digit first',
};
const version: JsonForm = {
  is: 'text',
  test: (text) => isValue(text) && text.length <= 64,
  expected: 'a version without blanks',
};
const value: JsonForm = { is: 'text', test: isValue, expected: 'printable text without white space' };
const key: JsonForm = { is: 'text', test: isKey, expected: 'a key: a-z first, then a-z, 0-9 and _' };
const code: JsonForm = {
  is: 'text',
  test: (text) => /^[A-Z0-9-]{1,24}$/.test(text),
  expected: 'a code of A-Z, 0-9 and -, at most 24 of them',
};
const agent: JsonForm = {
  is: 'text',
  test: isAgentName,
  expected: 'an agent name: letters, digits, . _ and -',
};
const kind: JsonForm = {
  is: 'text',
  test: (text) => /^[a-z0-9][a-z0-9_-]*$/.test(text),
  expected: 'a kind of a-z, 0-9, _ and -',
};
const word: JsonForm = { is: 'text', test: isLower, expected: 'a value in lower case, without blanks and +' };
const label: JsonForm = {
  is: 'text',
  test: (text) =>
    text === text.toLowerCase() && text.split(' ').every((word) => /^[\p{L}\p{N}]+$/u.test(word)),
  expected: 'words in lower case with single blanks',
};
const shape: JsonForm = {
  is: 'text',
  test: isShape,
  expected:
    'a form of printable text and of <n>, <m> behind an <n>, <day>, <hhmm> and <id>; ' +
    'behind <id> comes # or nothing, behind <n> and <m> no digit',
};
const messageType: JsonForm = { is: 'choice', kind: 'a message type', names: Object.keys(core.types) };

const names = (of: JsonForm): JsonForm => ({ is: 'list', of, unique: true });
const someNames = (of: JsonForm, needs: string): JsonForm => ({ is: 'list', of, unique: true, needs });
const types = names(messageType);
const someTypes = someNames(messageType, 'a message type');
const someSlots = someNames(key, 'a slot');
const byType = (of: JsonForm): Readonly<Record<string, JsonForm>> =>
  Object.fromEntries(Object.keys(core.types).map((type) => [type, of]));

const slot: JsonForm = {
  is: 'object',
  keys: { key, type: prose, on: someTypes, required: flag, desc: prose },
  required: ['key', 'type', 'on'],
};
const sum: JsonForm = {
  is: 'object',
  keys: {
    on: someTypes,
    total: key,
    parts: someSlots,
    when: {
      is: 'map',
      key,
      of: { is: 'list', of: { is: 'text', orNull: true }, unique: true, needs: 'a value' },
    },
  },
  required: ['total', 'parts'],
};
const shapeRule: JsonForm = {
  is: 'object',
  keys: {
    slot: key,
    on: someTypes,
    forms: someNames(shape, 'a form'),
    other: { is: 'choice', kind: 'a severity', names: ['error', 'warning'] },
  },
  required: ['slot', 'forms'],
};
const together: JsonForm = {
  is: 'object',
  // biome-ignore lint/suspicious/noThenProperty: a form, never a function, so nothing can await it
  keys: { on: someTypes, if: names(key), then: someSlots },
  required: ['on', 'if', 'then'],
};
const evidence: JsonForm = {
  is: 'object',
  keys: {
    pointer: key,
    sought: { is: 'map', key: kind, of: someSlots },
    stated_on: { is: 'map', key, of: someTypes },
    free: someSlots,
    written: { is: 'map', key, of: { is: 'map', key: code, of: someNames(value, 'a text') } },
    labels: { is: 'map', key, of: someNames(label, 'a label') },
    item: names(kind),
    needed: { is: 'object', keys: byType(someNames(kind, 'a kind of item')), required: [] },
    quote: flag,
    matter: someSlots,
  },
  required: ['pointer'],
};
const constraints: JsonForm = {
  is: 'object',
  keys: {
    keys: { is: 'map', key, of: { is: 'object', keys: { desc: prose, many: flag }, required: ['desc'] } },
    aliases: { is: 'map', key, of: { is: 'map', key: word, of: someNames(word, 'a written form') } },
  },
  required: [],
};

/** The form of a profile, key by key: what ProfileData says to the compiler and profile.schema.json to everybody else. */
export const profileForm: JsonForm = {
  is: 'object',
  keys: {
    profile: profileName,
    version,
    extends: {
      is: 'text',
      test: (text) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/.test(text),
      expected: 'RW1, core, or the name of a profile',
    },
    description: prose,
    enums: { is: 'map', key, of: { is: 'map', key: code, of: prose, needs: 'a code' } },
    asks: { is: 'map', key: code, of: prose },
    slots: { is: 'list', of: slot },
    agents: names(agent),
    asks_used: names(code),
    item_namespace: value,
    item_examples: names(value),
    item_kinds: { is: 'map', key: kind, of: prose },
    exec: { is: 'map', key: code, of: someSlots },
    translation: { is: 'map', of: prose },
    item_kinds_on: types,
    sums: { is: 'list', of: sum },
    shapes: { is: 'list', of: shapeRule },
    together: { is: 'list', of: together },
    tail_on: types,
    own_line: names(key),
    positive: { is: 'map', key: code, of: someSlots },
    irreversible: names(code),
    open_scripts: names(key),
    answers: { is: 'object', keys: { go: names(code), stop: names(code) }, required: [] },
    constraints,
    roles: {
      is: 'map',
      key: agent,
      of: { is: 'object', keys: { gives: names(code), takes: names(code) }, required: [] },
    },
    single_use: names(key),
    approval: key,
    amounts: { is: 'map', key, of: key },
    evidence,
  },
  required: ['profile', 'version', 'extends'],
};

/** Whether a text is a form of a shape rule: fields in angle brackets, and around them text that a value may hold. */
function isShape(text: string): boolean {
  if (!isValue(text) || text.includes('+')) return false;
  const fields = [...text.matchAll(/<([a-z]+)>/g)].map((match) => match[1] as string);
  const literal = text.replaceAll(/<(?:n|m|day|hhmm|id)>/g, '\0');
  const isEachApart = !literal.includes('\0\0');
  const isEveryM = fields.every((field, index) => field !== 'm' || fields.slice(0, index).includes('n'));
  const isEveryEndSeen = !/<id>[^#]|<[nm]>[0-9]/.test(text);
  return !/[<>]/.test(literal) && isEachApart && isEveryM && isEveryEndSeen;
}
