import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Handle, Store } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { openConsole, type TestConsole } from '../../support/console.ts';

/** How many listen to the store, and whether it can be read: its storage is lost and found. */
const storage = { listeners: 0, isLost: false };
let console: TestConsole;
let scheduler: Handle;
let headers: { readonly authorization: string };
const readers: ReadableStreamDefaultReader<string>[] = [];

beforeEach(async () => {
  Object.assign(storage, { listeners: 0, isLost: false });
  console = openConsole({ store: watched(openMemory()) });
  scheduler = console.ledger.as({ principal: 'ap-office', agents: ['scheduler'] });
  const added = { principal: 'treasury', agents: ['payer'], by: 'operator' };
  headers = { authorization: `Bearer ${(await console.ledger.principals.add(added)).key}` };
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
  await console.close();
});

function watched(store: Store): Store {
  const { heard, entries } = store;
  return Object.assign(store, {
    heard: (listener: Parameters<Store['heard']>[0]) => {
      const end = heard.call(store, listener);
      storage.listeners += 1;
      return () => {
        storage.listeners -= 1;
        end();
      };
    },
    entries: async (conversation: string, span: Parameters<Store['entries']>[1]) => {
      if (storage.isLost && conversation === 'main') throw new Error('the storage is gone');
      return entries.call(store, conversation, span);
    },
  } satisfies Partial<Store>);
}

let sent = 0;
beforeEach(() => {
  sent = 0;
});
async function send(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    sent += 1;
    await scheduler.send(`RW1 HO scheduler-${sent} from=scheduler to=payer item=inv:${sent} ask=REVIEW`);
  }
}

/** The stream of a conversation from an entry on, and the sequences that it gives until there are so many, or none come. */
async function streamAfter(after: number): Promise<(count: number) => Promise<readonly number[]>> {
  const path = `/api/v1/conversations/main/events?after=${after}`;
  const answer = await console.request(path, { headers });
  const reader = (answer.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  readers.push(reader);
  let text = '';
  const found: number[] = [];
  return async (count) => {
    while (found.length < count) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      const whole = text.slice(0, text.lastIndexOf('\n\n') + 2);
      text = text.slice(whole.length);
      for (const [, id] of whole.matchAll(/^id: (\d+)$/gm)) found.push(Number(id));
    }
    return found;
  };
}

const until = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

test('a reader that is far behind gets everything in one stream, in order and once', async () => {
  await send(1_100);
  const read = await streamAfter(0);
  await read(1);
  await send(20);
  expect(await read(1_120)).toEqual(until(1_120));
});

test('one that does not read for a while gets everything that was written meanwhile', async () => {
  await send(1);
  const read = await streamAfter(0);
  expect(await read(1)).toEqual([1]);
  await send(1_100);
  expect(await read(1_101)).toEqual(until(1_101));
});

test('a stream ends where the storage is lost, and skips nothing: its reader comes back for the rest', async () => {
  await send(3);
  storage.isLost = true;
  expect(await (await streamAfter(1))(1)).toEqual([]);
  storage.isLost = false;
  expect(await (await streamAfter(1))(2)).toEqual([2, 3]);
});

test('who asks for the head of a stream listens to nothing', async () => {
  const person = await console.signIn('m.okafor');
  const cookie = `__Host-hearback=${person.session.secret}`;
  const asked = { '/events': { cookie }, '/api/v1/conversations/main/events': headers };
  for (const [path, by] of Object.entries(asked)) {
    const answer = await console.request(path, { method: 'HEAD', headers: by });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(storage.listeners).toBe(0);
  }
  const read = await streamAfter(0);
  await send(1);
  await read(1);
  expect(storage.listeners).toBe(1);
});
