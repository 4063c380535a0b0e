import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hearback } from '../run.ts';
import { openFolder, written } from './workshop.ts';

const folder = openFolder();
const at = (name: string): string => join(folder, name);

test('makes a ledger that its owner alone may read, once', async () => {
  const path = at('a.ledger');
  expect(await hearback(['ledger', 'init', '--ledger', path])).toEqual({
    exit: 0,
    out: `made: ${path}\n`,
    err: '',
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await hearback(['ledger', 'init', '--ledger', path])).out).toBe(`was there: ${path}\n`);
  const { out } = await hearback(['ledger', 'init', '--ledger', path, '--json']);
  expect(JSON.parse(out)).toEqual({ outcome: 'exists', ledger: path, kind: 'sqlite' });
});

describe('nothing but init makes a ledger', () => {
  test.each([['ledger', 'status'], ['ledger', 'verify'], ['open'], ['thread'], ['show', 'a-1']])(
    '%s %s',
    async (...verb) => {
      const path = at('mistyped.ledger');
      const { exit, out, err } = await hearback([...verb.filter((word) => word !== ''), '--ledger', path]);
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
      expect(err).toContain(`there is no ledger at ${path}; hearback ledger init makes one`);
      expect(existsSync(path)).toBe(false);
    },
  );
});

describe('what is no ledger is told', () => {
  test('none is named', async () => {
    const { exit, err } = await hearback(['ledger', 'status']);
    expect([exit, err]).toEqual([2, expect.stringContaining('give --ledger FILE or --ledger postgres://')]);
  });

  test('a file of something else: refused for good, with its code', async () => {
    const path = written(folder, 'text.ledger', 'no database at all\n'.repeat(100));
    const { exit, out, err } = await hearback(['ledger', 'status', '--ledger', path, '--json']);
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ outcome: 'failed', code: 'ledger/not-a-ledger', exit: 1 });
    expect(err).toMatch(/^hearback: .* \[ledger\/not-a-ledger\]\n$/);
  });

  test('a folder that is not there', async () => {
    const { exit, err } = await hearback(['ledger', 'init', '--ledger', at('no/such/a.ledger')]);
    expect([exit, err]).toEqual([2, expect.stringContaining('(ENOENT)')]);
  });

  test('an address that is none, and nothing of it is shown', async () => {
    for (const url of [
      'postgres://u:canary-secret@[bad/db',
      'mysql://u:canary-secret@h/db',
      'postgress://u:canary-secret@h/d',
    ]) {
      const { exit, out, err } = await hearback(['ledger', 'status', '--ledger', url]);
      expect(exit).toBe(2);
      expect(out + err).not.toContain('canary');
    }
  });
});

test('the password of a database is never shown, whatever goes wrong', async () => {
  const url = 'postgres://user:canary-secret@127.0.0.1:1/db?password=canary-second';
  const { exit, out, err } = await hearback(['ledger', 'status', '--ledger', url, '--json']);
  expect(exit).toBe(4);
  expect(JSON.parse(out)).toMatchObject({ code: 'ledger/down', exit: 4 });
  expect(err).toMatch(/^hearback: DOWN: the ledger could not be opened, and this call did nothing/);
  expect(out + err).not.toContain('canary');
});

test('the name of a ledger cannot drive a terminal', async () => {
  const path = at('\x1b[2J.ledger');
  const made = await hearback(['ledger', 'init', '--ledger', path]);
  expect(made.out).toContain('\\u{001B}[2J.ledger');
  expect(made.out).not.toContain('\x1b');
});

test('where the ledger cannot be opened, nothing is said of what ran before', async () => {
  const away = ['--ledger', 'postgres://nobody@127.0.0.1:1/none'];
  const key = written(folder, 'some.key', `hbk_0123456789abcdef_${'A'.repeat(43)}`);
  for (const verb of [['commit', 'A'.repeat(22)], ['open']]) {
    const { exit, err } = await hearback([...verb, '--key-file', key, ...away]);
    expect([exit, err]).toEqual([
      4,
      expect.stringMatching(
        /^hearback: DOWN: the ledger could not be opened, and this call did nothing\. .* \[ledger\/down\]\n$/,
      ),
    ]);
    expect(err).not.toContain('nothing was executed');
  }
});
