import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, describe, expect, test } from 'vitest';
import { builtIn } from '../../../src/vocabulary/index.ts';
import { available } from '../../support/skip.ts';
import { hearback } from '../cli/run.ts';

const folder = join(import.meta.dirname, '../../../skill/hearback');
const skill = readFileSync(join(folder, 'SKILL.md'), 'utf8');

describe('the skill', () => {
  test('is under 5,000 tokens, and so is each page that it refers to', () => {
    for (const name of ['SKILL.md', 'references/vocabulary.md', 'references/exchanges.md']) {
      const size = encode(readFileSync(join(folder, name), 'utf8')).length;
      expect([name, size < 5_000, size > 300]).toEqual([name, true, true]);
    }
  });

  test('names every type, and its vocabulary every core code', () => {
    const vocabulary = readFileSync(join(folder, 'references/vocabulary.md'), 'utf8');
    for (const type of builtIn.core.types.keys()) expect(skill).toContain(`\n| ${type} | `);
    for (const codes of builtIn.core.enums.values())
      for (const code of codes.keys()) expect(vocabulary).toMatch(new RegExp(`[|·] ${code}[ |·]`));
  });

  test('begins with what helps without a line', () => {
    expect(skill.indexOf('## Seven habits')).toBeLessThan(skill.indexOf('RW1 HO'));
    expect(skill.match(/^\d\. \*\*/gm)).toHaveLength(7 + 5);
  });

  const python = process.env['HEARBACK_PEER_PYTHON'] ?? 'python3';
  const validator = (): true | undefined =>
    spawnSync(python, ['-c', 'import skills_ref']).status === 0 ? true : undefined;
  const validated = (path: string): { status: number | null; told: string } => {
    const code =
      'import sys; from skills_ref.cli import main; sys.argv = ["agentskills", "validate", sys.argv[1]]; main()';
    const { status, stdout, stderr } = spawnSync(python, ['-c', code, path], { encoding: 'utf8' });
    return { status, told: `${stdout}${stderr}` };
  };

  test.skipIf(!available('the validator of skills (skills-ref)', validator))(
    'is valid by the published validator, which refuses one with another name',
    () => {
      expect(validated(folder)).toMatchObject({ status: 0, told: expect.stringContaining('Valid skill') });
      const other = openFolder('otherwise');
      writeFileSync(join(other, 'SKILL.md'), skill);
      expect(validated(other).status).not.toBe(0);
    },
  );
});

const folders: string[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

function openFolder(name: string): string {
  const made = mkdtempSync(join(tmpdir(), `hearback-skill-${name}-`));
  folders.push(made);
  return made;
}

describe('skill install', () => {
  const install = (to: string, ...more: readonly string[]): ReturnType<typeof hearback> =>
    hearback(['skill', 'install', '--to', to, ...more]);

  test('writes the skill, and once it is there says so', async () => {
    const to = openFolder('to');
    expect((await install(to, '--dry-run')).out.match(/^would write/gm)).toHaveLength(3);
    expect((await install(to)).out.match(/^wrote/gm)).toHaveLength(3);
    expect(readFileSync(join(to, 'hearback/SKILL.md'), 'utf8')).toBe(skill);
    const again = await install(to);
    expect([again.exit, again.out.match(/^is there/gm)?.length]).toEqual([0, 3]);
  });

  test('leaves what somebody changed, unless told otherwise', async () => {
    const to = openFolder('changed');
    await install(to);
    writeFileSync(join(to, 'hearback/SKILL.md'), 'mine');
    const left = await install(to);
    expect([left.exit, left.out]).toEqual([1, expect.stringMatching(/^LEFT .*SKILL\.md$/m)]);
    expect(readFileSync(join(to, 'hearback/SKILL.md'), 'utf8')).toBe('mine');
    expect((await install(to, '--replace')).exit).toBe(0);
    expect(readFileSync(join(to, 'hearback/SKILL.md'), 'utf8')).toBe(skill);
  });

  test('writes through no link that somebody put in its place', async () => {
    const to = openFolder('link');
    const outside = join(openFolder('outside'), 'theirs');
    mkdirSync(join(to, 'hearback'));
    symlinkSync(outside, join(to, 'hearback/SKILL.md'));
    expect((await install(to)).exit).toBe(0);
    expect(existsSync(outside)).toBe(false);
    writeFileSync(outside, 'theirs');
    rmSync(join(to, 'hearback/SKILL.md'));
    symlinkSync(outside, join(to, 'hearback/SKILL.md'));
    expect((await install(to, '--replace')).exit).toBe(0);
    expect(readFileSync(outside, 'utf8')).toBe('theirs');
  });

  test('a folder that cannot be written is told', async () => {
    const to = join(openFolder('file'), 'file');
    writeFileSync(to, '');
    expect(await install(to)).toMatchObject({ exit: 2, err: expect.stringContaining('cannot write') });
  });
});
