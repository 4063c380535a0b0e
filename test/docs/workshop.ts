import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './fences.ts';

/** A folder of its own, in which the examples of pages run. */
export interface Workshop {
  readonly folder: string;
  remove(): void;
}

/** A new workshop. */
export function openWorkshop(): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-docs-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What came of a command: both streams as one text, as on a terminal. */
export interface Ended {
  readonly exit: number | null;
  readonly output: string;
}

const fromSource = '--conditions=hearback-source';

/** Compiles all modules of a workshop at once; empty when there is nothing to say. */
export function compile({ folder }: Workshop, files: readonly string[]): string {
  const compilerOptions = {
    ...{ target: 'es2024', module: 'nodenext', moduleResolution: 'nodenext', strict: true, noEmit: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, resolveJsonModule: true },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true, customConditions: ['hearback-source'] },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}

/** Runs modules of a workshop one after the other in one process of this Node; what each throws, by its file. */
export function runModules({ folder }: Workshop, files: readonly string[]): Readonly<Record<string, string>> {
  const runner = join(folder, 'runner.mjs');
  writeFileSync(
    runner,
    `const faults = {};
     for (const file of ${JSON.stringify(files)}) await import(\`./\${file}\`).catch(({ stack }) => { faults[file] = stack; });
     process.stdout.write(JSON.stringify(faults));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [fromSource, runner], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Runs a shell command in a folder, in which `hearback`, `npx hearback` and `node` are this checkout's and all else is bare. */
export function runShell(
  { folder }: Workshop,
  command: string,
  where = 'project',
  environment: Readonly<Record<string, string>> = {},
): Ended {
  const bin = join(folder, 'bin');
  const cwd = join(folder, where);
  mkdirSync(bin, { recursive: true });
  mkdirSync(cwd, { recursive: true });
  const entry = `import(${JSON.stringify(join(root, 'src/cli/main.ts'))}).then(({ main }) => main())`;
  program(bin, 'hearback', `exec '${process.execPath}' ${fromSource} -e '${entry}' hearback "$@"`);
  program(bin, 'node', `exec '${process.execPath}' "$@"`);
  program(bin, 'npx', '[ "$1" = hearback ] && shift && exec hearback "$@"; exit 127');
  const path = [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const { status, stdout } = spawnSync('sh', ['-c', `exec 2>&1\n${command}`], {
    cwd,
    encoding: 'utf8',
    env: { ...environment, PATH: path, HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  return { exit: status, output: stdout };
}

function program(bin: string, name: string, text: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(bin, name), 0o755);
}
