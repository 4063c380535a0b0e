import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of the agent skill that comes with the package, by their path in it; null where it has none. */
export function skillFiles(): ReadonlyMap<string, string> | null {
  const folder = fileURLToPath(new URL('../../skill/hearback', import.meta.url));
  if (!existsSync(join(folder, 'SKILL.md'))) return null;
  const paths = globSync('**/*.md', { cwd: folder }).sort();
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]));
}
