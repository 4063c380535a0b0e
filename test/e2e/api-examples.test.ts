import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandsOf } from '../docs/commands.ts';
import { fences } from '../docs/fences.ts';
import { CliOffice } from '../support/cli-office.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { serveProcess } from '../support/serve-process.ts';
import { shell } from './cli.ts';

/** The blocks of the server's guide that talk to a server. */
const blocks = fences.filter(
  ({ page, info, text }) => page === 'docs/guides/server.md' && info === 'text' && text.startsWith('$ curl'),
);

test('the guide shows curl at work', () => {
  expect(blocks.length).toBe(1);
});

test.each(blocks)('$name does what it shows', async ({ text }) => {
  const office = await CliOffice.open();
  const line = HO0.replace('exp=20261002T1700Z', 'exp=20991231T2359Z');
  writeFileSync(office.path('payment.json'), JSON.stringify({ line, record }));
  for (const [name, principal] of [
    ['office', 'ap-office'],
    ['treasury', 'treasury'],
  ] as const) {
    const key = readFileSync(office.path(`${principal}.key`), 'utf8').trim();
    writeFileSync(office.path(`${name}.header`), `Authorization: Bearer ${key}\n`);
  }
  const server = await serveProcess([
    '--ledger',
    office.ledger,
    '--config',
    office.path('hearback.json'),
    '--port',
    '0',
  ]);
  try {
    const commands = commandsOf(text);
    const marked = commands.map(({ command }) => `${command}\necho '-- end'`).join('\n');
    const { stdout, stderr } = shell(
      marked.replaceAll('localhost:8417', `localhost:${server.port}`),
      office.folder,
    );
    const shown = stdout.split('-- end\n').slice(0, -1);
    expect(stderr).toBe('');
    expect(shown.map((one) => one.trimEnd())).toEqual(commands.map(({ output }) => output));
    expect(office.paid().length).toBe(1);
  } finally {
    await server.end('SIGTERM');
    office.remove();
  }
});
