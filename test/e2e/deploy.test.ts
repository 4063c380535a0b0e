import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { ended } from '../support/month-end.ts';

const example = join(import.meta.dirname, '../../examples/deploy');
const place = mkdtempSync(join(tmpdir(), 'hearback-deploy-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Plays the story to its end, where neither hearback nor Node is on PATH, in a house whose deployer was changed. */
async function played(name: string, change: readonly [before: string, after: string] | null = null) {
  const house = join(place, name);
  cpSync(join(example, 'house'), house, { recursive: true });
  if (change !== null) {
    const deployer = join(house, 'deployer.mts');
    const content = readFileSync(deployer, 'utf8');
    expect(content).toContain(change[0]);
    writeFileSync(deployer, content.replace(...change));
  }
  const args = [join(example, 'run.ts'), house, '--work', join(place, `${name}-work`)];
  const child = spawn(process.execPath, args, { env: { PATH: '/nowhere' } });
  const [output, errors, exit] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
  const points = output.split('\n').filter((line) => /^ {6}(yes|NO ) /.test(line));
  const failed = points.filter((line) => line.includes('NO ')).map((line) => line.trim().slice(4).trim());
  return { exit, output, errors, points, failed };
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
  const { exit, output, errors, points, failed } = await played('as-it-stands');
  expect([exit, errors, failed]).toEqual([0, '', []]);
  expect(points.length).toBeGreaterThan(20);
  const [, shown = ''] =
    /```text\n([\s\S]*?)```/.exec(readFileSync(join(example, 'README.md'), 'utf8')) ?? [];
  expect(steady(output)).toBe(steady(shown));
}, 180_000);

test('a deployer that reports what it was told to, and puts another build into place besides, fails it', async () => {
  const { exit, errors, failed } = await played('lying', [
    'put(by, env, all.length)',
    "put(by, env, all.length) && put('2.0.0', env, all.length + 1)",
  ]);
  expect([exit, errors]).toEqual([1, '']);
  expect(failed).toEqual(expect.arrayContaining(['production runs 3.4.1', 'it was deployed once']));
}, 180_000);
