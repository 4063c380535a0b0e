import { describe, expect, test } from 'vitest';
import { readMessages } from '../../../src/mcp/guard/wire/message.ts';
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

test('an answer of the server to what only the guard was asked does not reach the client', async () => {
  const heard: string[] = [];
  const dropped: string[] = [];
  const upstream = new Upstream({
    open: ({ message }) => ({
      send: () => {
        for (const id of [7, 1, 1]) message(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }));
      },
      close: async () => {},
    }),
    toClient: (text) => heard.push(text),
    log: (text) => dropped.push(text),
  });
  await upstream.pass({
    id: 1,
    method: read.method,
    params: read.params,
    value: read,
    text: JSON.stringify(read),
  });
  expect(heard.map((text) => JSON.parse(text).id)).toEqual([1]);
  expect(dropped).toHaveLength(2);
});
