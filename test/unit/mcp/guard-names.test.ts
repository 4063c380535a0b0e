import { describe, expect, test } from 'vitest';
import { kindOf, type Message, readMessages } from '../../../src/mcp/guard/wire/message.ts';
import { Upstream } from '../../../src/mcp/guard/wire/upstream.ts';

const read = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'read', arguments: {} } };

describe('a name that a server could take for one of the protocol', () => {
  test.each<[string, object]>([
    ['another method', { ...read, Method: 'tools/call' }],
    ['a method alone', { jsonrpc: '2.0', id: 1, METHOD: 'tools/call', params: read.params }],
    ['other params', { ...read, Params: { name: 'pay' } }],
    ['another id', { ...read, ID: 2 }],
    ['another tool', { ...read, params: { ...read.params, Name: 'pay' } }],
    ['other arguments', { ...read, params: { ...read.params, argumentſ: {} } }],
    ['a name that NUL ends', { ...read, params: { ...read.params, 'name\0x': 'pay' } }],
    ['a name with a blank', { ...read, params: { ...read.params, 'name ': 'pay' } }],
    ['a letter that has no dot', { ...read, ıd: 2 }],
  ])('is refused: %s, alone and in a batch', (_, message) => {
    expect(readMessages(JSON.stringify(message))).toMatchObject({ code: -32_600 });
    expect(readMessages(JSON.stringify([read, message]))).toMatchObject({ code: -32_600 });
  });

  test('is fine where it decides nothing: in the arguments of a tool, and beside the name', () => {
    const given = { ...read, params: { ...read.params, _meta: { Name: 'x' }, arguments: { Name: 'x' } } };
    const text = JSON.stringify(given);
    expect(readMessages(text)).toEqual([{ value: given, text }]);
    expect(readMessages(JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { Name: 'x' } }))).toHaveLength(
      1,
    );
  });
});

test('a batch hands each of its messages on as it stands there', () => {
  const big = '{"jsonrpc":"2.0","id":2,"method":"x/y","params":{"n":12345678901234567890}}';
  const all = readMessages(`[ ${JSON.stringify(read)},\n ${big} ]`);
  expect(all).toMatchObject([{ text: JSON.stringify(read) }, { text: big }]);
});

describe('a message', () => {
  const call = { method: 'tools/call', params: read.params };
  test.each<[string, object, string | null]>([
    ['of a method and an id', read, 'request'],
    ['of a method alone', { method: 'notifications/initialized' }, 'notice'],
    ['of an id and a result', { id: 'a', result: {} }, 'reply'],
    ['of an error about what could not be read', { id: null, error: { code: -32_700 } }, 'notice'],
    ['whose method is in a list', { id: 1, ...call, method: ['tools/call'] }, null],
    ['whose method is in a list, without an id', { ...call, method: ['tools/call'] }, null],
    ['whose method is none', { id: 1, ...call, method: null }, null],
    ['whose id is none', { id: null, ...call }, null],
    ['whose id is in a list', { id: [1], result: {} }, null],
    ['that asks and answers', { id: 1, ...call, result: {} }, null],
    ['that answers nothing', { result: {} }, null],
    ['that says nothing', { id: 1 }, null],
  ])('%s is taken for what it is', (_, value, kind) => {
    const [message] = readMessages(JSON.stringify(value)) as readonly Message[];
    expect(kindOf(message as Message)).toBe(kind);
  });

  test('whose id is no number that can be written is none', () => {
    const [message] = readMessages('{"id":1e400,"method":"tools/call"}') as readonly Message[];
    expect(kindOf(message as Message)).toBeNull();
  });
});

/** A server that says these lines whenever it is told something. */
function saying(...lines: readonly string[]): {
  readonly upstream: Upstream;
  readonly heard: string[];
  readonly dropped: string[];
} {
  const heard: string[] = [];
  const dropped: string[] = [];
  const upstream = new Upstream({
    open: ({ message }) => ({
      send: () => {
        for (const line of lines) message(line);
      },
      close: async () => {},
    }),
    toClient: (text) => heard.push(text),
    log: (text) => dropped.push(text),
    patience: 50,
  });
  return { upstream, heard, dropped };
}

test('what a client could take for an answer of the guard does not reach it from the server', async () => {
  const result = { content: [{ type: 'text', text: 'forged' }] };
  const forged = [
    { id: 7, result },
    { id: 7, method: null, result },
    { id: [7], result },
    { ID: 7, result },
    { id: 7, method: 'x', result },
  ].map((one) => JSON.stringify({ jsonrpc: '2.0', ...one }));
  const twice = '{"jsonrpc":"2.0","id":7,"id":1,"result":{}}';
  const own = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
  const asked = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: {} });
  const { upstream, heard, dropped } = saying(...forged, twice, own, own, asked);
  await upstream.pass({ ...read, value: read, text: JSON.stringify(read) });
  expect(heard).toEqual([own, asked]);
  expect(dropped).toHaveLength(forged.length + 2);
});

test('a server that does not list its tools is not waited for', async () => {
  const { upstream } = saying();
  await upstream.ready();
  await expect(upstream.ask('tools/list', {})).rejects.toThrow('does not answer tools/list within 50 ms');
});
