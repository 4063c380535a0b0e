// A bank as a process of its own: JSON in, JSON out, every payment appended to a file and flushed to the disk before the
// answer. The file is the only judge of what was paid. What it does besides is told by its environment:
//   BANK_FILE     the payments, one JSON object a line
//   BANK_KEYS=1   pays once a key and answers the same again
//   BANK_KILLS    kills the process that called it: `before` or `after` the payment, or `instead` of it
//   BANK_DOES     `declines`, `swaps-account`, `hangs`, `garbage`, `floods`, `fails`, `murmurs`,
//                 `pays-and-hangs`, `pays-and-babbles`, `pays-and-floods`, `says-it-twice`, `answers-for-another`,
//                 `tells-of-another`,
//                 `waits` until there is a file beside it that ends in .go, having made one that ends in .asked
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

interface Payment {
  readonly key: string;
  readonly ask: string;
  readonly item: string;
  readonly values: Readonly<Record<string, string>>;
}

const file = process.env['BANK_FILE'] ?? '';
const keys = process.env['BANK_KEYS'] === '1';
const kills = process.env['BANK_KILLS'];
const does = process.env['BANK_DOES'];
const caller = process.ppid;

/** Values of which it tells in place of those that it was asked for. */
const others: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'swaps-account': { acct: '20-00-00/99999999' },
  'tells-of-another': { amt: '12.00', ref: 'MD-2026-099' },
};

/** What it says in place of an answer, having paid. */
const words: Readonly<Record<string, string>> = {
  'pays-and-babbles': 'payment made, have a nice day\n',
  'pays-and-floods': 'x'.repeat(1_000_000),
};

if (does === 'waits') writeFileSync(`${file}.asked`, '');
while (does === 'waits' && !existsSync(`${file}.go`)) await sleep(20);
const request = JSON.parse(await text(process.stdin)) as Payment & { readonly verb: string };
const known = payments().find(({ key }) => key === request.key);

if (request.verb === 'look-up') {
  answer(known === undefined ? { outcome: 'not-found' } : { outcome: 'found', values: known.values });
} else if (does === 'declines') answer({ outcome: 'declined', reason: 'insufficient funds' });
else if (does === 'hangs') setInterval(() => {}, 1_000);
else if (does === 'garbage') process.stdout.write('payment made, have a nice day\n');
else if (does === 'floods') process.stdout.write('x'.repeat(1_000_000));
else if (kills === 'instead') process.kill(caller, 'SIGKILL');
else pay();

function pay(): void {
  if (kills === 'before') process.kill(caller, 'SIGKILL');
  if (known === undefined || !keys) append(request);
  if (kills === 'after') process.kill(caller, 'SIGKILL');
  if (does === 'murmurs') process.stderr.write('secret-canary on standard error\n');
  if (does === 'pays-and-hangs') {
    setInterval(() => {}, 1_000);
    return;
  }
  if (Object.hasOwn(words, does ?? '')) {
    process.stdout.write(words[does ?? ''] ?? '');
    return;
  }
  const { values } = keys && known !== undefined ? known : request;
  const executed = { outcome: 'executed', values: { ...values, ...others[does ?? ''] }, reference: 'BK-1' };
  answer(does === 'answers-for-another' ? { ...executed, key: 'another' } : executed);
  if (does === 'says-it-twice') answer(executed);
  if (does === 'fails') process.exitCode = 3;
}

function payments(): readonly Payment[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Payment);
}

function append({ key, ask, item, values }: Payment): void {
  const descriptor = openSync(file, 'a');
  writeSync(descriptor, `${JSON.stringify({ key, ask, item, values })}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function answer(value: unknown): void {
  process.stdout.write(JSON.stringify(value));
}
