import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { AN, AQ, HO, RB } from './lines.ts';
import { hearback } from './run.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-reading-'));
});
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const codes = (out: string): string[] =>
  [...out.matchAll(/^\w+\[([^\]]+)\]/gm)].map((match) => match[1] as string);

describe('validate', () => {
  test('shows every finding with carets under the word, and how many there are', async () => {
    const { exit, out, err } = await hearback([
      'validate',
      'RW1 ST a-1 from=a to=b item=x:1 pct=101 due=20260230',
    ]);
    expect({ exit, err }).toEqual({ exit: 1, err: '' });
    expect(codes(out)).toEqual(['slot/out-of-range', 'slot/misplaced', 'slot/value']);
    expect(out).toContain(
      '  at column 33\n    RW1 ST a-1 from=a to=b item=x:1 pct=101 due=20260230\n                                    ^^^^^^^\n',
    );
    expect(out).toMatch(/\ninvalid \(2 errors, 1 warning\)\n$/);
  });

  test('passes a line with a warning, but not under --strict, and says why', async () => {
    const line = 'RW1 ST a-1 from=a to=b  item=x:1';
    expect(await hearback(['validate', line])).toMatchObject({ exit: 0 });
    const strict = await hearback(['validate', line, '--strict']);
    expect(strict.exit).toBe(1);
    expect(strict.out).toMatch(/valid: ST a-1, a to b \(1 warning, and --strict fails on warnings\)\n$/);
  });

  test('takes several lines from standard input and from a file, each judged by itself', async () => {
    const stdin = `# two\n${HO}\r\n\nRW1 XX a-1 from=a to=b\n`;
    const piped = await hearback(['validate', '-'], { stdin });
    expect(piped.exit).toBe(1);
    expect(piped.out).toMatch(/^valid: HO scheduler-1, scheduler to payer\n/);
    expect(codes(piped.out)).toEqual(['line/type']);
    expect(await hearback(['validate', `@${file('two.rw', stdin)}`])).toEqual(piped);
  });

  test('is wrong usage without a line, or with a file that is not there', async () => {
    expect(await hearback(['validate', '-'], { stdin: '# none\n' })).toMatchObject({ exit: 2, out: '' });
    const missing = await hearback(['validate', '@/nowhere/line.rw']);
    expect(missing).toMatchObject({ exit: 2, out: '' });
    expect(missing.err).toContain('cannot read /nowhere/line.rw (ENOENT); there is no such file');
  });

  test('says so when the name of a file has lost its @, or has one too many', async () => {
    const path = file('one.rw', `${HO}\n`);
    const lost = await hearback(['validate', path]);
    expect(lost).toMatchObject({ exit: 2, out: '' });
    expect(lost.err).toContain(`${path} is a file; write @${path} for what it holds`);
    const spare = await hearback(['lint', `@${path}`]);
    expect(spare).toMatchObject({ exit: 2, out: '' });
    expect(spare.err).toContain(`cannot read @${path} (ENOENT); write ${path}, without the @`);
  });

  test('--profile is what the caller expects, never what the line is read under', async () => {
    expect(codes((await hearback(['validate', HO, '--profile', 'clin'])).out)).toEqual([
      'line/other-profile',
    ]);
    const core = 'RW1 ST a-1 from=a to=b item=x:1 amt=1.00';
    expect(codes((await hearback(['validate', core, '--profile', 'pay'])).out)).toEqual(['slot/unknown']);
  });

  test('with --json is one object on standard output', async () => {
    const { exit, out, err } = await hearback(['validate', AN, '--json']);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({
      passes: true,
      message: { id: 'human-1', slots: { val: 'HOLD' } },
      diagnostics: [],
    });
    const refused = JSON.parse(
      (await hearback(['validate', 'RW1 HO a-1 from=a to=b item=x:1 ask=FX', '--json'])).out,
    );
    expect(refused).toMatchObject({ passes: false, message: null, heard: { id: 'a-1', from: 'a' } });
    expect(refused.diagnostics[0]).toMatchObject({ code: 'slot/code', at: { quoted: 'ask=FX', column: 33 } });
  });
});

describe('a line made to be told of at length', () => {
  const head = 'RW1 ST a-1 from=a to=b item=x:1';
  const many = `${head}${' w'.repeat(4000)}`;

  test('is told of a hundred times, and how often more', async () => {
    const { out } = await hearback(['validate', many]);
    expect(codes(out)).toHaveLength(100);
    expect(out).toMatch(/\nand 3900 more findings\n\ninvalid \(4000 errors\)\n$/);
    const json = JSON.parse((await hearback(['validate', many, '--json'])).out);
    expect(json).toMatchObject({ passes: false, untold: 3900 });
    expect(json.diagnostics).toHaveLength(100);
    expect((await hearback(['lint', '-', '--json'], { stdin: many })).out.length).toBeLessThan(1e6);
  });

  test('does not hide an error behind its warnings', async () => {
    const unknown = Array.from({ length: 500 }, (_, at) => ` k${at}=1`).join('');
    expect(codes((await hearback(['validate', `${head}${unknown} pct=101`])).out)).toContain(
      'slot/out-of-range',
    );
  });

  test('as JSON is refused unread when no message is so long', async () => {
    const slots = Array.from({ length: 30_000 }, (_, at) => `"k${at}":"v"`).join();
    const stdin = `{"v":"RW1","type":"ST","id":"a-1","from":"a","to":"b","slots":{${slots}}}`;
    const { exit, out, err } = await hearback(['from-json', '-'], { stdin });
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(codes(err)).toEqual(['json/too-large']);
  });
});

describe('formats of findings', () => {
  const line = 'RW1 HO a-1 from=a to=b item=x:1 ask=FX';
  const inFormat = (format: string, ...args: string[]) => hearback([...args, '--format', format]);

  test('line: one a row, with what it amounts to on standard error', async () => {
    const { out, err } = await inFormat('line', 'validate', line);
    expect(out).toMatch(/^33: error: ask=FX is not a known ask code .*\[slot\/code\]\n$/);
    expect(err).toBe('invalid (1 error)\n');
  });

  test('json: one object a finding', async () => {
    expect(JSON.parse((await inFormat('json', 'validate', line)).out)).toMatchObject({ code: 'slot/code' });
  });

  test('github and sarif name the file and line of lint', async () => {
    const path = file('bad.rw', `# first\n${line}\n`);
    expect((await inFormat('github', 'lint', path)).out).toContain(
      `file=${path},line=2,col=33,title=slot/code::`,
    );
    const log = JSON.parse((await inFormat('sarif', 'lint', path)).out);
    expect(log.runs[0].results[0].locations[0].physicalLocation.region.startLine).toBe(2);
  });

  test('sarif is one document whatever was found', async () => {
    expect(JSON.parse((await inFormat('sarif', 'validate', HO)).out).runs[0].results).toEqual([]);
  });

  test('colour only on a terminal', async () => {
    expect((await hearback(['validate', line])).out).not.toContain('\x1b');
    expect((await hearback(['validate', line], { isTerminal: true })).out).toContain('\x1b[1;31merror');
  });
});

describe('digest, to-json, from-json', () => {
  test('print what was asked for and nothing else', async () => {
    expect(await hearback(['digest', HO])).toEqual({ exit: 0, out: '33b212141208\n', err: '' });
    const twin = await hearback(['to-json', AN]);
    expect(JSON.parse(twin.out)).toMatchObject({ v: 'RW1', type: 'AN', tail: null });
    expect(await hearback(['from-json', twin.out])).toMatchObject({ exit: 0, err: '' });
    expect((await hearback(['from-json', '-'], { stdin: twin.out })).out).toBe(
      'RW1 AN human-1 re=payer-3 from=human to=payer p=pay val=HOLD\n',
    );
  });

  test('print nothing for a line that is refused: what is wrong goes to standard error', async () => {
    for (const verb of ['digest', 'to-json']) {
      const { exit, out, err } = await hearback([verb, 'RW1 AN a-1 from=a to=b val=Y']);
      expect({ exit, out }).toEqual({ exit: 1, out: '' });
      expect(codes(err)).toEqual(['message/requires']);
    }
    const injected =
      '{"v":"RW1","type":"ST","id":"a-1","from":"a","to":"b","item":"inv:1 amt=9.99","slots":{}}';
    const { exit, out, err } = await hearback(['from-json', injected]);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(codes(err)).toEqual(['json/no-line']);
  });

  test('a product is held back when --strict fails it', async () => {
    const line = 'RW1 ST a-1 from=a to=b item=x:1 hue=red';
    expect((await hearback(['digest', line])).out).toMatch(/^[0-9a-f]{12}\n$/);
    expect(await hearback(['digest', line, '--strict'])).toMatchObject({ exit: 1, out: '' });
  });

  test('from-json places a finding on the row of its document', async () => {
    const document = '{\n  "v": "RW1",\n  "type": "ST",\n  "id": "a-1",\n  "from": "a", "from": "b"\n}\n';
    const { err } = await hearback(['from-json', `@${file('twin.json', document)}`]);
    expect(err).toContain('  at line 5, column ');
    expect(err).toContain('      "from": "a", "from": "b"\n');
  });

  test('with --json say the full digest too', async () => {
    const { digest, sha256 } = JSON.parse((await hearback(['digest', HO, '--json'])).out);
    expect([digest, sha256.slice(0, 12), sha256.length]).toEqual(['33b212141208', '33b212141208', 64]);
  });

  test('JSON on a terminal holds no character that hides or turns text', async () => {
    const { exit, out } = await hearback(['to-json', 'RW1 ST a-1 from=a to=b item=x:1 // a\u200fb']);
    expect(exit).toBe(0);
    expect(out).toContain('a\\u200fb');
    expect(JSON.parse(out).tail).toBe('a\u200fb');
  });
});

describe('lint', () => {
  const content = `# a morning\n${HO}\n${RB}\nRW1 AQ ops-4 from=ops to=human need=YESNO // ship it?\nRW1 AN human-1 re=ops-4 from=human to=ops vall=Y\n`;

  test('counts the lines and tells each finding with its file, line and column', async () => {
    const path = file('morning.rw', content);
    const { exit, out } = await hearback(['lint', path]);
    expect(exit).toBe(1);
    expect(codes(out)).toEqual(['slot/unknown', 'message/requires']);
    expect(out).toContain(`  at ${path}:5:43\n`);
    expect(out).toMatch(/: 4 lines, 3 valid \(1 error, 1 warning\)\n$/);
  });

  test('reads bytes that are no UTF-8 as an error of their line, and goes on', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(`${AQ}\n`),
      0x52,
      0xff,
      0x0a,
      ...new TextEncoder().encode(AN),
    ]);
    const { exit, out } = await hearback(['lint', '-'], { stdin: bytes });
    expect(exit).toBe(1);
    expect(codes(out)).toEqual(['text/not-utf8', 'line/version']);
    expect(out).toMatch(/stdin: 3 lines, 2 valid/);
  });

  test('a file that cannot be read does not keep the others from being read', async () => {
    const { exit, out, err } = await hearback(['lint', '/nowhere.rw', file('good.rw', HO)]);
    expect(exit).toBe(2);
    expect(out).toMatch(/good\.rw: 1 line, 1 valid\n$/);
    expect(err).toContain('cannot read /nowhere.rw (ENOENT)');
    expect(await hearback(['lint', folder])).toMatchObject({ exit: 2 });
  });

  test('with --json is an object for each line with findings, and one for each file', async () => {
    const { out } = await hearback(['lint', '-', '--json'], { stdin: content });
    const [line, total, ...rest] = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(line).toMatchObject({ passes: false, file: 'stdin', number: 5 });
    expect(total).toMatchObject({ passes: false, file: 'stdin', lines: 4, valid: 3, errors: 1, warnings: 1 });
    expect(rest).toEqual([]);
  });

  test('warnings fail under --strict, in the summary too', async () => {
    const stdin = 'RW1 ST a-1 from=a to=b item=x:1 hue=red\n';
    expect(await hearback(['lint', '-'], { stdin })).toMatchObject({ exit: 0 });
    const { exit, out } = await hearback(['lint', '-', '--strict', '--json'], { stdin });
    expect(exit).toBe(1);
    expect(
      out
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row).passes),
    ).toEqual([false, false]);
  });

  test('a line of any length is refused without ending the run', async () => {
    const { exit, out } = await hearback(['lint', '-'], { stdin: `${'x'.repeat(300_000)}\n${AN}\n` });
    expect(exit).toBe(1);
    expect(codes(out)).toEqual(['line/too-long']);
    expect(out).toMatch(/2 lines, 1 valid/);
  });
});
