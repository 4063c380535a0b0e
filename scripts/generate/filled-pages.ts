import { globSync, readFileSync } from 'node:fs';
import type { Generated } from './generated.ts';
import {
  commonOptionRows,
  conversationOptionRows,
  ledgerExitRows,
  ledgerOptionRows,
  verbSections,
} from './tables/command-line.ts';
import { codesThat, exportTables } from './tables/library.ts';
import { actTable } from './tables/profiles.ts';
import { codeTable, criteriaTable, typeTable } from './tables/protocol.ts';
import { refusalTable } from './tables/refusals.ts';
import { scopeTable, toolSections } from './tables/tools.ts';

/** What may stand between `<!-- table NAME -->` and `<!-- /table -->` of a page, in the form of Markdown. */
const tables: Readonly<Record<string, () => string | Promise<string>>> = {
  verbs: verbSections,
  'common-options': commonOptionRows,
  'ledger-options': ledgerOptionRows,
  'conversation-options': conversationOptionRows,
  'ledger-exits': ledgerExitRows,
  exports: exportTables,
  'usage-codes': () => codesThat('usage'),
  'ledger-codes': () => codesThat('ledger'),
  acts: actTable,
  types: typeTable,
  codes: codeTable,
  criteria: criteriaTable,
  'ledger-refusals': () => refusalTable('ledger'),
  'act-refusals': () => refusalTable('act'),
  tools: toolSections,
  scopes: scopeTable,
};

/** Pages that are written by hand and hold tables that are not. */
export async function filledPages(): Promise<readonly Generated[]> {
  const paths = globSync(['*.md', 'docs/**/*.md', 'skill/**/*.md']).filter(
    (path) => !path.startsWith('docs/diagnostics/'),
  );
  const pages = await Promise.all(paths.sort().map(filledPage));
  return pages.filter((page) => page !== undefined);
}

const mark = /(<!-- table ([a-z-]+) -->\n)(?:.*?\n)??(<!-- \/table -->)/gs;

async function filledPage(path: string): Promise<Generated | undefined> {
  const page = readFileSync(path, 'utf8');
  const names = [...page.matchAll(mark)].map(({ 2: name = '' }) => name);
  if (names.length === 0) return undefined;
  const texts = new Map<string, string>();
  for (const name of names) {
    const table = tables[name];
    if (table === undefined) throw new Error(`${path}: there is no table ${name}`);
    texts.set(name, await table());
  }
  const text = page.replace(mark, (_, open, name, close) => `${open}${texts.get(name)}\n${close}`);
  return { path, text };
}
