import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** The subpaths that hold code, in the order of the page. */
const entries: Readonly<Record<string, string>> = {
  hearback: 'index.ts',
  'hearback/ledger': 'ledger/index.ts',
  'hearback/memory': 'ledger/memory.ts',
  'hearback/sqlite': 'ledger/sqlite.ts',
  'hearback/postgres': 'ledger/postgres.ts',
  'hearback/act': 'act/index.ts',
  'hearback/server': 'server/index.ts',
  'hearback/mcp': 'mcp/index.ts',
  'hearback/guard': 'mcp/guard/index.ts',
  'hearback/evidence': 'evidence/index.ts',
};

interface Export {
  readonly name: string;
  readonly file: string;
}

/** A table for each subpath: every name that it exports, with the first sentence of its docstring. */
export function exportTables(): string {
  return Object.entries(entries)
    .map(([specifier, file]) => {
      const found = exportsOf(file).map(described);
      const values = found.filter(({ kind }) => kind === 'value');
      const types = found.filter(({ kind }) => kind === 'type');
      const rows = values.map(({ name, about }) => `| \`${name}\` | ${about} |`);
      const parts = [`## ${specifier}`, ['| name | |', '|---|---|', ...rows].join('\n')];
      if (types.length > 0) parts.push(`Types: ${types.map(({ name }) => `\`${name}\``).join(' ')}`);
      return parts.join('\n\n');
    })
    .join('\n\n');
}

/** The codes that errors of a class carry, by what they begin with: `usage/`, `ledger/`. */
export function codesThat(stage: string): string {
  const literal = new RegExp(`(?<=')${stage}/[a-z0-9-]+(?=')`, 'g');
  const codes = globSync('src/**/*.ts').flatMap((path) => readFileSync(path, 'utf8').match(literal) ?? []);
  return [...new Set(codes)]
    .sort()
    .map((code) => `\`${code}\``)
    .join(' ');
}

/** The names of a file's own exports, and of what it hands on from others, in their order. */
function exportsOf(file: string): readonly Export[] {
  const text = source(file);
  const own = [...text.matchAll(declaration)].map(({ 2: name = '' }) => ({ name, file }));
  const handedOn = [...text.matchAll(/^export (type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ({ 2: names = '', 3: from = '' }) =>
      names
        .split(',')
        .map((name) => name.replace(/^\s*(?:type )?/, '').trim())
        .filter((name) => name !== '')
        .map((name) => ({ name, file: posix.join(posix.dirname(file), from) })),
  );
  return [...handedOn, ...own];
}

const declaration = /^export (async function\*?|function\*?|const|class|interface|type) (\w+)/gm;

/** What a name is, and what its docstring says first; followed through files that only hand it on. */
function described({ name, file }: Export): { name: string; kind: 'value' | 'type'; about: string } {
  const text = source(file);
  const found = [...text.matchAll(declaration)].find((one) => one[2] === name);
  if (found === undefined) {
    const from = exportsOf(file).find((one) => one.name === name && one.file !== file);
    if (from === undefined) throw new Error(`${file} exports no ${name}`);
    return described(from);
  }
  const kind = found[1] === 'interface' || found[1] === 'type' ? 'type' : 'value';
  const comment = /\/\*\*((?:(?!\*\/).)*)\*\/\s*$/s.exec(text.slice(0, found.index))?.[1];
  if (kind === 'value' && comment === undefined) throw new Error(`src/${file}: ${name} has no docstring`);
  return { name, kind, about: firstSentence(comment ?? '') };
}

function firstSentence(comment: string): string {
  const text = comment
    .replace(/^\s*\*( |$)/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return (/^.*?[.](?= [A-Z]| @|$)/.exec(text)?.[0] ?? text).replaceAll('|', '\\|');
}

function source(file: string): string {
  return readFileSync(`src/${file}`, 'utf8');
}
