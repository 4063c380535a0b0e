import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diagnosticPages } from './generate/diagnostics.ts';
import { profileModules } from './generate/profiles.ts';

/** A file that is made from others: never edited, kept in git, checked for drift. */
export interface Generated {
  readonly path: string;
  readonly text: string;
}

/** Every generator of the repository; add yours here. Each says what its files should hold. */
const generators: readonly (() => readonly Generated[] | Promise<readonly Generated[]>)[] = [
  profileModules,
  diagnosticPages,
];

const isCheck = process.argv.includes('--check');
process.chdir(`${import.meta.dirname}/..`);
const files = (await Promise.all(generators.map((generate) => generate()))).flat();
const drifted = files.filter(({ path, text }) => current(path) !== text);

for (const { path, text } of drifted) {
  console.log(isCheck ? `${path} is not what its generator makes: run npm run generate` : `wrote ${path}`);
  if (isCheck) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
if (isCheck && drifted.length > 0) process.exitCode = 1;

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
