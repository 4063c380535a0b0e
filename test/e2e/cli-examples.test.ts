import { expect, test } from 'vitest';
import { allVerbs } from '../../src/cli/verbs.ts';
import { hearback, shell } from './cli.ts';

test.each(await allVerbs())('the example of $name prints what its help shows', ({ name, example }) => {
  const { command, output, exit = 0 } = example;
  const { stdout, status } = shell(`{ ${command}\n} 2>&1`);
  expect(stdout.trimEnd()).toBe(output.trimEnd());
  expect(status).toBe(exit);
  const help = hearback([name, '--help']);
  expect(help.status).toBe(0);
  const shown = help.stdout.split('\n').map((line) => line.replace(/^ {2}/, ''));
  const example1 = [...`$ ${command}`.split('\n'), ...(output === '' ? [] : output.trimEnd().split('\n'))];
  expect(shown.join('\n')).toContain(example1.map((line) => line.trimEnd()).join('\n'));
});
