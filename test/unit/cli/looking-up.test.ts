import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../../src/cli/catalog.ts';
import { whyOf } from '../../../src/cli/why.ts';
import { HO, record } from './lines.ts';
import { hearback } from './run.ts';

const root = mkdtempSync(join(tmpdir(), 'hearback-profiles-'));
const desk = { profile: 'desk', version: '1', extends: 'RW1', asks: { SEAT: 'give somebody a seat' } };
/** A folder of files, by name. */
function folderOf(name: string, files: Readonly<Record<string, unknown>>): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const seat = 'RW1 HO a-1 p=desk from=a to=b item=x:1 ask=SEAT';

describe('--profiles', () => {
  test('adds the profiles of a folder on every verb', async () => {
    const folder = folderOf('one', { 'desk.json': desk, 'README.md': 'not a profile' });
    expect(await hearback(['validate', seat])).toMatchObject({ exit: 1 });
    expect(await hearback(['validate', seat, '--profiles', folder, '--strict'])).toMatchObject({ exit: 0 });
    expect((await hearback(['profile', 'list', '--profiles', folder])).out).toMatch(/^desk +1 /m);
  });

  test('a faulty profile in the folder is wrong usage, naming file, path and fault: nothing is judged', async () => {
    const folder = folderOf('faulty', { 'desk.json': { ...desk, exce: {} } });
    const { exit, out, err } = await hearback(['validate', HO, '--profiles', folder]);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toMatch(/desk\.json at \$\.exce:/);
  });

  test('a taken name is refused, and replaced only by the flag', async () => {
    const pay = { profile: 'pay', version: '9', extends: 'RW1', asks: { SEAT: 'give somebody a seat' } };
    const folder = folderOf('taken', { 'pay.json': pay });
    const { exit, out, err } = await hearback(['validate', HO, '--profiles', folder]);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain(`${join(folder, 'pay.json')} at $.profile: there is a profile named pay already`);
    const replaced = await hearback([
      'validate',
      seat.replace('desk', 'pay'),
      '--profiles',
      folder,
      '--replace-profiles',
    ]);
    expect(replaced.exit).toBe(0);
    const twice = folderOf('twice', { 'a.json': desk, 'b.json': desk });
    expect(await hearback(['validate', HO, '--profiles', twice])).toMatchObject({ exit: 2, out: '' });
  });

  test('a link that leads out of the folder is refused; one that stays inside is not (T10)', async () => {
    const inside = folderOf('inside', { 'desk.txt': desk });
    symlinkSync(join(inside, 'desk.txt'), join(inside, 'desk.json'));
    expect(await hearback(['validate', seat, '--profiles', inside])).toMatchObject({ exit: 0 });
    const outside = folderOf('outside', {});
    symlinkSync(join(inside, 'desk.txt'), join(outside, 'desk.json'));
    const { exit, err } = await hearback(['validate', seat, '--profiles', outside]);
    expect(exit).toBe(2);
    expect(err).toContain('leads out of its folder');
    symlinkSync(inside, join(root, 'linked'));
    expect(await hearback(['validate', seat, '--profiles', join(root, 'linked')])).toMatchObject({ exit: 0 });
  });

  test('a name is never a path', async () => {
    const line = HO.replace('p=pay', 'p=../pay');
    expect(await hearback(['validate', line])).toMatchObject({ exit: 1 });
    expect(await hearback(['validate', HO, '--profile', './pay'])).toMatchObject({ exit: 2 });
  });

  test('a file that is too large, or a folder that is none, is wrong usage', async () => {
    const large = folderOf('large', {
      'desk.json': JSON.stringify({ ...desk, description: 'x'.repeat(270_000) }),
    });
    expect(await hearback(['validate', seat, '--profiles', large])).toMatchObject({ exit: 2, out: '' });
    expect(await hearback(['validate', seat, '--profiles', '/nowhere'])).toMatchObject({ exit: 2, out: '' });
    expect(await hearback(['validate', seat, '--profiles', join(root, 'one/desk.json')])).toMatchObject({
      exit: 2,
    });
  });
});

describe('profile', () => {
  test('list names every profile with its version and the hash that pins it', async () => {
    const { out } = await hearback(['profile', 'list']);
    expect(out.split('\n').map((row) => row.split(' ')[0])).toEqual([
      'core',
      'pay',
      'clin',
      'deploy',
      'pform',
      '',
    ]);
    const rows = (await hearback(['profile', 'list', '--json'])).out.trim().split('\n');
    expect(rows.map((row) => JSON.parse(row).name)).toEqual(['core', 'pay', 'clin', 'deploy', 'pform']);
  });

  test('show prints the profile as its file would hold it', async () => {
    const { exit, out } = await hearback(['profile', 'show', 'pay']);
    expect(exit).toBe(0);
    const file = join(import.meta.dirname, '../../../spec/profiles/pay.json');
    expect(JSON.parse(out)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    expect(await hearback(['profile', 'show', 'core'])).toMatchObject({ exit: 0 });
    expect((await hearback(['profile', 'show', 'pya'])).err).toContain('did you mean pay?');
  });

  test('check tells every fault with its place in the file', async () => {
    const folder = folderOf('check', {
      'good.json': desk,
      'bad.json': `{\n  "profile": "desk",\n  "version": "1",\n  "extends": "RW1",\n  "exce": {}\n}\n`,
    });
    expect((await hearback(['profile', 'check', join(folder, 'good.json')])).out).toBe(
      'valid: profile desk 1\n',
    );
    const { exit, out } = await hearback(['profile', 'check', join(folder, 'bad.json')]);
    expect(exit).toBe(1);
    expect(out).toContain(`  at ${join(folder, 'bad.json')}:5:3\n      "exce": {}\n`);
    expect(out).toMatch(/refused \(1 error\)\n$/);
    expect(await hearback(['profile', 'check', join(folder, 'none.json')])).toMatchObject({
      exit: 2,
      out: '',
    });
  });

  test('check of what no file can be is wrong usage', async () => {
    symlinkSync('circle', join(root, 'circle'));
    for (const path of ['x'.repeat(300), join(root, 'circle'), root, join(root, 'one/desk.json/x')]) {
      const { exit, out, err } = await hearback(['profile', 'check', path]);
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
      expect(err).toContain('cannot read ');
    }
  });

  test.each([
    [['profile', 'lst']],
    [['profile', 'toString']],
    [['profile', 'show']],
    [['profile', 'list', 'x']],
  ])('wrong usage: %j', async (args) => {
    expect(await hearback(args)).toMatchObject({ exit: 2, out: '' });
  });
});

describe('legend', () => {
  test('is that of the profile, in full, lean, or for one role', async () => {
    const full = (await hearback(['legend', '--profile', 'pay'])).out;
    const lean = (await hearback(['legend', '--profile', 'pay', '--lean'])).out;
    expect(full).toContain('PAY');
    expect(lean.length).toBeLessThan(full.length);
    expect((await hearback(['legend', '--profile', 'pay', '--role', 'payer'])).out).toContain(
      'You are payer.',
    );
    expect((await hearback(['legend'])).out).not.toContain('PAY');
    expect(await hearback(['legend', '--profile', 'pay', '--ask', 'PAI'])).toMatchObject({
      exit: 2,
      out: '',
    });
  });
});

describe('explain', () => {
  test('shows a case that raises the code, and the same case mended', async () => {
    const { exit, out } = await hearback(['explain', 'line/version']);
    expect(exit).toBe(0);
    expect(out).toMatch(
      /^line\/version: error, section 2 of spec\/SPEC\.md\nA receiver replies UN why=VER\.\n/,
    );
    expect(out).toContain('error[line/version]: the version is ');
    expect(out).toContain('  hint: ');
    expect(out).toMatch(/\nThe same case, mended\n {2}line {6}RW1 /);
  });

  test('says why the code matters, in the words of its page', async () => {
    const { out } = await hearback(['explain', 'echo/mismatch']);
    expect(out).toContain('\n\nThe receiver is about to do something else than you asked,');
    const { matters } = JSON.parse((await hearback(['explain', 'echo/mismatch', '--json'])).out);
    expect(matters).toMatch(/^The receiver is about .* readbacks exist\.$/);
    for (const code of catalog.keys())
      expect([code, whyOf(code)]).toEqual([code, expect.stringMatching(/\w.*\.$/)]);
  });

  test('lists every code without one, and knows the nearest of a misspelt one', async () => {
    const { out } = await hearback(['explain']);
    expect(out).toMatch(/^error +echo\/mismatch +6\.2$/m);
    expect((await hearback(['explain', 'echo/mismach'])).err).toContain('did you mean echo/mismatch?');
    expect(await hearback(['explain', 'constructor'])).toMatchObject({ exit: 2, out: '' });
  });
});

describe('conform', () => {
  const suite = [
    {
      id: 'c1',
      kind: 'parse',
      line: 'RW1 AN b-1 re=a-1 from=b to=a val=Y',
      expect: 'valid',
      json: null,
      profile: null,
    },
    {
      id: 'c2',
      kind: 'parse',
      line: 'RW1 AN b-1 re=a-1 from=b to=a',
      expect: 'invalid',
      errors_contain: ['requires val'],
    },
    { id: 'c3', kind: 'agent', incoming: 'RW1 …' },
  ].map((row) => JSON.stringify(row));

  test('prints each case with what was expected and got, then the count', async () => {
    const { exit, out } = await hearback(['conform', '-'], { stdin: suite.join('\n') });
    expect(exit).toBe(0);
    expect(out.split('\n')).toEqual([
      'ok     c1  expected valid, got valid',
      'ok     c2  expected invalid, got invalid',
      '2 ok, 0 not ok, 1 skipped',
      '',
    ]);
  });

  test('with --json each case is id, kind, expect, got, ok, problems and notes, the count beside it', async () => {
    const { out, err } = await hearback(['conform', '-', '--json'], { stdin: suite.join('\n') });
    const cases = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(cases[1]).toEqual({
      id: 'c2',
      kind: 'parse',
      expect: 'invalid',
      got: 'invalid',
      ok: true,
      problems: ['AN requires val'],
      notes: [],
    });
    expect(cases).toHaveLength(2);
    expect(err).toBe('2 ok, 0 not ok, 1 skipped\n');
  });

  const failing = {
    'another outcome': { kind: 'parse', line: 'RW1 AN b-1 re=a-1 from=b to=a val=Y', expect: 'invalid' },
    'a message that is missing': {
      kind: 'parse',
      line: 'RW1',
      expect: 'invalid',
      errors_contain: ['Version'],
    },
    'an error where a note is asked for': {
      kind: 'parse',
      line: 'RW1',
      expect: 'invalid',
      notes_contain: ['type'],
    },
    'another digest': { kind: 'digest', line: HO, expect: '33b212141209' },
    'another twin': { kind: 'parse', line: HO, expect: 'valid', json: { v: 'RW1' } },
    'another code': { kind: 'parse', line: 'RW2', expect: 'invalid', codes: [['line/type', 'RW2']] },
    'another place': { kind: 'parse', line: 'RW2', expect: 'invalid', codes: [['line/version', '']] },
    'a mended form that fails': { kind: 'parse', line: 'RW2', expect: 'invalid', mended: { line: 'RW3' } },
    'a member that is missing': { kind: 'readback', ho: HO, expect: 'mismatch' },
    'a row without a kind': { expect: 'valid' },
    'a row without an expectation': { kind: 'parse', line: HO },
  };
  test.each(Object.entries(failing))('is not ok: %s', async (_name, row) => {
    const { exit, out } = await hearback(['conform', '-'], { stdin: JSON.stringify({ id: 'c1', ...row }) });
    expect(exit).toBe(1);
    expect(out).toMatch(/^NOT OK c1/);
    expect(out).toMatch(/\n0 ok, 1 not ok, 0 skipped\n$/);
  });

  test('a row that is no JSON is not ok, and named by its place', async () => {
    const { exit, out } = await hearback(['conform', '-'], { stdin: '# rows\n{\n[]\n' });
    expect(exit).toBe(1);
    expect(out).toContain('NOT OK -:2 ');
    expect(out).toContain('NOT OK -:3 ');
    const json = await hearback(['conform', '-', '--json'], { stdin: '{\n' });
    expect(JSON.parse(json.out)).toMatchObject({
      got: 'malformed',
      problems: ['it is no JSON object with a kind'],
    });
  });

  const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const line = '"line":"RW1 AN b-1 re=a-1 from=b to=a val=Y"';
  test.each([
    `{"id":{"toString":1},"kind":"parse",${line},"expect":"invalid"}`,
    `{"id":"c1","kind":{"valueOf":1},${line},"expect":"valid"}`,
    `{"id":"c1","kind":"parse",${line},"expect":{"toString":1}}`,
    `{"id":${nested(50_000)},"kind":"parse",${line},"expect":"invalid"}`,
    `{"id":"c1","kind":"parse",${line},"expect":"valid","json":${nested(50_000)}}`,
    `{"id":"c1","kind":"parse","line":"x","expect":"invalid","mended":${'{"mended":'.repeat(9_000)}1${'}'.repeat(9_000)}}`,
  ])('a row made to end the run is not ok, and the next one runs', async (row) => {
    const { exit, out } = await hearback(['conform', '-'], { stdin: `${row}\n${suite[0]}\n` });
    expect(exit).toBe(1);
    expect(out).toMatch(/\n1 ok, 1 not ok, 0 skipped\n$/);
  });

  test('a usage error or a refused line counts as mismatch', async () => {
    const rows = [
      { kind: 'readback', ho: HO, rb: 'RW1', expect: 'mismatch', errors_contain: ['type'] },
      { kind: 'presend', ho: HO, record: [], expect: 'mismatch' },
      { kind: 'readback', ho: HO, rb: HO, expect: 'mismatch' },
      { kind: 'thread', lines: [HO], now: 'noon', expect: 'mismatch' },
      { kind: 'presend', ho: HO, record, now: '20261001T0900Z', expect: 'match' },
    ].map((row, at) => JSON.stringify({ id: `u${at}`, ...row }));
    const { exit, out } = await hearback(['conform', '-'], { stdin: rows.join('\n') });
    expect(out).toMatch(/\n5 ok, 0 not ok, 0 skipped\n$/);
    expect(exit).toBe(0);
  });

  test('a suite that cannot be read is wrong usage', async () => {
    expect(await hearback(['conform', '/nowhere.jsonl'])).toMatchObject({ exit: 2, out: '' });
    expect(await hearback(['conform', '-'], { stdin: new Uint8Array([0xff]) })).toMatchObject({
      exit: 2,
      out: '',
    });
  });
});
