import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Figure } from '../figures.ts';
import { type Contestant, medianOf, turns } from '../rounds.ts';
import { hearback, type Started, twin } from './contestants.ts';
import type { BenchOffice } from './office.ts';

/** From the start of a process to its first answers, beside the twin’s and beside a Node that does nothing. */
export async function startFigures(office: BenchOffice, rounds: number): Promise<readonly Figure[]> {
  const servers = {
    'the twin': twin(),
    'hearback mcp without a ledger': hearback('mcp'),
    'hearback mcp with a ledger': office.hearback('mcp'),
    [`hearback guard, which starts the twin`]: office.guard('guards-20'),
  };
  const listed = new Map<string, number[]>(Object.keys(servers).map((name) => [name, []]));
  const bare: Contestant = { name: 'node -e 0', pass: bareNode };
  const starting = Object.entries(servers).map(([name, server]) => ({
    name,
    pass: async () => {
      const { initialized, tools } = await startOf(server);
      listed.get(name)?.push(tools);
      return initialized;
    },
  }));
  const times = await turns([bare, ...starting], { rounds, warm: 1 });
  const nothing = times.get('node -e 0') ?? [];
  const theirs = times.get('the twin') ?? [];
  const milliseconds = (list: readonly number[]): number => 1e3 * medianOf(list, list, (one) => one);
  const over = (list: readonly number[], other: readonly number[]): string =>
    medianOf(list, other, (one, beside) => one / beside).toFixed(2);
  return [...times].map(([name, list]) => ({
    what: `${name}: from its start to ${list === nothing ? 'its end' : 'the answer of initialize'}`,
    ...{ got: milliseconds(list), unit: 'ms', target: null },
    how:
      list === nothing
        ? 'what Node itself takes'
        : `${over(list, theirs)} x the twin’s, ${over(list, nothing)} x node -e 0; ` +
          `the answer of tools/list after ${milliseconds(listed.get(name) ?? []).toFixed(1)} ms`,
  }));
}

async function bareNode(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return (performance.now() - start) / 1000;
}

/** Seconds from the start of a server to its answers. */
interface Start {
  readonly initialized: number;
  readonly tools: number;
}

async function startOf({ args, env = {}, cwd }: Started): Promise<Start> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    ...{ stdio: ['pipe', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], ...env } },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ended = once(child, 'close');
  const answers = answersOf(child);
  const since = (): number => (performance.now() - start) / 1000;
  write(child, { id: 0, method: 'initialize', params: hello });
  await answers.next();
  const initialized = since();
  write(child, { method: 'notifications/initialized' });
  write(child, { id: 1, method: 'tools/list', params: {} });
  const { done } = await answers.next();
  if (done === true) throw new Error(`${args.join(' ')} ended before it answered`);
  const tools = since();
  child.stdin?.end();
  await ended;
  return { initialized, tools };
}

const hello = {
  ...{ protocolVersion: '2025-11-25', capabilities: {} },
  clientInfo: { name: 'bench', version: '1' },
};

function answersOf({ stdout }: ChildProcess): AsyncIterator<string> {
  if (stdout === null) throw new TypeError('its output is a pipe');
  return createInterface({ input: stdout })[Symbol.asyncIterator]();
}

function write({ stdin }: ChildProcess, message: object): void {
  stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
