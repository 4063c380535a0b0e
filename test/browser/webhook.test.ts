import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedHeaders } from '../../src/server/notify/signature.ts';
import { authenticator, hasChromium, openBrowser, visit } from '../support/browser.ts';
import { CliOffice } from '../support/cli-office.ts';
import { mayPay } from '../support/ledger/questions.ts';
import { type ServeProcess, serveProcess } from '../support/serve-process.ts';

const secret = 'a secret of the office and its mail';

/** What the receiver of the webhook was sent. */
interface Told {
  readonly kind: string;
  readonly question: string;
  readonly link: string;
}

/** The whole way: the program tells a receiver, who passes the link on, and a person opens it. */
describe.skipIf(!hasChromium)('the link that a webhook tells', () => {
  let browser: Browser;
  let office: CliOffice;
  let server: ServeProcess;
  let receiver: Server;
  const told: { readonly body: string; readonly headers: IncomingMessage['headers'] }[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    office = await CliOffice.open();
    receiver = createServer(async (request, answer) => {
      told.push({ body: await text(request), headers: request.headers });
      answer.end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    server = await serveProcess(
      ['--port', '0', '--ledger', office.ledger, '--webhook', `http://127.0.0.1:${port}/hook`],
      { HEARBACK_WEBHOOK_SECRET: secret },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end('SIGTERM');
    receiver?.close();
    office?.remove();
  });

  /** Lines of the conversation, as the ledger has them. */
  const lines = async (): Promise<readonly string[]> => {
    const { stdout } = await office.run('ap-office', 'thread');
    return stdout.split('\n').filter((line) => line.includes('RW1 '));
  };

  test('is opened in a mail, asks to sign in, leads to the question, and changes nothing until it is answered', async () => {
    expect(await office.run('ap-office', 'send', mayPay(1, {}, 'by=20991231'))).toMatchObject({ status: 0 });
    while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const [{ body, headers } = { body: '', headers: {} }] = told;
    const at = Number(headers['webhook-timestamp']);
    const id = String(headers['webhook-id']);
    expect(headers).toMatchObject(signedHeaders({ secret, id, at, body }));
    const { kind, question, link } = JSON.parse(body) as Told;
    expect([kind, question, link]).toEqual([
      'question',
      'scheduler-1',
      `${server.origin}/questions/main/scheduler-1`,
    ]);
    expect(body).not.toContain('5400.00');

    const arrived = await visit(browser);
    const { page } = arrived;
    await authenticator(arrived);
    const { stdout } = await office.run(null, 'person', 'add', 'a.lim', '--console', server.origin);
    await page.goto(stdout.trim());
    await page.getByRole('button', { name: 'Make my passkey' }).click();
    await page.waitForURL('**/sign-in');

    const before = await lines();
    await page.route('http://mail.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${link}">A question waits for you</a>` }),
    );
    await page.goto('http://mail.example/');
    await page.getByRole('link').click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(link);
    expect(await page.locator('[data-question]').getAttribute('data-question')).toBe('scheduler-1');
    expect(await lines()).toEqual(before);

    await page.goto('http://mail.example/'); // it may be opened again
    await page.getByRole('link').click();
    await page.waitForURL(link);
    await page.getByRole('button', { name: /^HOLD/ }).click();
    await page.getByRole('button', { name: 'Answer HOLD' }).click();
    await page.getByText('answered by').waitFor();
    expect((await lines()).filter((line) => !before.includes(line))).toEqual([
      expect.stringMatching(/AN human-1 re=scheduler-1 .*val=HOLD/),
    ]);

    await page.goto('http://mail.example/'); // and says afterwards what became of it
    await page.getByRole('link').click();
    await page.getByText('answered by').waitFor();
    expect(await page.getByRole('button', { name: /^HOLD/ }).count()).toBe(0);
    expect(arrived.incidents).toEqual([]);
  });
});
