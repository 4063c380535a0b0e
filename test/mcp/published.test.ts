import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../e2e/cli.ts';
import { clientFor, versions } from '../support/mcp.ts';
import { mcpPackage } from '../support/mcp-packages.ts';
import { type CliOffice, cliOffice } from '../unit/cli/ledger/office.ts';

const run = promisify(execFile);
const inspector = mcpPackage('@modelcontextprotocol/inspector');
const conformance = mcpPackage('@modelcontextprotocol/conformance');

let office: CliOffice;
let proxy: Server;
let server: ChildProcess;
/** The port that the command took, and that of a proxy before it which adds the key. */
let [own, before] = [0, 0];

beforeAll(async () => {
  office = await cliOffice();
  const key = keyOf('treasury');
  proxy = createServer((incoming, answer) => {
    const { url, method, headers } = incoming;
    const options = { port: own, host: '127.0.0.1', path: url, method };
    const onward = request({ ...options, headers: { ...headers, authorization: `Bearer ${key}` } }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  before = (proxy.address() as AddressInfo).port;
  const named = ['--origin', `http://localhost:${before}`];
  server = spawn(process.execPath, [command, 'mcp', '--http', '0', '--ledger', office.ledger, ...named], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  own = await new Promise<number>((resolve, reject) => {
    server.once('exit', () => reject(new Error('the server ended')));
    server.stderr?.on('data', (chunk) => {
      const [, port] = /^MCP at http:\/\/127\.0\.0\.1:(\d+)\/mcp$/m.exec(String(chunk)) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
  });
}, 30_000);

afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  expect(await ended).toBe(0);
});

function keyOf(principal: string): string {
  return readFileSync(office.key(principal), 'utf8').trim();
}

test.each(versions)(
  'the command serves the official client of %s over HTTP, on both addresses of this machine',
  async (version) => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const client = clientFor(version);
      const headers = { authorization: `Bearer ${keyOf('ap-office')}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`http://${host}:${own}/mcp`), { requestInit: { headers } }),
      );
      const { structuredContent } = await client.callTool({ name: 'open', arguments: {} });
      expect(structuredContent).toMatchObject({ outcome: 'read', count: 0 });
      await client.close();
    }
  },
);

describe.skipIf(conformance === null)('the published conformance runner', () => {
  // the other scenarios call tools of the runner's own sample server
  test.each([
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ])('%s', async (scenario) => {
    const runner = join(conformance as string, 'dist/index.js');
    const url = `http://localhost:${before}/mcp`;
    const { stdout } = await run(process.execPath, [runner, 'server', '--url', url, '--scenario', scenario]);
    const [, passed, all] = /Passed: (\d+)\/(\d+), 0 failed/.exec(stdout) ?? [];
    expect(Number(passed)).toBeGreaterThan(0);
    expect(passed).toBe(all);
  });
});

describe.skipIf(inspector === null)('the command line of the MCP Inspector', () => {
  const inspect = async (...args: readonly string[]) => {
    const launcher = join(inspector as string, 'clients/launcher/build/index.js');
    const env = { PATH: process.env['PATH'], HOME: office.folder };
    const { stdout } = await run(process.execPath, [launcher, '--cli', ...args], { env, cwd: office.folder });
    return JSON.parse(stdout);
  };
  const stdio = (principal: string) => [
    process.execPath,
    command,
    'mcp',
    '--ledger',
    office.ledger,
    '--key-file',
    office.key(principal),
  ];

  test.each(['legacy', 'modern'])(
    'lists the tools, and finds no fault of their schemas, in the %s era',
    async (era) => {
      const { tools } = await inspect(
        '--protocol-era',
        era,
        '--strict',
        '--method',
        'tools/list',
        '--',
        ...stdio('treasury'),
      );
      expect(tools.length).toBe(20);
      expect(tools.find(({ name }: { name: string }) => name === 'commit')).toMatchObject({
        annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      });
    },
  );

  test.each(['legacy', 'modern'])('calls a tool and reads the legend in the %s era', async (era) => {
    const tool = [
      '--method',
      'tools/call',
      '--tool-name',
      'validate',
      '--tool-arg',
      'line=RW1 ST a-1 from=a to=b item=x:1',
    ];
    expect(await inspect(...stdio('treasury'), '--protocol-era', era, ...tool)).toMatchObject({
      structuredContent: { outcome: 'valid' },
    });
    const legend = ['--method', 'resources/read', '--uri', 'hearback://legend/pay'];
    expect(JSON.stringify(await inspect(...stdio('treasury'), '--protocol-era', era, ...legend))).toContain(
      'RW1, profile pay',
    );
  });

  test('works over HTTP with a key in its header', async () => {
    const url = `http://127.0.0.1:${own}/mcp`;
    const header = ['--header', `Authorization: Bearer ${keyOf('treasury')}`];
    const call = ['--method', 'tools/call', '--tool-name', 'open'];
    expect(await inspect(url, '--transport', 'http', ...header, ...call)).toMatchObject({
      structuredContent: { outcome: 'read' },
    });
  });
});
