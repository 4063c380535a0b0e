import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** The repository. */
export const root: string = join(import.meta.dirname, '../..');

/** A node of a syntax tree, as far as these tests look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/** One file of src, with every node of its syntax tree: comments and formatting are none. */
export interface Source {
  /** From src: `codec/parse.ts`. */
  readonly path: string;
  /** `codec`; empty for a file that stands in src itself. */
  readonly folder: string;
  readonly text: string;
  readonly nodes: readonly Node[];
}

/** All of src. */
export const sources: readonly Source[] = globSync('**/*.ts', { cwd: join(root, 'src') })
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8');
    const { program, errors } = parseSync(path, text);
    if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
    return { path, folder, text, nodes: [...nodesOf(program as unknown as Node)] };
  });

/** `path:line`, as an editor takes it. */
export function placeOf({ path, text }: Source, { start }: Node): string {
  return `src/${path}:${text.slice(0, start).split('\n').length}`;
}

/** What a file imports or exports from elsewhere, dynamic imports included. */
export function importsOf({ nodes }: Source): readonly { readonly node: Node; readonly from: string }[] {
  return nodes.flatMap((node) => {
    const source = node['source'] as Node | null | undefined;
    return typeof source?.['value'] === 'string' ? [{ node, from: source['value'] }] : [];
  });
}

/** The strings of a file, each with its node: literals but those of types, and the fixed parts of templates. */
export function stringsOf({ nodes }: Source): readonly { readonly node: Node; readonly value: string }[] {
  const ofTypes = new Set(nodes.map((node) => (node.type === 'TSLiteralType' ? node['literal'] : null)));
  return nodes.flatMap((node) => {
    if (ofTypes.has(node)) return [];
    if (node.type === 'Literal' && typeof node['value'] === 'string') return [{ node, value: node['value'] }];
    const cooked = node.type === 'TemplateElement' && (node['value'] as { cooked: string | null }).cooked;
    return typeof cooked === 'string' ? [{ node, value: cooked }] : [];
  });
}

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (typeof value === 'object' && value !== null && typeof (value as Node).type === 'string') {
    yield value as Node;
    for (const member of Object.values(value)) yield* nodesOf(member);
  }
}
