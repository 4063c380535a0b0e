import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Person } from '../../examples/deploy/cast/person.ts';
import { ended } from '../support/month-end.ts';

const example = join(import.meta.dirname, '../../examples/deploy');
const place = mkdtempSync(join(tmpdir(), 'hearback-deploy-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

type Change = readonly [before: string, after: string];

/** A play where neither hearback nor Node is on PATH, in a house whose deployer was changed. */
class Play {
  readonly #child: ChildProcess;
  readonly #end: Promise<number | null>;
  output = '';
  errors = '';

  constructor(name: string, options: readonly string[] = [], change: Change | null = null) {
    const house = join(place, name);
    cpSync(join(example, 'house'), house, { recursive: true });
    if (change !== null) {
      const deployer = join(house, 'deployer.mts');
      const content = readFileSync(deployer, 'utf8');
      expect(content).toContain(change[0]);
      writeFileSync(deployer, content.replace(...change));
    }
    const args = [join(example, 'run.ts'), house, '--work', join(place, `${name}-work`), ...options];
    this.#child = spawn(process.execPath, args, { env: { PATH: '/nowhere' } });
    this.#child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      this.output += chunk;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      this.errors += chunk;
    });
    this.#end = ended(this.#child);
  }

  /** What came of it, and the points that do not hold. */
  async end(): Promise<{ readonly exit: number | null; readonly failed: readonly string[] }> {
    const exit = await this.#end;
    const failed = this.output.split('\n').flatMap((line) => /^ {6}NO {3}(.*)$/.exec(line)?.[1] ?? []);
    return { exit, failed };
  }

  /** An address, once it is told whole. Throws where the play ends without it. */
  async told(form: RegExp): Promise<string> {
    for (;;) {
      const [, address] = form.exec(this.output) ?? [];
      if (address !== undefined) return address;
      const more = once(this.#child.stdout as NodeJS.EventEmitter, 'data').then(() => true);
      if (!(await Promise.race([more, this.#end.then(() => false)]))) throw new Error(this.output);
    }
  }
}

/** The output as it is every time: without the port, the time and the folder of a run. */
function steady(output: string): string {
  return output
    .replaceAll(/localhost:\d+/g, 'localhost:8417')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '2026-12-02T09:00:00Z')
    .replaceAll(/\S+\/deploy\.ledger/g, 'deploy.ledger')
    .trim();
}

test('two agents and a person deploy once and take it back, and the README shows what is told', async () => {
  const play = new Play('as-it-stands');
  expect(await play.end()).toEqual({ exit: 0, failed: [] });
  expect(play.errors).toBe('');
  const [, shown = ''] =
    /```text\n([\s\S]*?)```/.exec(readFileSync(join(example, 'README.md'), 'utf8')) ?? [];
  expect(steady(play.output)).toBe(steady(shown));
}, 180_000);

test('a deployer that reports what it was told to, and puts another build into place besides, fails it', async () => {
  const play = new Play(
    'lying',
    [],
    ['put(by, env, all.length)', "put(by, env, all.length) && put('2.0.0', env, all.length + 1)"],
  );
  const { exit, failed } = await play.end();
  expect([exit, play.errors]).toEqual([1, '']);
  expect(failed).toEqual(expect.arrayContaining(['production runs 3.4.1', 'it was deployed once']));
}, 180_000);

test('with you in the place of Kim it waits for your answer, and a no deploys nothing', async () => {
  const play = new Play('yourself', ['--yourself']);
  const you = new Person();
  await you.enrol(await play.told(/(http:\S+\/enrol\/\S+)\n/));
  await you.answer(await play.told(/answer:\s+(http:\S+)\n/), 'DECLINE', '');
  const { exit, failed } = await play.end();
  expect([exit, play.errors, failed[0]]).toEqual([1, '', 'the answer is a go, of a person']);
  expect(readdirSync(join(place, 'yourself-work/production/PROD'))).toEqual(['0']);
}, 180_000);
