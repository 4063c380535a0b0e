import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { available } from './skip.ts';

/**
 * The folder of a package that others publish for MCP: `node_modules` in HEARBACK_MCP_PACKAGES, where `.ci/run` installs
 * them; null, and said, where it is not there.
 */
export function mcpPackage(name: string): string | null {
  const folder = process.env['HEARBACK_MCP_PACKAGES'];
  const path = folder === undefined ? undefined : join(folder, 'node_modules', name);
  const isThere = path !== undefined && existsSync(path);
  return available(`${name} (HEARBACK_MCP_PACKAGES)`, () => (isThere ? path : undefined))
    ? (path ?? null)
    : null;
}
