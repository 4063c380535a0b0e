import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { command, hearback, shell } from './cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearback-cli-'));
const line = 'RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002';
const bad = line.replace('FIX', 'FX');

describe('a process', () => {
  test('ends with the exit code of its verdict', () => {
    expect(hearback(['validate', line]).status).toBe(0);
    expect(hearback(['validate', bad]).status).toBe(1);
    expect(hearback(['validate']).status).toBe(2);
    expect(hearback(['reply', `${line} rb=acc`, '--as', 'builder', '--now', '20261001T0900Z']).status).toBe(
      3,
    );
  });

  test('takes the clock of the machine unless told', () => {
    const expired = `${line} exp=20200101T0000Z`;
    const text = '{"item":"jira:OPS-77"}';
    expect(hearback(['check-ho', expired, text]).status).toBe(1);
    expect(hearback(['check-ho', expired, text, '--now', '20191231T2359Z']).status).toBe(0);
  });

  test('reads standard input to its end, in pieces, and lines that no line end closes', async () => {
    const child = spawn(process.execPath, [command, 'lint', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    for (const piece of [line.slice(0, 30), line.slice(30), '\n', line]) {
      child.stdin.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.stdin.end();
    const [status] = await once(child, 'close');
    expect({ status, out }).toEqual({ status: 0, out: 'stdin: 2 lines, 2 valid\n' });
  });

  test('colours nothing that is piped, and nothing for NO_COLOR', () => {
    const { stdout } = hearback(['validate', bad], '', { NO_COLOR: '', FORCE_COLOR: '1' });
    expect(stdout).not.toContain('\x1b');
  });

  test('keeps its exit code, and says nothing, when the reader of its output leaves', () => {
    const path = join(folder, 'bad.rw');
    writeFileSync(path, `${bad}\n`.repeat(5000));
    const { stderr, stdout } = shell(`{ hearback lint ${path}; echo "exit $?" >&2; } | head -n 1`);
    expect(stdout).toMatch(/^error\[slot\/code\]/);
    expect(stderr).toBe('exit 1\n');
  });

  test.skipIf(!existsSync('/dev/full'))('and where nobody can be told so either', () => {
    expect(shell('hearback hook < /dev/null 2> /dev/full; echo "exit $?"').stdout).toBe('exit 2\n');
  });

  test.skipIf(!existsSync('/dev/full'))('ends with exit code 2 when its output cannot be written', () => {
    const { stderr, stdout } = shell(`hearback validate "${line}" > /dev/full; echo "exit $?"`);
    expect({ stderr, stdout }).toEqual({
      stderr: 'hearback: cannot write the output (ENOSPC)\n',
      stdout: 'exit 2\n',
    });
  });

  test('everything that is no JSON object goes to standard error under --json', () => {
    for (const args of [
      ['lint', '-'],
      ['conform', '-'],
      ['check-thread', '-'],
      ['validate', '-'],
    ]) {
      const { stdout } = hearback([...args, '--json', '--now', '20261001T0900Z'], `${bad}\n`);
      for (const row of stdout.trimEnd().split('\n')) expect(typeof JSON.parse(row)).toBe('object');
    }
  });
});

/** The most memory that a verb takes over a file of one line so many times, in megabytes; its output has to match `says`. */
function peakOf(
  verb: string,
  lines: number,
  text: string,
  says: RegExp,
  flags: readonly string[] = [],
): number {
  const path = join(folder, `${verb}-${lines}.rw`);
  writeFileSync(path, `${text}\n`.repeat(lines));
  const main = pathToFileURL(join(import.meta.dirname, '../../dist/cli/main.js')).href;
  const program = `const { main } = await import('${main}');
    await main(process.argv.slice(1));
    process.stderr.write(String(process.resourceUsage().maxRSS));`;
  const args = [...flags, '--input-type=module', '-e', program, '--', verb, path, '--now', '20261001T0900Z'];
  const { stderr, stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(says);
  return Number(stderr) / 1024;
}

test('lint keeps its memory flat over a file of any size, and small', () => {
  const long = `${line} // ${'words '.repeat(25)}end`;
  const peak = (lines: number): number =>
    peakOf('lint', lines, long, new RegExp(`^[^ ]*: ${lines} lines, ${lines} valid\n$`));
  const [small, large] = [peak(20_000), peak(200_000)];
  expect(large).toBeLessThan(100);
  expect(large - small).toBeLessThan(20);
});

// held to a small heap and not to a figure: how much garbage lies about before it is collected is the engine's affair
test('check-thread keeps none of its findings: its memory is bound by ids and open handoffs', () => {
  const lines = 200_000;
  const says = new RegExp(`passes: ${lines} lines, 1 handoff, 0 closed\n$`);
  expect(peakOf('check-thread', lines, line, says, ['--max-old-space-size=48'])).toBeGreaterThan(0);
});
