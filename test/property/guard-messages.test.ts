import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLedger } from '../../src/ledger/index.ts';
import { openMemory } from '../../src/ledger/memory.ts';
import { callerOf } from '../../src/mcp/caller.ts';
import { bind, draftPolicy, readPolicy, Session } from '../../src/mcp/guard/index.ts';
import { definitionsIn } from '../../src/mcp/guard/listing.ts';
import { readJson } from '../../src/text/json.ts';
import { builtIn, loadProfile, profilesOf } from '../../src/vocabulary/index.ts';
import { runs } from '../support/vocabularies.ts';

const tools = [
  { name: 'pay', inputSchema: { type: 'object', properties: { to: { type: 'string' } } } },
  { name: 'read', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } },
];

/** A guard that lets pass what it does not know, and the texts that it passes on. */
async function guarded(): Promise<{ readonly session: Session; readonly passed: string[] }> {
  const definitions = definitionsIn(tools);
  const { policy, profile: data } = draftPolicy({
    name: 'bank',
    approver: { person: 'm.okafor' },
    definitions,
  });
  const { profile } = loadProfile(data);
  if (profile === null) throw new TypeError('the draft is a profile');
  const ledger = createLedger({
    store: openMemory(),
    profiles: profilesOf(builtIn, [profile]).profiles ?? builtIn,
  });
  const { key } = await ledger.principals.add({ principal: 'helpers', agents: ['helper'], by: 'test' });
  await ledger.principals.add({ principal: 'm.okafor', agents: ['human'], person: true, by: 'test' });
  const caller = await callerOf(ledger, key);
  if (typeof caller === 'string') throw new TypeError(caller);
  const read = readPolicy('p.json', JSON.stringify({ ...policy, undeclared: 'pass' }));
  const passed: string[] = [];
  const session = new Session({
    parts: await bind({ ledger, read, caller, console: null, log: () => {} }),
    toClient: (line) => JSON.parse(line),
    open: ({ message }) => ({
      send: (text) => {
        passed.push(text);
        const { id, method } = readJson(text, { anyNumber: true }).value as Record<string, unknown>;
        const result = method === 'tools/list' ? { tools } : {};
        if (method !== undefined)
          queueMicrotask(() => message(JSON.stringify({ jsonrpc: '2.0', id, result })));
      },
      close: async () => {},
    }),
  });
  return { session, passed };
}

/** Whether a server that is not particular about anything would pay. */
function pays(text: string): boolean {
  const ways = [text, text.split('\0')[0] ?? '', ...text.split(/[\n\v\f\r\u0085\u2028\u2029]/)];
  // of a name that stands twice the one reader takes the first, the other the last
  const limits = { anyNumber: true, maxDepth: 200 };
  return ways.some((way) => isPay(readJson(way, limits).value) || isPay(lastOf(way)));
}

function lastOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isPay(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isPay);
  if (!membersLike(value, 'method').some((method) => loose(method) === 'toolscall')) return false;
  return membersLike(value, 'params').some((params) =>
    (Array.isArray(params) ? params : membersLike(params, 'name')).some((name) => loose(name) === 'pay'),
  );
}

function membersLike(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (loose(key) === name ? [member] : []));
}

function loose(value: unknown): string {
  const text = Array.isArray(value) ? value.join() : typeof value === 'object' ? '' : String(value);
  const [read = ''] = text.split('\0');
  return read
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const words = ['"tools/call"', '"pay"', '"method"', '"params"', '"name"', '"id"', '1'];
const spellings: readonly ((word: string) => string)[] = [
  (word) => `[${word}]`,
  (word) => `{"a":${word}}`,
  (word) => word.toUpperCase(),
  (word) => word.replace(/"$/, ' "'),
  (word) => word.replace(/"$/, '\\u0000x"'),
  (word) => word.replace(/"$/, '\u200b"'),
  (word) => word.replace('a', 'ａ').replace('i', 'ı'),
  (word) => word.replace('/', '\\/'),
  (word) => word.replace('/', '.'),
  (word) => word.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
];
const members = [
  '"method":"tools/call"',
  '"METHOD":"tools/call"',
  '"method":["tools/call"]',
  '"method":"ping"',
  '"params":{"name":"pay"}',
  '"Params":["pay"]',
  '"id":null',
  '"id":[1]',
  '"id":1e400',
  '"result":{}',
  '"error":{}',
];
type Edit = (text: string) => string;
const spelled = fc.tuple(fc.constantFrom(...words), fc.constantFrom(...spellings)).map(
  ([word, spelling]): Edit =>
    (text) =>
      text.replace(word, () => spelling(word)),
);
const added = fc
  .tuple(
    fc.constantFrom(...members),
    fc.constantFrom<readonly [RegExp, Edit]>(
      [/\{/, (member) => `{${member},`],
      [/\}$/, (member) => `,${member}}`],
    ),
  )
  .map(
    ([member, [place, put]]): Edit =>
      (text) =>
        text.replace(place, () => put(member)),
  );
const framed = fc.constantFrom<Edit>(
  (text) => `[${text}]`,
  (text) => `\ufeff${text}`,
  ...['\r', '\n', '\u2028', '\0'].map(
    (end): Edit =>
      (text) =>
        `${text}${end}${text}`,
  ),
);
const torn = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('', '\0', ' ', '\u0301', '"', '{', ','))
  .map(
    ([share, put]): Edit =>
      (text) => {
        const at = Math.floor(share * text.length);
        return text.slice(0, at) + put + text.slice(at + 1);
      },
  );
const edit = fc.oneof(
  { weight: 5, arbitrary: spelled },
  { weight: 3, arbitrary: added },
  { weight: 1, arbitrary: framed },
  { weight: 1, arbitrary: torn },
);

// why it holds: what two readers could take for two things is refused before it is asked what it is
test('no message that any server could take for a call of a guarded tool reaches one', async () => {
  const { session, passed } = await guarded();
  let id = 0;
  const message = fc
    .tuple(
      fc.constantFrom('tools/call', 'tools/call', 'ping', undefined),
      fc.constantFrom('pay', 'pay', 'read', undefined),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
    )
    .map(([method, name, edits]) => {
      const own = { jsonrpc: '2.0', id: ++id, method, params: { name, arguments: { to: 'x' } } };
      return edits.reduce((text, change) => change(text), JSON.stringify(own));
    });
  await fc.assert(
    fc.asyncProperty(message, async (text) => {
      session.receive(text);
      await new Promise((resolve) => setImmediate(resolve));
      for (const one of passed.splice(0)) expect([one, pays(one)]).toEqual([one, false]);
    }),
    { numRuns: runs('HEARBACK_PROPERTY', 4_000), seed: runs('HEARBACK_SEED', 20261002) },
  );
  await session.end();
});
