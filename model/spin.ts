import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Configuration, Finding } from './configurations.ts';

const execute = promisify(execFile);
const source = 'rw1.pml';

/** Where Spin and the C compiler that it needs are; undefined where the machine lacks one of them. */
export function findSpin(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = ['spin', 'gcc'].map((program) =>
    folders.map((folder) => join(folder, program)).find((path) => existsSync(path)),
  );
  return found.includes(undefined) ? undefined : found[0];
}

/** Searches every state of a configuration. Throws when a program fails or the search does not end. */
export function check({ switches, states }: Pick<Configuration, 'switches' | 'states'>): Promise<Finding> {
  return inFolder(async (folder) => {
    await compile(folder, switches, states > 100_000 ? '-O2' : '-O0'); // a small search is shorter than its compilation
    // the table of states: sized for what is expected, right for any number
    const size = Math.min(27, Math.max(18, Math.ceil(Math.log2(states)) + 1));
    const said = await run(folder, './pan', '-m200000', `-w${size}`);
    const stored = /(\d+) states, stored/.exec(said)?.[1];
    if (stored === undefined) throw new Error(`no verdict:\n${said}`);
    return { states: Number(stored), verdict: await verdictOf(folder, switches, said) };
  });
}

/** The changes of a statement's state that a configuration makes: `CLAIMED UNKNOWN`. */
export function movesOf(switches: readonly string[]): Promise<ReadonlySet<string>> {
  return inFolder(async (folder) => {
    await compile(folder, [...switches, '-DMOVES'], '-O2', '-DPRINTF');
    const said = await run(folder, 'sh', '-c', './pan -m200000 -w20 | grep -a ^MOVE | sort -u');
    return new Set(said.split('\n').flatMap((line) => /^MOVE (\w+ \w+)/.exec(line)?.[1] ?? []));
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-model-'));
  try {
    copyFileSync(join(import.meta.dirname, source), join(folder, source));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compile(
  folder: string,
  switches: readonly string[],
  ...flags: readonly string[]
): Promise<void> {
  await run(folder, 'spin', '-a', ...switches, source);
  const limits = ['-DSAFETY', '-DCOLLAPSE', '-DVECTORSZ=2048', '-DMEMLIM=12000'];
  await run(folder, 'gcc', '-w', ...limits, ...flags, '-o', 'pan', 'pan.c');
}

/** Under -DSURVEY the model prints what can break; otherwise the search stops at the first and leaves a trail to it. */
async function verdictOf(folder: string, switches: readonly string[], said: string): Promise<string> {
  const hits = [...said.matchAll(/HIT (I\d+)/g)].map(([, hit]) => hit as string);
  if (hits.length > 0) return `breaks ${inOrder(hits).join(' ')}`;
  if (/errors: 0/.test(said) && !/Search not completed/.test(said)) return 'holds';
  const trail = await run(folder, 'spin', '-t', '-k', `${source}.trail`, ...switches, source);
  const broken = /VIOLATED (I\d+)/.exec(trail)?.[1];
  if (broken === undefined) throw new Error(`no invariant breaks, and yet:\n${said}`);
  return `breaks ${broken}`;
}

function inOrder(names: readonly string[]): readonly string[] {
  return names.toSorted((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
}

/** What a program writes. Throws with it when it fails. */
async function run(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute(program, args, { cwd: folder, maxBuffer: 2 ** 26 });
  return stdout;
}
