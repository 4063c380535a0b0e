import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approve } from '../../../src/mcp/guard/approve.ts';
import { draftPolicy } from '../../../src/mcp/guard/draft.ts';
import { definitionsIn, unlisted } from '../../../src/mcp/guard/listing.ts';
import { mapped } from '../../../src/mcp/guard/mapping/arguments.ts';
import { formats, write } from '../../../src/mcp/guard/mapping/formats.ts';
import { freeze, pinOf, thaw } from '../../../src/mcp/guard/mapping/frozen.ts';
import { answerOf } from '../../../src/mcp/guard/outcome.ts';
import { policyForm, toolForms } from '../../../src/mcp/guard/policy/form.ts';
import type { GuardedTool } from '../../../src/mcp/guard/policy/policy.ts';
import { readPolicy } from '../../../src/mcp/guard/policy/read.ts';
import { canonicalJson } from '../../../src/text/canonical-json.ts';
import { loadProfile } from '../../../src/vocabulary/index.ts';
import type { JsonForm } from '../../../src/vocabulary/json-form.ts';

const pin = `sha256:${'0'.repeat(64)}`;
const pay: GuardedTool = {
  ask: 'SHIP',
  item: 'parcel:{to}.{call}',
  slots: { to: { argument: 'to', as: 'text' }, cost: { argument: 'cost', as: 'money' } },
  pin,
};
const policy = {
  name: 'post',
  profile: 'post',
  approver: { person: 'm.okafor' },
  tools: { look: 'pass', ship: pay },
};
const read = (change: object): unknown =>
  readPolicy('p.json', JSON.stringify({ ...policy, ...change }, null, 2)).policy;
const withShip = (change: object): object => ({ tools: { ship: { ...pay, ...change } } });

describe('a policy', () => {
  test('is read as it stands', () => {
    expect(read({})).toEqual(policy);
  });

  test.each<[string, object, string]>([
    ['a misspelt member', { undeclard: 'pass' }, 'p.json:25:3 at $.undeclard: unknown key'],
    ['a word that is none', { undeclared: 'allow' }, '$.undeclared'],
    ['a tool that is another word', { tools: { look: 'allow' } }, 'p.json:8:13 at $.tools.look'],
    ['a member of a tool that is misspelt', withShip({ extra: [] }), '$.tools.ship.extra: unknown key extra'],
    ['a tool without its pin', { tools: { ship: { ...pay, pin: undefined } } }, 'pin'],
    [
      'a written form that is none',
      withShip({ slots: { to: { argument: 'to', as: 'txt' } } }),
      '$.tools.ship.slots.to.as',
    ],
    [
      'a slot from two places',
      withShip({ slots: { to: { argument: 'to', as: 'text', constant: 'x' } } }),
      'write one of the two',
    ],
    ['a slot from nowhere', withShip({ slots: { to: {} } }), 'write one of the two'],
    ['an item of a slot that is none', withShip({ item: 'parcel:{id}' }), '{id} is no slot of the tool'],
    ['an ask of two tools', { tools: { ship: pay, send: pay } }, 'SHIP is what ship is guarded by'],
    ['an approver who is two', { approver: { person: 'a', agent: 'b' } }, 'write one of the two'],
    [
      'a test that is two',
      withShip({ outcomes: [{ if: { error: 1, isError: true }, means: 'failed' }] }),
      'outcomes[0].if',
    ],
    [
      'a report of no slot',
      withShip({ reports: { total: { at: '/x', as: 'money' } } }),
      'total is no slot of the tool',
    ],
    [
      'approvals beside extras',
      withShip({ approvals: true, extras: ['x'] }),
      'an approval says nothing of extras',
    ],
  ])('with %s is refused, with its place', (_, change, why) => {
    expect(() => read(change)).toThrow(why);
  });

  test('has a schema for editors that knows the same members and describes them', () => {
    const schema = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../spec/guard.schema.json'), 'utf8'),
    );
    const compare = (
      form: JsonForm,
      { properties }: { readonly properties: Record<string, { description?: string }> },
    ): void => {
      if (form.is !== 'object') throw new TypeError('an object is compared');
      expect(Object.keys(properties).sort()).toEqual(Object.keys(form.keys).sort());
      for (const [name, one] of Object.entries(properties)) expect(one.description, name).toBeTruthy();
    };
    compare(policyForm, schema);
    compare(toolForms.guarded, schema.$defs.tool.oneOf[1]);
    expect(schema.$defs.format.enum).toEqual(Object.keys(formats));
    const isPolicy = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    expect([isPolicy(policy), isPolicy.errors]).toEqual([true, null]);
    for (const wrong of [{ undeclard: 'pass' }, withShip({ extra: [] }), { tools: { look: 'allow' } }])
      expect(isPolicy({ ...policy, ...wrong })).toBe(false);
  });
});

describe('a value of an argument', () => {
  test.each<[keyof typeof formats, unknown, string]>([
    ['text', 'a b%c\n', 'a%20b%25c%0A'],
    ['text', '', '%'],
    ['text', 'Söhne', 'S%C3%B6hne'],
    ['long', 'sha256:abc', expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as never],
    ['exact', '40-12-88/61102938', '40-12-88/61102938'],
    ['list', ['a+b', 'c'], 'a%2Bb+c'],
    ['json', { b: 1, a: [true] }, '{"a":[true],"b":1}'],
    ['money', 5400, '5400.00'],
    ['money', 5400.5, '5400.50'],
    ['money', '5400.00', '5400.00'],
    ['number', -1.5, '-1.5'],
    ['boolean', true, 'Y'],
    ['date', '2026-10-02', '20261002'],
    ['sha256', 'abc', 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('is written as %s', (format, value, written) => {
    expect(write(format, value)).toEqual({ written });
  });

  test.each<[keyof typeof formats, unknown]>([
    ['text', 1],
    ['text', '\ud800'],
    ['text', 'x'.repeat(1_001)],
    ['long', '\udc00'.repeat(2)],
    ['exact', 'a b'],
    ['exact', 'Ѕöhne'],
    ['list', []],
    ['list', [1]],
    ['list', 'a'],
    ['money', '5,400.00'],
    ['money', '5400'],
    ['money', 5400.005],
    ['money', 1e21],
    ['number', '1'],
    ['number', -0],
    ['number', 1e300],
    ['boolean', 'true'],
    ['date', '2026-02-30'],
    ['date', 20261002],
  ])('that is no %s is refused', (format, value) => {
    expect(write(format, value)).toHaveProperty('fault');
  });

  test('that the policy does not know stops the call, whatever it is called', () => {
    const given = JSON.parse('{"to":"x","cost":1,"__proto__":{},"constructor":1}');
    expect(mapped(pay, given).faults).toEqual([
      '__proto__ is no argument that the policy knows',
      'constructor is no argument that the policy knows',
    ]);
    expect(mapped({ ...pay, extras: ['note'] }, { to: 'x', cost: 1, note: {} }).faults).toEqual([]);
  });
});

// why it matters: an approval that was given before covers every call of its values
test.each(['text', 'long', 'exact', 'list', 'json', 'number', 'boolean', 'sha256'] as const)(
  'two values that %s writes alike are one',
  (format) => {
    const deep = fc.jsonValue({ maxDepth: 2 });
    const spelled = deep.map((value) => canonicalJson(value));
    const any = fc.oneof(
      fc.constantFrom<unknown>(
        '',
        '%',
        '%-',
        '+',
        'sha256:00',
        '[1]',
        [1],
        '"[1]"',
        ['a+b'],
        ['a', 'b'],
        'Y',
        true,
        1,
        '1',
      ),
      deep,
      spelled,
      fc.string({ unit: 'binary' }),
      fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }),
    );
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(any, (value) => {
        const written = write(format, value);
        if ('fault' in written) return;
        const own = canonicalJson(value);
        expect(seen.get(written.written) ?? own).toBe(own);
        seen.set(written.written, own);
      }),
      { numRuns: 2_000, seed: 20261002 },
    );
    expect(seen.size).toBeGreaterThan(1);
  },
);

test('a frozen call is thawed by its own reference, and by no other', () => {
  const call = { server: 'post', tool: 'ship', pin, arguments: JSON.parse('{"to":"x","__proto__":{"a":1}}') };
  const { text, reference } = freeze(call);
  expect(text).toContain('"__proto__":{"a":1}');
  expect(JSON.stringify(thaw(text, reference)?.arguments)).toBe('{"__proto__":{"a":1},"to":"x"}');
  expect(thaw(text.replace('"x"', '"y"'), reference)).toBeNull();
});

describe('a result', () => {
  const sent = { to: 'x', cost: '1.00' };
  const content = [{ type: 'text', text: 'said' }];
  test.each<[string, unknown, string]>([
    ['with content', { result: { content } }, 'executed'],
    ['that says that it is an error', { result: { content, isError: true } }, 'unknown'],
    ['without content', { result: {} }, 'unknown'],
    ['that is none', { result: null }, 'unknown'],
    ['that asks for more', { result: { resultType: 'input_required', content } }, 'unknown'],
    ['of an error', { error: { code: -32602, message: 'no' } }, 'unknown'],
    ['that says that it is none', { result: { content, isError: false } }, 'executed'],
    ['that says it as a text', { result: { content, isError: 'true' } }, 'unknown'],
    ['that says it as a number', { result: { content, isError: 1 } }, 'unknown'],
    ['that says it as nothing', { result: { content, isError: null } }, 'unknown'],
    ['that says it under a name like it', { result: { content, IsError: true } }, 'unknown'],
    ['whose content is no content', { result: { content: [1, null] } }, 'unknown'],
  ])('%s is by itself', (_, reply, outcome) => {
    expect(answerOf(pay, sent, reply as never)).toMatchObject({ outcome });
  });

  test('means what the policy says, by the first row that fits', () => {
    const tool: GuardedTool = {
      ...pay,
      outcomes: [
        { if: { error: -32602 }, means: 'failed' },
        { if: { at: '/structuredContent/state', is: 'queued' }, means: 'unknown' },
        { if: { isError: true }, means: 'failed' },
      ],
      reports: { cost: { at: '/structuredContent/cost', as: 'money' } },
    };
    expect(answerOf(tool, sent, { error: { code: -32602 } })).toMatchObject({
      outcome: 'declined',
      final: false,
    });
    expect(answerOf(tool, sent, { error: { code: -32603 } })).toMatchObject({ outcome: 'unknown' });
    expect(answerOf(tool, sent, { result: { content, isError: true } })).toMatchObject({
      outcome: 'declined',
    });
    const loose = { ...tool, outcomes: [{ if: { isError: false }, means: 'done' as const }] };
    expect(answerOf(loose, sent, { result: { content, isError: 'true' } })).toMatchObject({
      outcome: 'unknown',
    });
    const queued = { content, structuredContent: { state: 'queued' }, isError: true };
    expect(answerOf(tool, sent, { result: queued })).toMatchObject({ outcome: 'unknown' });
    const done = { content, structuredContent: { cost: 1.5 } };
    expect(answerOf(tool, sent, { result: done })).toEqual({
      outcome: 'executed',
      values: { to: 'x', cost: '1.50' },
    });
    // what is not reported is not taken from what was sent
    expect(answerOf(tool, sent, { result: { content } })).toEqual({
      outcome: 'executed',
      values: { to: 'x' },
    });
  });
});

describe('a draft', () => {
  const text = { type: 'string' };
  const definitions = definitionsIn([
    { name: 'look', annotations: { readOnlyHint: true } },
    {
      name: 'send mail!',
      inputSchema: {
        properties: { from: text, To: text, 日: text, count: { type: 'integer' } },
        required: ['from', 'count'],
      },
    },
    { name: 'draft', inputSchema: { type: 'object' } },
    { name: 'twice', annotations: { readOnlyHint: true } },
    { name: 'twice' },
    { name: '__proto__', inputSchema: { properties: { count: text } } },
    { name: 'hearback_commit', annotations: { readOnlyHint: true } },
    { name: '\u202e', inputSchema: { properties: { '': text }, required: [''] } },
  ]);
  const drafted = draftPolicy({ name: 'mail', approver: { person: 'm.okafor' }, definitions });

  test('is a policy that is read, under a profile that is loaded', () => {
    const text = JSON.stringify(drafted.policy);
    expect(readPolicy('mail.guard.json', text).policy.name).toBe('mail');
    expect(loadProfile(drafted.profile).diagnostics).toEqual([]);
  });

  test('guards what does not say that it reads, refuses what is there twice, and takes no slot or ask of the protocol', () => {
    const tools = new Map(Object.entries(drafted.policy.tools));
    expect([tools.get('look'), tools.get('twice')]).toEqual(['pass', 'refuse']);
    const mail = tools.get('send mail!') as GuardedTool;
    expect(mail).toMatchObject({ ask: 'SEND-MAIL', item: 'mail:send_mail_.{call}' });
    expect(Object.keys(mail.slots)).toEqual(['tool', 'from_2', 'to_2', 'a__', 'count']);
    expect(mail.slots['to_2']).toEqual({ argument: 'To', as: 'long', absent: '%-' });
    expect((tools.get('draft') as GuardedTool).ask).toBe('DRAFT-2');
    expect(tools.get('hearback_commit')).toBe('refuse');
    expect(Object.keys((tools.get('\u202e') as GuardedTool).slots)).toEqual(['tool']);
  });
});

test('approving a tool sets its pin anew and nothing else', () => {
  const text = JSON.stringify({ ...policy, tools: { other: { ...pay, ask: 'OTHER' }, ship: pay } }, null, 2);
  const readAs = readPolicy('p.json', text);
  const now = { name: 'ship', description: 'now' };
  const other = { name: 'other' };
  const { text: pinned, tools } = approve(readAs, text, definitionsIn([now, other]), ['ship']);
  expect(tools).toEqual([{ tool: 'ship', definition: now, pin: pinOf(now) }]);
  expect(JSON.parse(pinned)).toEqual({
    ...JSON.parse(text),
    tools: { ...JSON.parse(text).tools, ship: { ...pay, pin: pinOf(now) } },
  });
  expect(() => approve(readAs, text, definitionsIn([now, now]), ['ship'])).toThrow('two tools called ship');
  expect(() => approve(readAs, text, definitionsIn([]), ['look'])).toThrow('does not guard look');
});

describe('a mapping that no call of the tool could fit is told when its pin is looked at', () => {
  const text = JSON.stringify({ ...policy, tools: { ship: pay } }, null, 2);
  const properties = { to: {}, cost: {} };
  const approved = (inputSchema: unknown) =>
    approve(readPolicy('p.json', text), text, definitionsIn([{ name: 'ship', inputSchema }]), []).tools
      .length;

  test('one that fits is pinned, and so is one of a tool that takes anything or says nothing', () => {
    expect(approved({ properties, required: ['to', 'cost'] })).toBe(1);
    expect(approved({ properties: { to: {} }, additionalProperties: {} })).toBe(1);
    expect(approved({ type: 'object' })).toBe(1);
    expect(approved(undefined)).toBe(1);
  });

  test.each<[string, unknown, string]>([
    [
      'an argument that it does not have',
      { properties: { to: {}, costs: {} } },
      'slots.cost: the tool has no argument cost; write costs',
    ],
    [
      'an argument that nothing is like',
      { properties: { to: {}, weight: {} } },
      'no argument cost; it takes to, weight',
    ],
    [
      'one more that it needs',
      { properties: { ...properties, by: {} }, required: ['by'] },
      'slots: the tool needs the argument by',
    ],
  ])('%s', (_, schema, fault) => {
    expect(() => approved(schema)).toThrow(fault);
  });
});

test('what a policy names and the server does not list is told, with the name that it may mean', () => {
  const { policy: named } = readPolicy('p.json', JSON.stringify(policy));
  expect(unlisted(named, new Set(['look', 'ship']))).toEqual([]);
  expect(unlisted(named, new Set(['look', 'shipp']))).toEqual([
    'the policy names "ship", which the server does not list; did you mean "shipp"?',
  ]);
  expect(unlisted(named, new Set(['look']))).toEqual([
    'the policy names "ship", which the server does not list',
  ]);
});
