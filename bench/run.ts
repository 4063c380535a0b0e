// Measures hearback beside the peer and beside JSON.parse with Ajv in one run, and writes bench/RESULTS.md.
// Needs HEARBACK_PEER_PYTHON, a Python with rogerwilco installed, and a build in dist/.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkReadback, checkThread } from '../src/checks/index.ts';
import { digest, parse, toJson } from '../src/codec/index.ts';
import type { AnyMessage } from '../src/codec/message.ts';
import type { Parsed } from '../src/codec/parsed.ts';
import { builtIn } from '../src/vocabulary/built-in.ts';
import { exchanges, longLinesOf, now, threadOf } from './corpus.ts';
import { type Figure, holds, machine, table } from './figures.ts';
import { TimedPeer } from './peer.ts';
import { here, median, medians } from './rounds.ts';
import { TwinReader } from './twin.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const python = process.env['HEARBACK_PEER_PYTHON'] ?? 'python3';
const rounds = Number(process.env['HEARBACK_ROUNDS'] ?? 9);
const peer = new TimedPeer(python);
const folder = mkdtempSync(join(tmpdir(), 'hearback-bench-'));
const corpus = exchanges(600);

try {
  const figures = [
    ...(await reading()),
    ...(await digesting()),
    ...(await checking()),
    await linearity(),
    ...(await linting()),
  ];
  writeFileSync(join(root, 'bench/RESULTS.md'), page(figures));
  const missed = figures.filter((figure) => !holds(figure));
  process.stdout.write(page(figures));
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  peer.close();
  rmSync(folder, { recursive: true, force: true });
}

function read(line: string): AnyMessage {
  const { message } = parse(line);
  if (!message) throw new Error(`the corpus holds an invalid line: ${line}`);
  return message;
}

async function reading(): Promise<Figure[]> {
  const lines = longLinesOf(corpus);
  const cases = corpus.flatMap(({ profile, ho, rb, dn }) => [ho, rb, dn].map((line) => ({ profile, line })));
  const twins = lines.map((line) => JSON.stringify(toJson(read(line))));
  const twinReader = new TwinReader([
    builtIn.core,
    ...builtIn.names.flatMap((name) => builtIn.get(name) ?? []),
  ]);
  const times = await medians(
    [
      here('hearback', lines, 40, read),
      here('ajv', twins, 40, (twin) => twinReader.read(twin)),
      { name: 'preloaded', pass: async () => (await peer.pass('parsePreloaded', cases)) / cases.length },
      { name: 'public', pass: async () => (await peer.pass('parsePublic', cases)) / cases.length },
    ],
    rounds,
  );
  return [
    compared('parse and validate, the peer with its profile preloaded', times, 'preloaded', 30),
    compared('parse and validate, the peer’s public call', times, 'public', 120),
    compared('parse and validate, JSON.parse of the twin with Ajv', times, 'ajv', 2),
  ];
}

async function digesting(): Promise<Figure[]> {
  const lines = longLinesOf(corpus);
  const cases = corpus.flatMap(({ profile, ho, rb, dn }) => [ho, rb, dn].map((line) => ({ profile, line })));
  const times = await medians(
    [
      here('hearback', lines, 40, (line) => digest(read(line))),
      { name: 'preloaded', pass: async () => (await peer.pass('digestPreloaded', cases)) / cases.length },
      { name: 'public', pass: async () => (await peer.pass('digestPublic', cases)) / cases.length },
    ],
    rounds,
  );
  return [
    compared('line to digest, the peer with its profile preloaded', times, 'preloaded', 13),
    compared('line to digest, the peer’s public call', times, 'public', 48),
  ];
}

/** The peer's public call takes lines; ours takes messages, since a line is read once, at the edge: both are told. */
async function checking(): Promise<Figure[]> {
  const cases = corpus.map(({ profile, ho, rb }) => ({ profile, ho, rb, now }));
  const messages = corpus.map(({ ho, rb }) => ({ ho: read(ho), rb: read(rb) }));
  const check = ({ ho, rb }: { readonly ho: AnyMessage; readonly rb: AnyMessage }): void => {
    if (!checkReadback({ ho, rb, now }).passes) throw new Error(`does not pass: ${rb.id}`);
  };
  const times = await medians(
    [
      here('hearback', cases, 40, ({ ho, rb }) => check({ ho: read(ho), rb: read(rb) })),
      here('messages', messages, 40, check),
      { name: 'public', pass: async () => (await peer.pass('readback', cases)) / cases.length },
    ],
    rounds,
  );
  return [
    compared(
      'check-rb of messages that were read, the peer’s public call on lines',
      times,
      'public',
      90,
      'messages',
    ),
    compared('check-rb, both lines read and compared, the peer’s public call', times, 'public', 90),
  ];
}

/** Reading and checking a thread of 50,000 lines beside one of 5,000: the ratio of the medians. */
async function linearity(): Promise<Figure> {
  const long = threadOf(exchanges(12_500));
  const short = long.slice(0, 5000);
  const check = (lines: readonly string[]): void => {
    const { passes } = checkThread({ lines: parsedOneByOne(lines), now });
    if (!passes) throw new Error('the thread does not pass');
  };
  const times: [number[], number[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    for (const [at, lines] of [short, long].entries()) {
      const start = performance.now();
      check(lines);
      if (round >= 0) times[at]?.push(performance.now() - start);
    }
  }
  const [five, fifty] = times.map(median) as [number, number];
  return {
    what: 'check-thread, 50,000 lines beside 5,000',
    got: fifty / five,
    unit: 'x',
    target: 12,
    isMost: true,
    how: `${five.toFixed(1)} ms and ${fifty.toFixed(1)} ms, four lines a handoff, read and checked`,
  };
}

/** Lines as the program reads them: each parsed when its turn comes, none kept. */
function* parsedOneByOne(lines: readonly string[]): Generator<Parsed> {
  for (const line of lines) yield parse(line);
}

/** `lint` as a user runs it: from the start of the program to its end, with its largest resident memory. */
async function linting(): Promise<Figure[]> {
  const file = join(folder, 'lines.rw1');
  const longFile = join(folder, 'million.rw1');
  writeFileSync(file, `${threadOf(exchanges(50_000)).join('\n')}\n`);
  writeFileSync(longFile, `${threadOf(exchanges(250_000)).join('\n')}\n`);
  const lint = (of: string) =>
    peer.command([process.execPath, join(root, 'bin/hearback.js'), 'lint', of], join(folder, 'out'));
  const ours = [await lint(file), await lint(file), await lint(file)];
  const million = await lint(longFile);
  const theirs = await peer.command(
    [join(dirname(python), 'rogerwilco'), 'lint', file],
    join(folder, 'peer-out'),
  );
  if ([...ours, million, theirs].some(({ status }) => status !== 0))
    throw new Error('a lint did not end with 0');
  const seconds = median(ours.map((cost) => cost.seconds));
  const megabytes = Math.max(...ours.map((cost) => cost.megabytes));
  return [
    {
      what: 'lint of 200,000 lines, the program of the peer',
      got: theirs.seconds / seconds,
      unit: 'x',
      target: 80,
      how: `${seconds.toFixed(2)} s beside ${theirs.seconds.toFixed(1)} s (${theirs.megabytes.toFixed(0)} MB)`,
    },
    {
      what: 'lint of 200,000 lines, largest memory',
      got: megabytes,
      unit: 'MB',
      target: 80,
      isMost: true,
      how: 'resident, the largest of three runs, Node itself included',
    },
    {
      what: 'lint of 1,000,000 lines, largest memory beside 200,000',
      got: million.megabytes / megabytes,
      unit: 'x',
      target: 1.1,
      isMost: true,
      how: `${million.megabytes.toFixed(0)} MB in ${million.seconds.toFixed(2)} s`,
    },
  ];
}

function compared(
  what: string,
  times: ReadonlyMap<string, number>,
  beside: string,
  target: number,
  name = 'hearback',
): Figure {
  const [ours = 0, theirs = 0] = [times.get(name), times.get(beside)];
  const micro = (seconds: number): string => (seconds * 1e6).toFixed(2);
  return { what, got: theirs / ours, unit: 'x', target, how: `${micro(ours)} µs beside ${micro(theirs)} µs` };
}

function page(figures: readonly Figure[]): string {
  const lengths = longLinesOf(corpus).map(({ length }) => length);
  return `# Results

Written by \`npm run bench\`; do not edit. Ratios of one run: hearback, the peer (rogerwilco 0.3.0 from PyPI) and
JSON.parse with Ajv take turns for ${rounds} rounds after two to warm up, and the medians are compared. Times are one case.

${machine()}. The corpus is generated (bench/corpus.ts): handoffs, readbacks and
done reports under pay, clin and core of ${Math.min(...lengths)} to ${Math.max(...lengths)} characters, and threads of four lines a handoff.

${table(figures)}`;
}
