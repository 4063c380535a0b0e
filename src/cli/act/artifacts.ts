import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, join, resolve, sep } from 'node:path';
import type { ActToolOptions } from '../../act/tool.ts';
import type { FoundConfig } from '../config/config.ts';

/**
 * Reads what `art=file:…` names in the folder of the config file's `artifacts`; null without one. What is not there, or
 * leads out of the folder, is none of it.
 */
export function artifactsOf({
  config: { artifacts },
  folder,
}: FoundConfig): NonNullable<ActToolOptions['artifact']> | null {
  if (artifacts === undefined) return null;
  const root = resolve(folder, artifacts);
  return async (reference) => {
    const [, path] = /^file:(.+)$/.exec(reference) ?? [];
    if (path === undefined || isAbsolute(path)) return null;
    try {
      const [inside, real] = await Promise.all([realpath(root), realpath(join(root, path))]);
      return real.startsWith(inside.endsWith(sep) ? inside : inside + sep) ? await readFile(real) : null;
    } catch {
      return null;
    }
  };
}
