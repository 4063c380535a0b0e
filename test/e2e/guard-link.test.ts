import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processLink } from '../../src/mcp/guard/wire/process-link.ts';

const stubborn = `
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', method: 'pid', params: { pid: process.pid } }) + '\\n');
  process.stdout.write(Buffer.from([0xff, 0x0a]));
`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a server that cannot be read is ended, whatever it does with SIGTERM: another is started in its place', async () => {
  const open = processLink({ command: process.execPath, args: ['-e', stubborn], env: process.env });
  let pid = 0;
  const why = await new Promise<string>((resolve) => {
    open({
      message: (text) => {
        ({ pid } = (JSON.parse(text) as { params: { pid: number } }).params);
      },
      ended: resolve,
    });
  });
  expect(why).toContain('not UTF-8');
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
});

test('what a server was sent before the link is closed has reached it, in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearback-link-'));
  try {
    const env = { ...process.env, HEARD: join(folder, 'heard') };
    const link = processLink({ command: 'sh', args: ['-c', 'cat > "$HEARD"'], env })({
      message: () => undefined,
      ended: () => undefined,
    });
    link.send('1');
    link.send('2');
    await link.close();
    link.send('3');
    expect(readFileSync(join(folder, 'heard'), 'utf8')).toBe('1\n2\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
