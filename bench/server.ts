// How long an event takes to 200 listeners, and the first page with 10,000 open threads, each beside raw hono doing the same
// over the same sockets in the same run. node --conditions=hearback-source bench/server.ts
import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { createLedger } from '../src/ledger/index.ts';
import { openSqlite } from '../src/ledger/sqlite.ts';
import { listen } from '../src/server/listen.ts';
import { sessionCookie } from '../src/server/security/cookies.ts';
import { startServer } from '../src/server/start.ts';

const listeners = 200;
const rounds = 30;
const threads = 10_000;
const loads = 20;

const store = openSqlite(':memory:');
const ledger = createLedger({ store });
const { key } = await ledger.principals.add({ principal: 'reader', agents: ['reader'], by: 'bench' });
const writer = ledger.as({ principal: 'writer', agents: ['writer'] });
const server = await startServer({
  ledger,
  store,
  clock: () => Date.now(),
  settings: { limits: { api: 1_000_000 } },
  place: { hosts: ['127.0.0.1'], port: 0 },
});
const at = `http://127.0.0.1:${server.port}`;

const raw = new Hono();
const waiting = new Set<(data: string) => void>();
let page = '';
raw.get('/events', (c: Context) =>
  streamSSE(c, async (out) => {
    await out.write(': here\n\n');
    for (let isOpen = true; isOpen; ) {
      const data = await new Promise<string>((resolve) => {
        waiting.add(resolve);
        out.onAbort(() => resolve(''));
      });
      isOpen = data !== '';
      if (isOpen) await out.writeSSE({ event: 'entry', data });
    }
  }),
);
raw.get('/', (c) => c.html(page));
const bare = await listen({ hosts: ['127.0.0.1'], port: 0 }, () => raw.fetch);
const rawAt = `http://127.0.0.1:${bare.port}`;

/** Calls `heard` with each event of a stream. */
async function hear(
  url: string,
  headers: Readonly<Record<string, string>>,
  heard: () => void,
): Promise<AbortController> {
  const controller = new AbortController();
  const answer = await fetch(url, { headers, signal: controller.signal });
  if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const _ of value.matchAll(/^data: /gm)) heard();
    }
  };
  read().catch(() => undefined);
  return controller;
}

/** Milliseconds from `send` to each listener, over all rounds. */
async function delays(
  url: string,
  headers: Readonly<Record<string, string>>,
  send: (round: number) => Promise<unknown>,
) {
  const took: number[] = [];
  let began = 0;
  const open = await Promise.all(
    Array.from({ length: listeners }, () => hear(url, headers, () => took.push(performance.now() - began))),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (let round = 1; round <= rounds; round++) {
    began = performance.now();
    await send(round);
    while (took.length < round * listeners) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const controller of open) controller.abort();
  return took;
}

async function loadsOf(url: string, headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let load = 0; load < loads; load++) {
    const began = performance.now();
    const answer = await fetch(url, { headers });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
    took.push(performance.now() - began);
    page ||= text;
  }
  return took;
}

function told(name: string, took: readonly number[]): void {
  const sorted = [...took].sort((one, other) => one - other);
  const of = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  console.log(`${name.padEnd(44)} median ${of(0.5)} ms, 99 of 100 within ${of(0.99)} ms (${took.length})`);
}

const send = (round: number) =>
  writer.send(`RW1 ST writer-${round} from=writer to=reader item=inv:${round} // hello`);
const ours = await delays(
  `${at}/api/v1/conversations/main/events?after=0`,
  { authorization: `Bearer ${key}` },
  send,
);
told(`event to ${listeners} listeners, hearback`, ours);
const theirs = await delays(`${rawAt}/events`, {}, async (round) => {
  const now = [...waiting];
  waiting.clear();
  for (const resolve of now) resolve(`{"sequence":${round}}`);
});
told(`event to ${listeners} listeners, raw hono`, theirs);

const asker = ledger.as({ principal: 'asker', agents: ['asker'], conversation: 'month-end' });
for (let thread = 1; thread <= threads; thread++)
  await asker.send(`RW1 HO asker-${thread} from=asker to=doer item=inv:${thread} ask=REVIEW`);
for (let question = 1; question <= 20; question++)
  await asker.send(`RW1 AQ asker-${threads + question} from=asker to=human item=inv:${question} need=YESNO`);
const { secret } = await ledger.people.invite({ person: 'm.okafor', life: 600_000, by: 'bench' });
const passkey = randomBytes(16).toString('base64url');
await ledger.people.enrol(secret, { id: passkey, publicKey: 'none', counter: 0, copied: false });
const session = await server.parts.sessions.open({ passkey, counter: 0 });
const cookie = `${sessionCookie}=${session?.secret}`;
told(
  `first page, ${threads} open threads, hearback`,
  await loadsOf(`${at}/`, { cookie, host: new URL(at).host }),
);
told(`the same page from raw hono (${page.length} bytes)`, await loadsOf(`${rawAt}/`, {}));

await server.close();
await bare.close(100);
await ledger.close();
process.exit(0);
