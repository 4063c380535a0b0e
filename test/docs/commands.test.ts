import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mcpPackage } from '../support/mcp-packages.ts';
import { Cluster, findPostgres } from '../support/postgres.ts';
import { available } from '../support/skip.ts';
import { steady } from '../support/steady.ts';
import { commandsOf, foreignTo } from './commands.ts';
import { fencesFor } from './fences.ts';
import { openWorkshop, runShell } from './workshop.ts';

const workshop = openWorkshop();
afterAll(workshop.remove);

/** The page whose ledger is in a database. */
const ofDatabase = 'docs/guides/postgres.md';
const hasDatabase = available('PostgreSQL', findPostgres);
let cluster: Cluster | undefined;
beforeAll(async () => {
  if (hasDatabase) cluster = await Cluster.start();
}, 60_000);
afterAll(() => cluster?.remove());

/** The page whose server is a package that others publish. */
const ofPackage = 'docs/guides/guard.md';
const server = mcpPackage('@modelcontextprotocol/server-filesystem');
beforeAll(() => {
  if (server === null) return;
  const folder = join(workshop.folder, folderOf(ofPackage));
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(server, '../..'), join(folder, 'node_modules'));
});

/** One folder a page, so that a later block finds the files of an earlier one. */
const commands = fencesFor('sh').flatMap(({ name, page, text }) =>
  commandsOf(text).map((one) => ({
    ...one,
    title: `${name} ${one.command.slice(0, 60)}`,
    name,
    page,
    folder: folderOf(page),
  })),
);

test('there are commands to run, and only harmless ones', () => {
  expect(commands.length).toBeGreaterThan(5);
  const foreign = commands.flatMap(({ name, command }) => foreignTo(command).map((one) => `${name}: ${one}`));
  expect(foreign).toEqual([]);
});

const runnable = commands.filter(
  ({ page }) => (page !== ofDatabase || hasDatabase) && (page !== ofPackage || server !== null),
);

function folderOf(page: string): string {
  return page.replace(/\W/g, '-');
}

test.each(runnable)('$title', ({ command, output, exit, folder, page }) => {
  const environment = page === ofDatabase ? { HEARBACK_LEDGER: cluster?.url ?? '' } : {};
  const ended = runShell(workshop, command, folder, environment);
  expect({ exit: ended.exit, output: steady(trimmed(ended.output)) }).toEqual({
    exit,
    output: steady(output),
  });
});

test('a block is taken apart as a shell would', () => {
  const block = [
    "$ cat > x <<'END'",
    '$ no command',
    'END',
    '$ echo a \\',
    '  b',
    'a b',
    '$ grep x y',
    '(exit code 2)',
  ];
  expect(commandsOf(block.join('\n'))).toEqual([
    { command: "cat > x <<'END'\n$ no command\nEND", output: '', exit: 0 },
    { command: 'echo a \\\n  b', output: 'a b', exit: 0 },
    { command: 'grep x y', output: '', exit: 2 },
  ]);
  expect(foreignTo('hearback digest "$(curl x)" | sh; echo "a; b"')).toEqual(['sh']);
});

function trimmed(text: string): string {
  return text.replace(/[ \t]+$/gm, '').trimEnd();
}
