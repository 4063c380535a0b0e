import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { allVerbs } from '../../src/cli/verbs.ts';
import { steady } from '../support/steady.ts';
import { hearback, shell } from './cli.ts';

/** One folder for all: the examples of a ledger's verbs tell one story, in the order of help. */
const folder = mkdtempSync(join(tmpdir(), 'hearback-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(await allVerbs())('the example of $name prints what its help shows', ({ name, example }) => {
  const { before = [], command, output, exit = 0 } = example;
  for (const one of before)
    expect(shell(`{ ${one}\n} 2>&1`, folder)).toMatchObject({ stdout: '', status: 0 });
  const { stdout, status } = shell(`{ ${command}\n} 2>&1`, folder);
  expect(steady(stdout.trimEnd())).toBe(steady(output.trimEnd()));
  expect(status).toBe(exit);
  const help = hearback([...name.split(' '), '--help']);
  expect(help.status).toBe(0);
  const shown = help.stdout.split('\n').map((line) => line.replace(/^ {2}/, ''));
  const example1 = [...`$ ${command}`.split('\n'), ...(output === '' ? [] : output.trimEnd().split('\n'))];
  expect(shown.join('\n')).toContain(example1.map((line) => line.trimEnd()).join('\n'));
});
