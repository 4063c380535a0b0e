import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticator, hasChromium, openBrowser, picture, visit } from '../support/browser.ts';

const root = join(import.meta.dirname, '../..');

describe.skipIf(!hasChromium)('npm run console', () => {
  let browser: Browser;
  let child: ChildProcess;
  const work = mkdtempSync(join(tmpdir(), 'hearback-console-'));
  let told = '';
  beforeAll(async () => {
    browser = await openBrowser();
    child = spawn(process.execPath, ['examples/month-end/console.ts', '--work', work, '--port', '0'], {
      cwd: root,
    });
    child.stdout?.on('data', (chunk) => {
      told += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      told += chunk;
    });
    for (let tries = 0; tries < 240 && !told.includes('Ctrl-C'); tries++) await sleep(250);
  }, 70_000);
  afterAll(async () => {
    await browser?.close();
    if (child.exitCode === null) child.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  });

  test('a passkey is made, the question is answered, and the agents go on', async () => {
    const [enrol = ''] = /http:\S+\/enrol\/\S+/.exec(told) ?? [];
    const { origin } = new URL(enrol);
    const arrived = await visit(browser);
    const { page, incidents } = arrived;
    await authenticator(arrived);
    await page.goto(enrol);
    await page.getByRole('button', { name: 'Make my passkey' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto(`${origin}/`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(`${origin}/`);
    const question = page.locator('[data-question]').first();
    await question.waitFor();
    expect(await question.textContent()).toContain('inv:SG-3307-A');
    await picture(page, 'month-end-question');
    await question.getByRole('button', { name: /^HOLD/ }).click();
    await page.getByText('Nothing is recorded yet').waitFor();
    await picture(page, 'month-end-confirm');
    await page.getByRole('button', { name: 'Answer HOLD' }).click();
    await page.getByText('HOLD').first().waitFor();
    await picture(page, 'month-end-answered');
    const thread = async (): Promise<string> => {
      await page.goto(`${origin}/threads/main?item=inv%3ASG-3307-A`);
      return (await page.locator('ol.sentences').textContent()) ?? '';
    };
    await expect.poll(thread, { timeout: 30_000, interval: 1_000 }).toMatch(/CX/);
    await picture(page, 'month-end-thread');
    expect(incidents).toEqual([]);
  }, 60_000);

  test('it ends when it is told to', async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  }, 30_000);
});
