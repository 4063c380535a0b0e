import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './fences.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly declarations?: readonly { readonly id: { readonly name?: string } }[];
  readonly expression?: Node;
}

/**
 * Code of a page as a module that runs from src: imports of the package point there, and each `// => value` behind a
 * statement is held against what the statement gives. Lines keep their numbers.
 */
export function runnable(code: string, name: string): string {
  const { program, comments, errors } = parseSync('example.ts', code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const statements = [...statementsOf(program)].sort((one, other) => one.end - other.end);
  let text = code;
  for (const comment of [...comments].reverse()) {
    const expected = /^ => (.*)$/.exec(comment.value)?.[1];
    if (expected === undefined) continue;
    const statement = statements.findLast(({ end }) => end <= comment.start);
    if (statement === undefined || code.slice(statement.end, comment.start).includes('\n'))
      throw new Error(`${name}: no statement stands in front of // => ${expected}`);
    const checked = checkedStatement(code, statement, expected);
    text = text.slice(0, statement.start) + checked + text.slice(statement.end);
  }
  const checks = JSON.stringify(join(import.meta.dirname, 'check.ts'));
  return `import { check, throws } from ${checks}; ${importsFromSource(text)}\nexport {};\nvoid [check, throws];\n`;
}

/** Statements that give something, in whatever block they stand. */
function* statementsOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  const { type } = value as Node;
  if (type === 'ExpressionStatement' || type === 'VariableDeclaration') yield value as Node;
  for (const member of Object.values(value)) yield* statementsOf(member);
}

function checkedStatement(code: string, { type, start, end, ...rest }: Node, expected: string): string {
  const source = code.slice(start, end);
  if (type === 'VariableDeclaration')
    return `${source} check(${rest.declarations?.[0]?.id.name}, ${expected});`;
  const { expression: { start: from, end: to } = { start, end } } = rest;
  const expression = code.slice(from, to);
  const thrown = /^throws ([\w/-]+)$/.exec(expected)?.[1];
  return thrown === undefined
    ? `check(${expression}, ${expected});`
    : `await throws(async () => ${expression}, '${thrown}');`;
}

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The file of src, or of spec, that an import of the package stands for. */
export function sourceOf(specifier: string): string {
  const subpath = specifier.replace(/^hearback/, '.');
  const target = exports[subpath]?.default;
  if (typeof target === 'string')
    return join(root, target.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts'));
  const data = Object.keys(exports).find(
    (one) => one.includes('*') && subpath.startsWith(one.slice(0, one.indexOf('*'))),
  );
  if (data === undefined) throw new Error(`the package exports no ${specifier}`);
  return join(root, 'spec', subpath);
}

function importsFromSource(code: string): string {
  return code.replace(/(from |import\()'(hearback(?:\/[^']*)?)'/g, (_, before, specifier) => {
    return `${before}${JSON.stringify(sourceOf(specifier))}`;
  });
}
