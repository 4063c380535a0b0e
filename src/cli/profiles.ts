import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { shown } from '../text/shown.ts';
import { builtIn, loadProfile, type Profiles, profilesOf } from '../vocabulary/index.ts';
import { bytesOfFile, textOf, unreadable } from './input.ts';

/** A profile file is at most so many bytes (R21). */
const largestProfile = 256 * 1024;

/**
 * The built-in profiles and those of the folders. A profile that is faulty, or whose name is taken without `replace`,
 * is a usage error: nothing is judged by half of what was asked for (R21).
 */
export function loadProfiles(
  folders: readonly string[],
  { replace }: { readonly replace: boolean },
): Profiles {
  let all = builtIn;
  for (const { file, text } of inOrder(folders.flatMap(filesOf))) {
    const beside = replace ? undefined : all;
    const { profile, diagnostics } = loadProfile(text, { file, beside, over: all });
    const added = profile && profilesOf(all, [profile], { replace }).profiles;
    if (added === null) throw refused(diagnostics);
    all = added;
  }
  return all;
}

interface ProfileFile {
  readonly file: string;
  readonly text: string;
  readonly name: unknown;
  readonly over: unknown;
}

/** Profile files, each behind the one that it extends; those that extend each other in a ring stay as they are, and are refused. */
function inOrder(files: readonly string[]): readonly ProfileFile[] {
  const waiting = files.map(readFile);
  const ordered: ProfileFile[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ over }) => !waiting.some(({ name }) => name !== undefined && name === over),
    );
    ordered.push(...waiting.splice(Math.max(0, next), 1));
  }
  return ordered;
}

function readFile(file: string): ProfileFile {
  const text = profileText(file);
  try {
    const { profile: name, extends: over } = JSON.parse(text);
    return { file, text, name, over };
  } catch {
    return { file, text, name: undefined, over: undefined }; // what is wrong with it is told when it is loaded
  }
}

/** The text of a profile file, within the size that is read at all. */
export function profileText(file: string): string {
  const size = sizeOf(file);
  if (size <= largestProfile) return textOf(bytesOfFile(file), shown(file));
  throw new UsageError(
    'usage/profile',
    `${shown(file)} has ${size} bytes; a profile has at most ${largestProfile}`,
  );
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The JSON files of a folder, by name. A link that leads out of the folder is a usage error (T10). */
function filesOf(folder: string): readonly string[] {
  try {
    const root = realpathSync(folder);
    const names = readdirSync(root)
      .filter((name) => name.endsWith('.json'))
      .sort();
    return names.map((name) => inside(root, join(root, name))).filter((file) => statSync(file).isFile());
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(folder, error);
  }
}

function inside(root: string, path: string): string {
  const real = realpathSync(path);
  if (real.startsWith(root.endsWith(sep) ? root : root + sep)) return real;
  throw new UsageError(
    'usage/profile',
    `${shown(path)} leads out of its folder; profiles are read from the folder itself`,
  );
}

function refused(diagnostics: readonly Diagnostic[]): UsageError {
  const [first, ...others] = diagnostics.filter(({ severity }) => severity === 'error');
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  const advice =
    first?.code === 'profile/name-taken'
      ? '--replace-profiles lets it take the other’s place'
      : 'see hearback profile check';
  return new UsageError('usage/profile', `${first?.message}${more}; ${advice}`);
}
