import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of a test file's own, gone when it ends. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file of a folder; returns its path. */
export function written(folder: string, name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  return path;
}
