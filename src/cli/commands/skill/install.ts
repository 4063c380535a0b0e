import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { replaceFile } from '../../../ledger/proof/durable-file.ts';
import { escaped, shown } from '../../../text/shown.ts';
import { tell } from '../../ledger/tell.ts';
import type { Verb } from '../../verb.ts';

/** The skill as it comes with the package. */
const source = fileURLToPath(new URL('../../../../skill/hearback/', import.meta.url));

/** `skill install`: the skill, where an agent finds it. */
export const install: Verb = {
  name: 'skill install',
  group: 'Beside an agent',
  uses: 'config',
  summary: 'put the skill into a folder of skills, so that an agent reads it when it hands work over',
  about:
    'It goes into a folder hearback of its own. A file there that somebody changed is left, and named, unless --replace is ' +
    'given. An agent without skills can be given the same text: hearback skill show.',
  arguments: [],
  options: {
    to: {
      value: 'FOLDER',
      about: 'the folder of skills; .claude/skills unless given, ~/.claude/skills for all projects',
    },
    replace: { about: 'write over files that were changed' },
    'dry-run': { about: 'show what would be written, and write nothing' },
  },
  exits: { 1: 'a file was changed, and was left' },
  example: {
    command: 'hearback skill install --dry-run',
    output: [
      'would write  .claude/skills/hearback/SKILL.md',
      'would write  .claude/skills/hearback/references/exchanges.md',
      'would write  .claude/skills/hearback/references/vocabulary.md',
    ].join('\n'),
  },
  run: (call) => {
    const { options } = call;
    const folder = join(options.value('to') ?? join('.claude', 'skills'), 'hearback');
    const isDry = options.has('dry-run');
    const files = skillFiles().map(({ name, text }) => {
      const path = join(folder, name);
      const there = textAt(path);
      const isOthers = there !== null && there !== text && !options.has('replace');
      const does = there === text ? 'is there' : isOthers ? 'was changed' : 'write';
      if (does === 'write' && !isDry) write(path, text);
      return { path, does } as const;
    });
    const words = {
      write: isDry ? 'would write' : 'wrote',
      'is there': 'is there',
      'was changed': 'LEFT',
    } as const;
    const isLeft = files.some(({ does }) => does === 'was changed');
    tell(call, {
      json: { folder, files },
      text: [
        ...files.map(({ path, does }) => `${words[does]}  ${escaped(path)}`),
        ...(isLeft ? ['what is LEFT was changed by somebody: --replace writes over it'] : []),
      ].join('\n'),
      exit: isLeft ? 1 : 0,
    });
  },
};

/** The files of the skill, by their path in it. */
export function skillFiles(): readonly { readonly name: string; readonly text: string }[] {
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return names.sort().map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));
}

function textAt(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError('usage/skill', `cannot read ${shown(path)}: ${(error as Error).message}`);
  }
}

function write(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, text);
  } catch (error) {
    throw new UsageError('usage/skill', `cannot write ${shown(path)}: ${(error as Error).message}`);
  }
}
