import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, decode, encode, fromJson, toJson } from '../../src/codec/index.ts';
import { hostileCharacters } from '../support/edits.ts';
import { validLine } from '../support/lines.ts';
import { runs, vocabularies } from '../support/vocabularies.ts';

type Twin = Record<string, unknown> & { slots: Record<string, unknown> };
type Edit = (twin: Twin, draw: { at: number; thing: unknown; text: string }) => unknown;

const numRuns = Math.ceil(runs('HEARBACK_PROPERTY', 40_000) / vocabularies.length);
const members = ['v', 'type', 'id', 're', 'from', 'to', 'item', 'slots', 'tail'];
const names = [
  '__proto__',
  'constructor',
  'toString',
  'x_',
  'X_a',
  'foo',
  'acc0',
  're',
  'from',
  'item',
  'tail',
  'v',
  '',
];

function memberOf(object: object, at: number): string {
  const keys = Object.keys(object);
  return keys[at % keys.length] ?? 'x_none';
}

/** `{ ...twin, [name]: value }` would set the prototype by the name `__proto__`; this makes a member of it. */
function withMember<T extends object>(object: T, name: string, value: unknown): T {
  const made = { ...object };
  Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  return made;
}

/** One change each to the twin of a valid line (R20). */
const edits: Readonly<Record<string, Edit>> = {
  'put another thing for a member': (twin, { at, thing }) => withMember(twin, members[at % 9] ?? '', thing),
  'put another thing for a slot': (twin, { at, thing }) => ({
    ...twin,
    slots: withMember(twin.slots, memberOf(twin.slots, at), thing),
  }),
  'put text into a slot': (twin, { at, text }) => ({
    ...twin,
    slots: withMember(twin.slots, memberOf(twin.slots, at), text),
  }),
  'put text into a list': (twin, { at, text }) => ({
    ...twin,
    slots: withMember(twin.slots, memberOf(twin.slots, at), [text, 'b']),
  }),
  'put text into a member': (twin, { at, text }) => withMember(twin, members[at % 9] ?? '', text),
  'add a member': (twin, { at, thing }) => withMember(twin, names[at % names.length] ?? '', thing),
  'add a slot': (twin, { at, thing }) => ({
    ...twin,
    slots: withMember(twin.slots, names[at % names.length] ?? '', thing),
  }),
  'leave a member out': (twin, { at }) =>
    Object.fromEntries(Object.entries(twin).filter(([name]) => name !== members[at % 9])),
  'leave a slot out': (twin, { at }) => {
    const dropped = memberOf(twin.slots, at);
    return {
      ...twin,
      slots: Object.fromEntries(Object.entries(twin.slots).filter(([name]) => name !== dropped)),
    };
  },
  'put another thing for all': (_, { thing }) => thing,
};

const texts = fc.oneof(
  fc.constantFrom(...hostileCharacters).map((character) => `a${character}b`),
  fc.constantFrom(
    'inv:1 amt=9.99',
    '1 // done',
    'a+b',
    '',
    ' ',
    'a ',
    '//',
    '// x',
    'x\nRW1 AN a-9',
    '02',
    '1e3',
    'Y',
    '+',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
// What is undefined is absent, as JSON.stringify has it.
const things = fc.oneof(fc.jsonValue(), fc.anything()).filter((thing) => thing !== undefined);
const draw = fc.record({ at: fc.nat(), thing: things, text: texts });

describe.each(vocabularies.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  'under %s',
  (_, vocabulary) => {
    test('a twin one edit from a valid one is refused with reasons, or is the message of the line it makes', () => {
      const tried = { accepted: 0, refused: 0 };
      const edited = fc.tuple(validLine(vocabulary), fc.constantFrom(...Object.values(edits)), draw);
      fc.assert(
        fc.property(edited, ([line, edit, drawn]) => {
          const twin = edit(structuredClone<unknown>(toJson(decode(line))) as Twin, drawn);
          const { message, diagnostics } = fromJson(twin);
          const errors = diagnostics.filter(({ severity }) => severity === 'error');
          expect(message === null).toBe(errors.length > 0);
          for (const { code, hint } of errors)
            expect([code, hint]).toEqual([expect.stringMatching(/^\w+\//), expect.stringMatching(/./)]);
          tried[message ? 'accepted' : 'refused'] += 1;
          if (!message) return;
          expect(toJson(message)).toEqual({ re: null, item: null, tail: null, ...(twin as object) });
          expect(canonical(decode(encode(message)))).toBe(canonical(message));
        }),
        { numRuns, seed: 20261002 },
      );
      expect(Math.min(tried.accepted, tried.refused)).toBeGreaterThan(numRuns / 50);
    });
  },
);

test('any text and any value is refused with reasons, not thrown', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.anything()), (thing) => {
      const { message, diagnostics } = fromJson(thing as string);
      expect(message).toBeNull();
      expect(diagnostics[0]).toMatchObject({ severity: 'error', hint: expect.stringMatching(/./) });
    }),
    { numRuns: 20_000, seed: 20261002 },
  );
});
