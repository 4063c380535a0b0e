import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The repository. */
export const root: string = join(import.meta.dirname, '../..');

/** The package as a user gets it, and a project of theirs that has it, what it depends on, and nothing else. */
export interface Packed {
  readonly tarball: string;
  /** Every file in it, without the leading `package/`. */
  readonly files: readonly string[];
  /** A folder whose node_modules holds the package and its dependencies. */
  readonly project: string;
  remove(): void;
}

const made = ['node_modules', 'dist', '.git', 'coverage', '.stryker-tmp', 'test-output'];

/** Builds from src and packs a copy of the repository, so that neither an old build nor another test is in the way. */
export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-package-'));
  const copy = join(folder, 'checkout');
  for (const name of readdirSync(root)) {
    if (!made.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], copy);
  const [{ filename, files }] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], copy),
  );
  const project = join(folder, 'project');
  const installed = join(project, 'node_modules/hearback');
  mkdirSync(installed, { recursive: true });
  run('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1'], folder);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
  }
  return {
    tarball: join(folder, filename),
    files: files.map(({ path }: { path: string }) => path),
    project,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a command prints; throws with all of it when it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw error ?? new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
}
