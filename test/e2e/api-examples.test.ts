import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOf } from '../docs/commands.ts';
import { fences } from '../docs/fences.ts';
import { serveProcess } from '../support/serve-process.ts';
import { shell } from './cli.ts';

/** The commands of the server's guide in order: what makes the ledger and its people, and what talks to the server. */
const blocks = fences.filter(({ page, text }) => page === 'docs/guides/server.md' && text.startsWith('$ '));

test('the guide makes a ledger, its principals and a payment, and then shows curl at work', () => {
  expect(blocks.map(({ text }) => text.split(' ').slice(1, 4).join(' '))).toEqual([
    'npx hearback ledger',
    'npx hearback principal',
    'curl -s -H',
  ]);
});

test('what the guide shows is what happens, from an empty folder to a payment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-guide-'));
  /** Runs blocks in one shell, as somebody at a terminal does, and compares what each command prints. */
  const run = (texts: readonly string[], port: number): void => {
    const commands = texts.flatMap(commandsOf);
    const marked = commands.map(({ command }) => `${command}\necho '-- end'`).join('\n');
    const { stdout, stderr } = shell(marked.replaceAll('localhost:8417', `localhost:${port}`), folder);
    const shown = stdout.split('-- end\n').slice(0, -1);
    expect(stderr).toBe('');
    expect(shown.map((one) => one.trimEnd())).toEqual(commands.map(({ output }) => output));
  };
  const texts = blocks.map(({ text }) => text);
  run(texts.slice(0, 2), 0);
  for (const name of ['office', 'treasury'])
    expect(statSync(join(folder, `${name}.header`)).mode & 0o077).toBe(0);
  const server = await serveProcess(['--ledger', 'office.ledger', '--port', '0'], {}, folder);
  try {
    run(texts.slice(2), server.port);
  } finally {
    await server.end('SIGTERM');
    rmSync(folder, { recursive: true });
  }
});
