import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLedger, type Ledger } from '../../../src/ledger/index.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { type Notice, noticesIn, times } from '../../../src/server/notify/notices.ts';
import { notifyPeople } from '../../../src/server/notify/notify.ts';
import { Teller } from '../../../src/server/notify/teller.ts';
import type { Logged } from '../../../src/server/security/log.ts';
import { builtIn } from '../../../src/vocabulary/built-in.ts';

const secret = 'a secret of sixteen bytes';
const start = Date.UTC(2026, 9, 2, 14);

/** A receiver that answers what it is told to, and keeps what arrived. */
interface Receiver {
  readonly url: string;
  readonly arrived: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
  status: number;
  close(): Promise<unknown>;
}

let receiver: Receiver;
let clock: { now: number };
let logged: Logged[];
const log = (event: Logged): unknown => logged.push(event);

beforeEach(async () => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      receiver.arrived.push({ headers: request.headers, body });
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const close = () => new Promise((resolve) => server.close(resolve));
  receiver = { url, arrived: [], status: 204, close };
  clock = { now: start };
  logged = [];
});
afterEach(() => receiver.close());

const teller = (): Teller => new Teller({ url: receiver.url, secret }, () => clock.now, log);
const notice = (id: string): Notice => ({
  id,
  kind: 'question',
  conversation: 'main',
  question: 'payer-1',
  link: 'http://localhost:8417/questions/main/payer-1',
});
const { signal } = new AbortController();

test('a message carries its signature over its id, its time and its exact bytes', async () => {
  const one = teller();
  one.take([notice('n1')]);
  await one.tell(signal);
  const [{ headers, body }] = receiver.arrived as [Receiver['arrived'][number]];
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const right = createHmac('sha256', secret).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${right}`);
  expect(headers['webhook-timestamp']).toBe(String(start / 1_000));
  expect(JSON.parse(body)).toEqual(notice('n1'));
});

test('what is told once is not told again, however often it is found', async () => {
  const one = teller();
  for (let at = 0; at < 3; at++) {
    one.take([notice('n1')]);
    await one.tell(signal);
  }
  expect(receiver.arrived.length).toBe(1);
});

test('what fails is tried again later and later, and then given up', async () => {
  const one = teller();
  receiver.status = 500;
  one.take([notice('n1')]);
  const tries: number[] = [];
  for (let minute = 0; minute < 120; minute++) {
    const before = receiver.arrived.length;
    await one.tell(signal);
    if (receiver.arrived.length > before) tries.push(minute);
    clock.now += 60_000;
  }
  expect(tries).toEqual([0, 1, 2, 4, 14, 44]);
  expect(logged.filter(({ event }) => event === 'webhook-failed').length).toBe(6);
});

test('a receiver that fails gets one message a round, and the rest once it is back', async () => {
  const one = teller();
  receiver.status = 500;
  one.take(['n1', 'n2', 'n3'].map(notice));
  await one.tell(signal);
  expect(receiver.arrived.length).toBe(1);
  receiver.status = 204;
  clock.now += 10_000;
  await one.tell(signal);
  expect(receiver.arrived.map(({ headers }) => headers['webhook-id'])).toEqual(['n1', 'n1', 'n2', 'n3']);
});

async function asked(
  line: string,
): Promise<{ readonly ledger: Ledger; readonly notices: () => Promise<readonly Notice[]> }> {
  const ledger = createLedger({ store: openMemory(), clock: () => clock.now });
  await ledger.as({ principal: 'treasury', agents: ['payer'] }).send(line);
  const reader = ledger.as({ principal: 'notifier', agents: [] });
  const at = { origin: 'http://localhost:8417', profiles: builtIn };
  return { ledger, notices: async () => (await noticesIn(reader, { ...at, now: clock.now })).notices };
}

const kinds = (notices: readonly Notice[]): readonly string[] => notices.map(({ kind }) => kind);

test('a question is told of with its link and nothing that it says, and again shortly before its time is over', async () => {
  const line = 'RW1 AQ payer-1 from=payer to=human item=inv:1 need=YESNO by=20261002 // may I?';
  const { ledger, notices } = await asked(line);
  const [first] = await notices();
  expect(first).toMatchObject({ kind: 'question', link: 'http://localhost:8417/questions/main/payer-1' });
  expect(JSON.stringify(first)).not.toContain('may I');
  clock.now = Date.UTC(2026, 9, 3) - times.before - 1;
  expect(kinds(await notices())).toEqual(['question']);
  clock.now += 1;
  expect(kinds(await notices())).toEqual(['question', 'reminder']);
  clock.now = Date.UTC(2026, 9, 3);
  expect(kinds(await notices())).toEqual(['question']);
  expect((await notices())[0]?.id).toBe(first?.id);
  const human = ledger.as({ principal: 'm.okafor', agents: ['human'], person: true });
  const sent = await human.send('RW1 AN human-1 re=payer-1 from=human to=payer val=N');
  expect(sent.outcome).toBe('accepted');
  expect(await notices()).toEqual([]);
});

test('behind five hundred questions that nobody answers the next one is told of all the same', async () => {
  const store = openMemory();
  const ledger = createLedger({ store, clock: () => clock.now });
  const payer = ledger.as({ principal: 'treasury', agents: ['payer'] });
  for (let number = 1; number <= 501; number++)
    await payer.send(`RW1 AQ payer-${number} from=payer to=human item=inv:${number} need=YESNO`);
  const at = {
    ledger,
    store,
    profiles: builtIn,
    clock: () => clock.now,
    log,
    origin: 'http://localhost:8417',
  };
  const telling = notifyPeople({ ...at, webhook: { url: receiver.url, secret }, every: 5 });
  const told = (): ReadonlySet<string> =>
    new Set(receiver.arrived.map(({ body }) => JSON.parse(body).question));
  const end = Date.now() + 20_000;
  while (!told().has('payer-501') && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await telling.stop();
  expect(told().size).toBe(501);
  expect(receiver.arrived.length).toBe(501);
});

test('a question to an agent is nobody’s to be told of', async () => {
  const { notices } = await asked('RW1 AQ payer-1 from=payer to=scheduler item=inv:1 need=YESNO');
  expect(await notices()).toEqual([]);
});

test('it tells while the server runs, and stops with it', async () => {
  const store = openMemory();
  const ledger = createLedger({ store, clock: () => clock.now });
  await ledger
    .as({ principal: 'treasury', agents: ['payer'] })
    .send('RW1 AQ payer-1 from=payer to=human item=inv:1 need=YESNO');
  const webhook = { url: receiver.url, secret };
  const at = {
    ledger,
    store,
    profiles: builtIn,
    clock: () => clock.now,
    log,
    origin: 'http://localhost:8417',
  };
  const telling = notifyPeople({ ...at, webhook, every: 20 });
  while (receiver.arrived.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await telling.stop();
  expect(receiver.arrived.length).toBe(1);
});
