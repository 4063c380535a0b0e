import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fences.ts';

/** The example of a docstring, as a module: what it names is imported from its own file, else from an entry. */
export interface DocstringExample {
  readonly name: string;
  readonly code: string;
}

/** What a user imports from, the root first. */
const entries = [
  'index.ts',
  'ledger/index.ts',
  'ledger/memory.ts',
  'ledger/sqlite.ts',
  'act/index.ts',
  'mcp/index.ts',
  'evidence/index.ts',
];

/** Every `@example` of src. */
export const docstringExamples: readonly DocstringExample[] = globSync('**/*.ts', { cwd: join(root, 'src') })
  .sort()
  .flatMap((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8');
    return [...text.matchAll(/^ \* @example\n((?: \*(?: .*)?\n)+?) \*\/$/gm)].map(
      ({ 1: block = '', index }) => {
        const code = block.replace(/^ \* ?/gm, '');
        return {
          name: `src/${path}:${text.slice(0, index).split('\n').length}`,
          code: `${importsFor(path, code)}${code}`,
        };
      },
    );
  });

/** How many docstrings say that they have an example, in whatever form. */
export function countExamples(): number {
  return globSync('**/*.ts', { cwd: join(root, 'src') })
    .map((path) => readFileSync(join(root, 'src', path), 'utf8').match(/@example/g)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}

function importsFor(path: string, code: string): string {
  const used = new Set(code.match(/[A-Za-z_$][\w$]*/g));
  const from = new Map<string, string>();
  for (const file of [path, ...entries]) {
    for (const name of namesOf(file)) if (used.has(name) && !from.has(name)) from.set(name, file);
  }
  return [...from]
    .map(([name, file]) => `import { ${name} } from ${JSON.stringify(join(root, 'src', file))}; `)
    .join('');
}

/** The values that a file of src exports, types left out. */
function namesOf(path: string): readonly string[] {
  const text = readFileSync(join(root, 'src', path), 'utf8');
  const declared = [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(
    ({ 1: name }) => name,
  );
  const listed = [...text.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(({ 1: names = '' }) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );
  return [...declared, ...listed].filter((name) => name !== undefined);
}
