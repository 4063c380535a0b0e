import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CliOffice } from '../support/cli-office.ts';
import { command } from './cli.ts';

let office: CliOffice;
beforeEach(async () => {
  office = await CliOffice.open();
});
afterEach(() => office.remove());

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a worker that gets %s ends after the statement that runs, and leaves the next one',
  async (signal) => {
    office.configure({ env: { BANK_DOES: 'waits' } });
    await office.confirmed(1);
    await office.confirmed(2);
    const args = [command, 'work', '--wait', '60', '--key-file', office.path('treasury.key')];
    const child = spawn(process.execPath, args, {
      cwd: office.folder,
      env: { PATH: process.env['PATH'], HEARBACK_LEDGER: office.ledger },
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    while (!(await office.run(null, 'open')).stdout.includes('RUNNING')) await sleep(50);
    child.kill(signal);
    await sleep(200);
    expect(child.exitCode).toBe(null);
    writeFileSync(office.path('bank.jsonl.go'), '');
    expect(await ended).toBe(0);
    expect(out.match(/^RW1 DN /gm)).toHaveLength(1);
    expect(office.paid()).toHaveLength(1);
    expect((await office.run(null, 'open')).stdout).toContain('READY');
  },
);
