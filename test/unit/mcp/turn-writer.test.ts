import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { DrainingTransport } from '../../../src/mcp/draining.ts';
import { TurnWriter } from '../../../src/mcp/turn-writer.ts';

/** A stream that remembers each write of its own. */
function watched(): { readonly stream: Writable; readonly writes: string[] } {
  const writes: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      writes.push(chunk);
      done();
    },
  });
  return { stream, writes };
}

test('what is kept in one turn goes out together and in order, and the next turn’s by itself', async () => {
  const { stream, writes } = watched();
  const out = new TurnWriter(stream);
  const first = out.keep('a');
  const second = out.keep('b');
  expect(writes).toEqual([]);
  await Promise.all([first, second]);
  await out.keep('c');
  expect(writes).toEqual(['ab', 'c']);
});

test('what is written at once stands behind what was kept before it', async () => {
  const { stream, writes } = watched();
  const out = new TurnWriter(stream);
  const kept = out.keep('a');
  await out.write('b');
  await kept;
  expect(writes).toEqual(['a', 'b']);
});

test('a stream that cannot be written is told to whoever waits, and to nobody else', async () => {
  const { stream } = watched();
  stream.on('error', () => undefined);
  stream.destroy();
  const out = new TurnWriter(stream);
  void out.keep('nobody waits for this');
  await expect(out.write('a')).rejects.toThrow('destroyed');
  await expect(out.keep('b')).rejects.toThrow('destroyed');
});

const request = (id: number): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
const answer = (id: number) => ({ jsonrpc: '2.0', id, result: {} }) as const;

test('answers to what came at the same time go out together, a single one at once', async () => {
  const { stream, writes } = watched();
  const stdin = new PassThrough();
  const transport = new DrainingTransport(stdin, stream);
  await transport.start();
  stdin.write(request(1) + request(2) + request(3));
  await new Promise((resolve) => setImmediate(resolve));
  const sent = [transport.send(answer(1)), transport.send(answer(2))];
  expect(writes).toEqual([]);
  await Promise.all(sent);
  expect(writes.map((text) => text.split('\n').length - 1)).toEqual([2]);
  const last = transport.send(answer(3));
  expect(writes).toHaveLength(2);
  await last;
});

test('a client that has ended is waited for until it is answered, what is no request is not', async () => {
  const { stream, writes } = watched();
  const stdin = new PassThrough();
  const transport = new DrainingTransport(stdin, stream);
  const heard: unknown[] = [];
  transport.onmessage = (message) => heard.push(message);
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  await transport.start();
  stdin.end(
    `null\n[]\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n{"jsonrpc":"2.0","id":7,"method":3}\n${request(1)}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(heard).toHaveLength(1);
  await transport.send(answer(1));
  await closed;
  expect(writes).toHaveLength(1);
  await expect(transport.send(answer(1))).rejects.toThrow('gone');
});
