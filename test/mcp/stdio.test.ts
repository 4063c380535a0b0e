import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../e2e/cli.ts';
import { HO0, record } from '../support/ledger/lines.ts';
import { stdioAgent, versions } from '../support/mcp.ts';
import { type CliOffice, cliOffice } from '../unit/cli/ledger/office.ts';

let office: CliOffice;
const folder = mkdtempSync(join(tmpdir(), 'hearback-mcp-'));
beforeAll(async () => {
  office = await cliOffice();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly exit: number | null;
}

/** Runs the built command with the bytes that its client writes; the end of them is the end of the client. */
async function mcp(
  args: readonly string[],
  input: string | Uint8Array,
  { env = {}, node = [] }: { readonly env?: object; readonly node?: readonly string[] } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...node, command, 'mcp', ...args], {
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    cwd: folder,
  });
  const ended = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    ended.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    ended.err += chunk;
  });
  child.stdin.on('error', () => undefined); // it may end before it has read
  child.stdin.end(input);
  const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { ...ended, exit };
}

const at = (principal: string): readonly string[] => [
  '--ledger',
  office.ledger,
  '--key-file',
  office.key(principal),
];
const request = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const call = (id: number, name: string, input: object = {}): string =>
  request(id, 'tools/call', { name, arguments: input });
const opening = request(0, 'initialize', {
  ...{ protocolVersion: '2025-11-25', capabilities: {} },
  clientInfo: { name: 'test', version: '1' },
});

/** Every line of standard output; one that is no JSON-RPC fails the test (F22). */
function answersIn({ out }: Ended): readonly Readonly<Record<string, unknown>>[] {
  expect(out === '' || out.endsWith('\n')).toBe(true);
  const lines = out.split('\n').slice(0, -1);
  const parsed = lines.map((line) => JSON.parse(line));
  expect(parsed.filter((one) => one.jsonrpc !== '2.0')).toEqual([]);
  return parsed;
}

describe('standard output is JSON-RPC whatever happens (F22)', () => {
  const everything = `${opening}${call(1, 'validate', { line: HO0 })}${call(2, 'open')}${request(3, 'tools/list')}`;

  test.each([
    ['at rest', {}, []],
    ['with the debug output of Node', { NODE_DEBUG: '*' }, []],
    ['with DEBUG on', { DEBUG: '*' }, []],
    ['with warnings of every kind', {}, ['--trace-warnings', '--trace-deprecation', '--pending-deprecation']],
  ])('%s', async (_, env, node) => {
    const ended = await mcp(at('treasury'), everything, { env, node });
    expect(answersIn(ended).map(({ id }) => id)).toEqual(expect.arrayContaining([0, 1, 2, 3]));
    expect(ended.exit).toBe(0);
  });

  test('when something loaded into the process prints there, and deprecates, and crashes', async () => {
    const noisy = join(folder, 'noisy.mjs');
    writeFileSync(
      noisy,
      `import { DatabaseSync } from 'node:sqlite';
       const { exec } = DatabaseSync.prototype;
       DatabaseSync.prototype.exec = function (sql) {
         console.log('a driver says', sql);
         process.stdout.write('and so does what it stands on\\n');
         process.emitWarning('old', 'DeprecationWarning');
         return exec.call(this, sql);
       };`,
    );
    const ended = await mcp(at('treasury'), everything, { node: ['--import', noisy] });
    expect(answersIn(ended).length).toBe(4);
    expect(ended.err).toContain('a driver says');
    appendFileSync(noisy, `setTimeout(() => { throw new Error('crash'); }, 0);`);
    const crashed = await mcp(at('treasury'), everything, { node: ['--import', noisy] });
    answersIn(crashed);
    expect(crashed.exit).not.toBe(0);
    expect(crashed.err).toContain('crash');
  });

  test('when the client writes what is none', async () => {
    const garbage = [
      'garbage\n',
      '{"jsonrpc":"2.0"\n',
      '[]\n',
      'null\n',
      '\u0000\u0001\n',
      `${'x'.repeat(200_000)}\n`,
    ];
    const bytes = Buffer.concat([
      Buffer.from(opening + garbage.join('')),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(call(7, 'validate', { line: HO0 })),
    ]);
    const ended = await mcp(at('treasury'), bytes);
    expect(answersIn(ended).find(({ id }) => id === 7)).toMatchObject({
      result: { structuredContent: { outcome: 'valid' } },
    });
  });

  test.each([
    ['there is no ledger', () => ['--ledger', join(folder, 'none.ledger')], {}, 2],
    [
      'the key is nobody’s',
      () => ['--ledger', office.ledger],
      { HEARBACK_KEY: `hbk_0123456789abcdef_${'A'.repeat(43)}` },
      1,
    ],
    ['there is no key', () => ['--ledger', office.ledger], {}, 1],
    ['the key is a person’s (F18)', () => at('m.okafor'), {}, 1],
    ['a scope is none', () => [...at('treasury'), '--scope', 'all'], {}, 2],
    ['an option is none', () => [...at('treasury'), '--verbose'], {}, 2],
  ])('when %s: nothing is served', async (_, args, env, exit) => {
    const ended = await mcp(args(), everything, { env });
    expect(ended.out).toBe('');
    expect(ended.exit).toBe(exit);
    expect(ended.err).toMatch(/^hearback/m);
  });

  test('when the file is no ledger', async () => {
    const file = join(folder, 'bad.ledger');
    writeFileSync(file, 'this is no database, whatever its name says'.repeat(50));
    const bad = await mcp(['--ledger', file, '--key-file', office.key('treasury')], everything);
    expect([bad.out, bad.exit]).toEqual(['', 1]);
  });

  test('when the ledger is locked by another process, and the model is told what to do', async () => {
    const db = new DatabaseSync(office.ledger);
    const answers: Ended[] = [];
    try {
      const running = mcp(
        at('treasury'),
        new Uint8Array(Buffer.from(`${opening}${call(1, 'send', status(1))}`)),
      );
      db.exec('BEGIN IMMEDIATE');
      answers.push(await running);
    } finally {
      db.exec('ROLLBACK');
      db.close();
    }
    const [told] = answers.map(answersIn);
    expect(told?.find(({ id }) => id === 1)).toMatchObject({
      result: {
        isError: true,
        structuredContent: {
          outcome: 'refused',
          reason: 'ledger/busy',
          retryable: true,
          next: expect.stringMatching(/^Call again/),
        },
      },
    });
  }, 20_000);
});

function status(number: number): object {
  return { line: `RW1 ST payer-${number} from=payer to=scheduler item=inv:1` };
}

test('what was asked before the client left is answered before the server ends', async () => {
  const calls = Array.from({ length: 20 }, (_, index) => call(index + 1, 'send', status(index + 100)));
  const ended = await mcp(at('treasury'), opening + calls.join(''));
  expect(answersIn(ended)).toHaveLength(21);
  expect(ended.exit).toBe(0);
});

test.each(versions)('the official client of %s works with the command', async (version) => {
  const agent = await stdioAgent(at('ap-office'), { version });
  try {
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(version);
    const made = await agent.call('make_handoff', {
      record: { p: 'pay', from: 'scheduler', to: 'payer', ...record },
    });
    expect(made).toMatchObject({ outcome: 'composed' });
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('hearback://legend/pay');
    const { contents } = await agent.client.readResource({ uri: 'hearback://legend/pay' });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('RW1, profile pay') });
    const role = await agent.client.readResource({ uri: 'hearback://legend/pay/payer' });
    expect(role.contents[0]).toMatchObject({ text: expect.stringContaining('payer') });
    await expect(agent.client.readResource({ uri: 'hearback://legend/none/payer' })).rejects.toThrow();
    const { messages } = await agent.client.getPrompt({ name: 'hearback', arguments: { profile: 'pay' } });
    expect(JSON.stringify(messages)).toContain('RW1, profile pay');
    await expect(agent.client.callTool({ name: 'pay_now', arguments: {} })).rejects.toThrow('no tool');
  } finally {
    await agent.client.close();
  }
});

test('without a ledger there are the tools that look at lines alone, and ids are refused', async () => {
  const agent = await stdioAgent([], { cwd: folder });
  try {
    const { tools } = await agent.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['validate', 'make_handoff', 'check_readback']));
    expect(names.filter((name) => ['send', 'prepare', 'confirm', 'commit', 'inbox'].includes(name))).toEqual(
      [],
    );
    expect(await agent.call('validate', { line: 'payer-1' })).toMatchObject({
      outcome: 'refused',
      reason: 'no-ledger',
    });
  } finally {
    await agent.client.close();
  }
});
