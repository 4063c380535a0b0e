// The bank of a storm, as a process of its own: every payment is appended to its file and flushed to the disk, and that
// file is the only judge of what was paid. It loses and delays replies as the seed says. Environment, as JSON in BANK:
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../../../src/act/index.ts';
import { chance, drawn } from './chance.ts';
import type { Effect } from './evidence.ts';

export interface BankSetup {
  readonly file: string;
  readonly seed: number;
  /** Milliseconds that its clients wait for a reply. */
  readonly timeout: number;
}

/** What happens to a request, as a share of all: 5 % of the replies are dropped, and 10 % come too late. */
const fates = {
  'reply lost': 0.05,
  'reply late': 0.05,
  'paid late': 0.05,
  'never arrives': 0.01,
  declined: 0.02,
  'declined for good': 0.005,
  usual: 0,
} as const;
type Fate = keyof typeof fates;

const { file, seed, timeout } = JSON.parse(process.env['BANK'] ?? '{}') as BankSetup;
const descriptor = openSync(file, 'a');
/** By key: what was paid, or that nothing ever will be. */
const books = new Map<string, Readonly<Record<string, string>> | 'closed'>();
const arrivals = new Map<string, number>();

type Reply = Readonly<Record<string, unknown>> | null;

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    process.stderr.write(`the bank failed: ${String(error)}\n`);
    process.exit(1);
  });
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const attempt = (await json(request)) as Attempt;
  const verb = request.url === '/look-up' ? 'look-up' : 'pay';
  const fate = fateOf(verb, attempt.key);
  const lateness = timeout + chance(seed, 'lateness', attempt.key, attempt.attempt) * 500;
  if (fate === 'never arrives') return void response.destroy();
  if (fate === 'paid late') await sleep(lateness);
  const reply = verb === 'look-up' ? lookUp(attempt) : pay(attempt, fate);
  if (fate === 'reply late') await sleep(lateness);
  if (fate === 'reply lost') return void response.destroy();
  response.end(JSON.stringify(reply));
}

function fateOf(verb: string, key: string): Fate {
  const arrival = (arrivals.get(`${verb} ${key}`) ?? 0) + 1;
  arrivals.set(`${verb} ${key}`, arrival);
  return drawn(fates, 'usual', chance(seed, verb, key, arrival));
}

/** Keys are honoured where they are promised; elsewhere whatever arrives is paid. */
function pay({ call, key }: Attempt, fate: Fate): Reply {
  const keyed = call.conversation === 'keyed';
  const known = keyed ? books.get(key) : undefined;
  if (known === 'closed') return { outcome: 'declined', final: true, reason: 'account closed' };
  if (known !== undefined) return { outcome: 'executed', values: known };
  if (fate === 'declined') return { outcome: 'declined', final: false, retry: true, reason: 'no funds' };
  if (fate === 'declined for good' && keyed) {
    books.set(key, 'closed');
    return { outcome: 'declined', final: true, reason: 'account closed' };
  }
  const { conversation, handoff, item, values } = call;
  const effect: Effect = { key, conversation, handoff, item, values, at: Date.now() };
  writeSync(descriptor, `${JSON.stringify(effect)}\n`);
  fsyncSync(descriptor);
  books.set(key, values);
  return { outcome: 'executed', values };
}

function lookUp({ key }: Attempt): Reply {
  const known = books.get(key);
  return known === undefined || known === 'closed'
    ? { outcome: 'not-found' }
    : { outcome: 'found', values: known };
}

process.on('disconnect', () => {
  closeSync(descriptor);
  process.exit(0);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
});
