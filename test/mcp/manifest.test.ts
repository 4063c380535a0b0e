import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mcp } from '../../src/cli/commands/mcp.ts';
import { skillFiles } from '../../src/cli/skill-files.ts';
import { scopesOf } from '../../src/mcp/scope.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { McpOffice } from '../support/mcp.ts';
import { root } from '../tidy/source.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('what the registry is told is what the package is', () => {
  const manifest = JSON.parse(read('package.json'));
  const server = JSON.parse(read('server.json'));
  expect([server.name, server.version]).toEqual([manifest.mcpName, manifest.version]);
  expect(server.description.length).toBeLessThanOrEqual(100);
  const [own] = server.packages;
  expect([own.identifier, own.version, own.packageArguments[0].value]).toEqual([
    manifest.name,
    manifest.version,
    mcp.name,
  ]);
  const variables = own.environmentVariables.map(({ name }: { name: string }) => name);
  expect(variables).toEqual(['HEARBACK_LEDGER', 'HEARBACK_KEY', 'HEARBACK_CONSOLE']);
});

test('the example of .mcp.json starts the server, and the guide shows it', () => {
  const example = JSON.parse(read('examples/mcp/.mcp.json'));
  const { args } = example.mcpServers.hearback;
  expect(args.slice(0, 2)).toEqual(['hearback', mcp.name]);
  expect(Object.keys(mcp.options ?? {})).toContain(args[2].slice(2));
  expect([...scopesOf([args[3]])('anyone')]).toEqual(['read', 'send', 'prepare', 'commit']);
  const [, shown = ''] = /```json\n(.*?)\n```/s.exec(read('docs/guides/mcp.md')) ?? [];
  expect(JSON.parse(shown)).toEqual(example);
});

test('tools say of themselves what they do', () => {
  const hints = (name: string) => tools.find((one) => one.name === name)?.hints;
  for (const { name, hints: own } of tools.filter(({ name }) =>
    /^check_|^validate$|^open$|^thread$/.test(name),
  ))
    expect([name, own.readOnlyHint, own.destructiveHint]).toEqual([name, true, false]);
  expect(hints('prepare')).toMatchObject({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
  });
  expect(hints('commit')).toMatchObject({ readOnlyHint: false, destructiveHint: true, idempotentHint: true });
  expect(tools.filter((one) => one.hints.readOnlyHint && one.scope !== 'read')).toEqual([]);
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
});

test('the skill is served, and stands in the prompt without its head', async () => {
  const skill = skillFiles();
  expect(skill?.get('SKILL.md')).toMatch(/^---\nname: hearback\n/);
  const office = await McpOffice.open({ skill });
  const { client } = await office.agent('treasury');
  const { contents } = await client.readResource({ uri: 'hearback://skill/SKILL.md' });
  expect(contents[0]).toMatchObject({ text: skill?.get('SKILL.md') });
  const { messages } = await client.getPrompt({
    name: 'hearback',
    arguments: { profile: 'pay', role: 'payer' },
  });
  const text = JSON.stringify(messages);
  expect(text).toContain('RW1, profile pay');
  expect(text).not.toContain('name: hearback');
  await client.close();
});
