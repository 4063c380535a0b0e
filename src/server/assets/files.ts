import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** A file that the console's pages load. */
export interface Asset {
  readonly type: string;
  readonly text: string;
  readonly tag: string;
}

/** Where the compiled modules lie, seen from src as from dist. */
const dist = new URL('../../../dist/', import.meta.url);
const styles = new URL('../layout/style/', import.meta.url);
const noble = new URL('./', import.meta.resolve('@noble/hashes/sha2.js'));

/** What a browser may load of the program: the core, which needs nothing around it, and the scripts of the pages. */
const open: readonly string[] = [
  ...['text', 'diagnostic', 'vocabulary', 'codec', 'compose', 'checks', 'reply'],
  ...['sha256', 'server/browser'],
];
const modulePath = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*){0,5}\.js$/;
const noblePath = /^noble\/([_a-z0-9]{1,40}\.js)$/;

const known = new Map<string, Asset>();

/** The asset under a path below /assets; null for whatever is none. The path is looked up, never walked. */
export function assetAt(path: string): Asset | null {
  const before = known.get(path);
  if (before !== undefined) return before;
  const asset = path === 'console.css' ? stylesheet() : moduleAt(path);
  if (asset !== null) known.set(path, asset);
  return asset;
}

function stylesheet(): Asset {
  const names = readdirSync(styles).filter((name) => name.endsWith('.css'));
  return assetOf(
    names
      .sort()
      .map((name) => readFileSync(new URL(name, styles), 'utf8'))
      .join('\n'),
    'text/css; charset=utf-8',
  );
}

function moduleAt(path: string): Asset | null {
  const library = noblePath.exec(path)?.[1];
  if (library !== undefined) return read(new URL(library, noble));
  if (!modulePath.test(path) || !open.some((folder) => path.startsWith(`${folder}/`))) return null;
  return read(new URL(path, dist));
}

function read(file: URL): Asset | null {
  try {
    return assetOf(rewritten(readFileSync(file, 'utf8')), 'text/javascript; charset=utf-8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Names that Node resolves by the package, as addresses: the digest off Node, and the library that it is made with. */
function rewritten(text: string): string {
  return text
    .replaceAll(/(from\s*['"])#sha256(['"])/g, '$1/assets/sha256/portable.js$2')
    .replaceAll(/(from\s*['"])@noble\/hashes\//g, '$1/assets/noble/');
}

function assetOf(text: string, type: string): Asset {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { type, text, tag };
}
