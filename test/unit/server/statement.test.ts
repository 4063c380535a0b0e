import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Deciding, deciding, mainText } from '../../support/deciding.ts';
import { handedOver } from '../../support/handed-over.ts';
import { CX0, record } from '../../support/ledger/lines.ts';

const call =
  '{"arguments":{"amount":5400.00,"note":"a\u202eb<script>"},"pin":"sha256:1","server":"bank","tool":"transfer"}';

let all: Deciding;
beforeEach(async () => {
  all = await deciding();
});
afterEach(() => all.console.close());

/** A call that a guard wrote in the person's name and prepared. */
const waiting = (kept: string = call): Promise<string> => handedOver(all.office, { call, kept });

const paying = () => all.office.pays({ artifact: async () => call });

/** What the ledger took; an answer that came too late is kept as refused. */
const entries = async (): Promise<number> => {
  const thread = await all.office.human.thread({ limit: 10_000 });
  return thread.filter(({ refused }) => refused === null).length;
};
const path = (token: string, step = ''): string => `/statements/main/${token}${step}`;

async function answers(token: string, val: string, typed?: string): Promise<Response> {
  const step = await all.okafor.submit(await all.okafor.read(path(token)), path(token, '/answer'), { val });
  if (step.status !== 200) return step;
  const fields = { val, ...(typed === undefined ? {} : { typed }) };
  return all.okafor.submit(await step.text(), path(token, '/confirm'), fields);
}

describe('a statement that a person has to confirm', () => {
  test('is shown whole, the tool’s call as it was frozen, and links from the list', async () => {
    const token = await waiting();
    const shown = mainText(await all.okafor.read(path(token)));
    for (const word of [
      'PAY',
      record.item,
      record.acct,
      '5400.00',
      '"tool":"transfer"',
      'U+202E',
      '<script>',
    ])
      expect(shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')).toContain(word);
    expect(await all.okafor.read('/statements')).toContain(`href="${path(token)}"`);
  });

  test('is confirmed in two steps, and then runs once', async () => {
    const token = await waiting();
    const before = await entries();
    expect((await paying().commit({ token })).outcome).toBe('refused');
    expect((await answers(token, 'Y', '5,400.00')).status).toBe(303);
    expect(await entries()).toBe(before + 1);
    expect(await paying().commit({ token })).toMatchObject({ outcome: 'executed', mismatch: false });
    expect(mainText(await all.okafor.read(path(token)))).toContain('by m.okafor');
    expect(all.office.bank.asked).toHaveLength(1);
  });

  test('is confirmed however long its call is', async () => {
    const long = call.replace('<script>', 'x'.repeat(200_000));
    const token = await handedOver(all.office, { call: long, kept: long });
    expect((await answers(token, 'Y', '5400.00')).status).toBe(303);
  });

  test.each(['', '5400', '5400.01', '54.00'])(
    'is not confirmed where %j is typed for its amount',
    async (typed) => {
      const token = await waiting();
      const before = await entries();
      expect((await answers(token, 'Y', typed)).status).toBe(422);
      expect(await entries()).toBe(before);
    },
  );

  test('is discarded with N, and does not run', async () => {
    const token = await waiting();
    const html = await all.okafor.read(path(token));
    expect((await answers(token, 'N')).status).toBe(303);
    expect((await paying().commit({ token })).outcome).toBe('refused');
    const again = await all.okafor.submit(html, path(token, '/answer'), { val: 'Y' });
    expect(again.status).toBe(409);
    expect(mainText(await again.text())).toMatch(
      /discarded answer by m\.okafor at 2026-\S+ \S+Z , in human-2/,
    );
  });

  test('that was cancelled meanwhile: who did it and when, and nothing is recorded', async () => {
    const token = await waiting();
    const html = await all.okafor.read(path(token));
    const step = await (await all.okafor.submit(html, path(token, '/answer'), { val: 'Y' })).text();
    const cx = CX0.replace('scheduler-4 re=scheduler-1', 'human-2 re=human-1').replace(
      'from=scheduler',
      'from=human',
    );
    expect(await all.office.human.send(cx)).toMatchObject({ outcome: 'accepted' });
    const after = await entries();
    const late = await all.okafor.submit(step, path(token, '/confirm'), { val: 'Y', typed: '5400.00' });
    expect(late.status).toBe(409);
    expect(mainText(await late.text())).toMatch(
      /discarded cancel by m\.okafor at 2026-\S+ \S+Z , in human-2/,
    );
    expect(await entries()).toBe(after);
  });

  test.each([
    ['nothing', undefined],
    ['another call', call.replace('5400.00', '5400.01')],
  ])('with %s kept behind its hash cannot be confirmed, only discarded', async (_, kept) => {
    const token = await handedOver(all.office, { call, ...(kept === undefined ? {} : { kept }) });
    const before = await entries();
    const html = await all.okafor.read(path(token));
    expect(mainText(html)).toContain('cannot be shown whole here');
    expect(html).not.toContain('transfer');
    expect((await all.okafor.submit(html, path(token, '/answer'), { val: 'Y' })).status).toBe(409);
    expect(await entries()).toBe(before);
    expect((await answers(token, 'N')).status).toBe(303);
  });

  test('is another’s to look at, not to answer', async () => {
    const token = await waiting();
    const html = await all.reyes.read(path(token));
    expect(mainText(html)).toContain('m.okafor’s to confirm');
    expect(html).not.toContain('<form');
    expect(html).not.toContain('transfer');
    const forged = await all.reyes.post(path(token, '/confirm'), 'x', { val: 'Y', typed: '5400.00' });
    expect(forged.status).toBe(409);
  });

  test('a second click, a page from before, an answer after its time: nothing is recorded', async () => {
    const token = await waiting();
    const html = await all.okafor.read(path(token));
    const step = await (await all.okafor.submit(html, path(token, '/answer'), { val: 'Y' })).text();
    const fields = { val: 'Y', typed: '5400.00' };
    expect((await all.okafor.submit(step, path(token, '/confirm'), fields)).status).toBe(303);
    const after = await entries();
    for (const again of [
      await all.okafor.submit(step, path(token, '/confirm'), fields),
      await all.okafor.submit(html, path(token, '/answer'), { val: 'N' }),
    ]) {
      expect(again.status).toBe(409);
      expect(mainText(await again.text())).toMatch(/It is CONFIRMED by now.*by m\.okafor/s);
    }
    expect(await entries()).toBe(after);
  });

  test('twenty at once: one is recorded', async () => {
    const token = await waiting();
    const step = await all.okafor.submit(await all.okafor.read(path(token)), path(token, '/answer'), {
      val: 'Y',
    });
    const html = await step.text();
    const before = await entries();
    const fields = { val: 'Y', typed: '5400.00' };
    const all20 = Array.from({ length: 20 }, () => all.okafor.submit(html, path(token, '/confirm'), fields));
    const statuses = (await Promise.all(all20)).map(({ status }) => status).sort();
    expect(statuses).toEqual([303, ...Array.from({ length: 19 }, () => 409)]);
    expect(await entries()).toBe(before + 1);
  });

  test('past its time it is not confirmed', async () => {
    const token = await waiting();
    const html = await all.okafor.read(path(token));
    all.console.now = Date.parse('2026-10-02T14:29:00Z');
    const step = await (await all.okafor.submit(html, path(token, '/answer'), { val: 'Y' })).text();
    all.console.now = Date.parse('2026-10-02T17:00:00Z');
    const okaforLater = await all.console.signIn('m.okafor');
    expect(mainText(await okaforLater.read(path(token)))).toContain('does not run');
    expect(
      (await all.okafor.submit(step, path(token, '/confirm'), { val: 'Y', typed: '5400.00' })).status,
    ).not.toBe(303);
  });

  test('that the policy asks two people for is not confirmed by one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-policy-'));
    const rules = [{ asks: ['PAY'], alone: { amt: { currency: 'cur', most: { GBP: '5000.00' } } } }];
    writeFileSync(join(folder, 'policy.json'), JSON.stringify({ name: 'ap-2026', rules }));
    await all.console.close();
    all = await deciding({ policyFile: join(folder, 'policy.json') });
    rmSync(folder, { recursive: true });
    const token = await waiting();
    expect(mainText(await all.okafor.read(path(token)))).toContain('The policy asks 2 people for it');
    const html = await all.okafor.read(path(token));
    expect((await all.okafor.submit(html, path(token, '/answer'), { val: 'Y' })).status).toBe(409);
    expect((await answers(token, 'N')).status).toBe(303);
  });

  test('looking at it, however often, changes nothing', async () => {
    const token = await waiting();
    const before = await entries();
    for (const method of ['GET', 'HEAD', 'GET']) await all.console.request(path(token), { method });
    for (let at = 0; at < 3; at++) await all.okafor.get(path(token));
    expect(await entries()).toBe(before);
  });
});
