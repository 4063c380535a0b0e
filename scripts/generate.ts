import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diagnosticPages } from './generate/diagnostics.ts';
import { filledPages } from './generate/filled-pages.ts';
import type { Generated } from './generate/generated.ts';
import { ledgerVectors } from './generate/ledger-vectors.ts';
import { profileModules } from './generate/profiles.ts';

/** Every generator of the repository; add yours here. Each says what its files should hold. */
const generators: readonly (() => readonly Generated[] | Promise<readonly Generated[]>)[] = [
  profileModules,
  diagnosticPages,
  ledgerVectors,
  filledPages,
];

const isCheck = process.argv.includes('--check');
process.chdir(`${import.meta.dirname}/..`);
/** One after the other: what one makes, another may read. */
for (const generate of generators) for (const file of await generate()) bringIntoStep(file);

function bringIntoStep({ path, text }: Generated): void {
  if (current(path) === text) return;
  console.log(isCheck ? `${path} is not what its generator makes: run npm run generate` : `wrote ${path}`);
  if (isCheck) {
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function current(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
