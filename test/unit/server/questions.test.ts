import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approvalSource } from '../../../src/act/records/approvals.ts';
import { sourcesOf } from '../../../src/evidence/index.ts';
import { approvalsOn } from '../../../src/ledger/index.ts';
import { answers, askAboutHO0, type Deciding, deciding, mainText as text } from '../../support/deciding.ts';
import { CX0, HO0, record } from '../../support/ledger/lines.ts';
import { mayPay } from '../../support/ledger/questions.ts';

let all: Deciding;
beforeEach(async () => {
  all = await deciding();
});
afterEach(() => all.console.close());

const entries = async (): Promise<number> => (await all.office.human.thread({ limit: 10_000 })).length;
describe('the questions page', () => {
  test('says that nothing waits, and that silence does nothing', async () => {
    expect(text(await all.okafor.read('/'))).toContain('Silence does nothing');
    expect(text(await all.okafor.read('/'))).toContain('Nothing waits for you');
  });

  test('shows the nearest deadline first, and what has none last', async () => {
    const ask = (number: number, rest: string) => all.office.scheduler.send(mayPay(number, {}, rest));
    for (const [number, rest] of [
      [1, ''],
      [2, 'by=20261005'],
      [3, 'by=20261003'],
    ] as const)
      await ask(number, rest);
    const html = await all.okafor.read('/');
    expect([...html.matchAll(/data-question="([^"]*)"/g)].map((match) => match[1])).toEqual([
      'scheduler-3',
      'scheduler-2',
      'scheduler-1',
    ]);
  });

  test('shows every execution slot whole, each answer with what it will do, and the time to answer', async () => {
    await askAboutHO0(all.office);
    const page = text(await all.okafor.read('/'));
    const { item, ask: _, ...slots } = record;
    for (const value of [item, ...Object.values(slots)]) expect(page).toContain(value);
    expect(page).toContain('Approves PAY of inv:MD-2026-057 with exactly these values, as FD-0929');
    expect(page).toContain(
      'Holds scheduler-1: nothing of it runs until a later question is answered APPROVE',
    );
    expect(page).toContain('2026-10-02 17:00:00Z');
    expect(page).toContain('account differs from the one on file');
  });

  test('shows those that were asked first where there are very many, says so, and hides no other conversation’s', async () => {
    const asking = all.office.ledger.as({ principal: 'flooder', agents: ['flooder'] });
    for (let number = 1; number <= 500; number++) {
      const rest = number <= 120 ? 'by=20261001' : 'by=20261005'; // the first ones are too late by now
      await asking.send(`RW1 AQ flooder-${number} from=flooder to=human item=x:${number} need=YESNO ${rest}`);
    }
    const here = all.console.ledger.as({ principal: 'quiet', agents: ['quiet'], conversation: 'quiet' });
    await here.send('RW1 AQ quiet-1 from=quiet to=human item=x:1 need=YESNO by=20261002');
    const few = text(await all.okafor.read('/'));
    expect(few).toContain('381 questions wait for you');
    for (let number = 501; number <= 630; number++)
      await asking.send(
        `RW1 AQ flooder-${number} from=flooder to=human item=x:${number} need=YESNO by=20261003`,
      );
    const many = await all.okafor.read('/');
    expect(text(many)).toMatch(
      /More than 501 questions wait for you\. Here are the 501 that were asked first/,
    );
    expect(many).toContain('href="/ledger?type=AQ"');
    const shown = [...many.matchAll(/data-question="([^"]*)"/g)].map((match) => match[1]);
    expect([shown.length, ...shown.slice(0, 2)]).toEqual([20, 'quiet-1', 'flooder-501']);
  });

  test('shows nothing of a conversation that is another person’s', async () => {
    await askAboutHO0(all.office);
    const stranger = await all.console.signIn('a.lim', ['elsewhere']);
    expect(text(await stranger.read('/'))).toContain('Nothing waits for you');
    expect((await stranger.get('/questions/main/payer-3')).status).toBe(404);
    expect((await stranger.post('/questions/main/payer-3/answer', 'x', { val: 'HOLD' })).status).toBe(404);
  });
});

describe('an answer', () => {
  beforeEach(() => askAboutHO0(all.office));

  test('is confirmed by a step that names the act, and then recorded once with what it approves', async () => {
    const page = await all.okafor.read('/questions/main/payer-3');
    const step = await all.okafor.submit(page, '/questions/main/payer-3/answer', { val: 'APPROVE' });
    const confirmation = text(await step.text());
    expect(confirmation).toContain('Nothing is recorded yet');
    expect(confirmation).toContain('APPROVE: PAY of inv:MD-2026-057');
    expect(confirmation).toContain('Type the amount (amt) as shown above');
    expect(await entries()).toBe(2);
    const said = await answers(all.okafor, 'payer-3', 'APPROVE', { typed: '5,400.00' });
    expect([said.status, said.headers.get('location')]).toEqual([303, '/questions/main/payer-3']);
    const after = text(await all.okafor.read('/questions/main/payer-3'));
    expect(after).toContain('m.okafor');
    expect(after).toContain('FD-0929');
    expect(await approvalsOn(all.office.payer, record.item)).toEqual([
      expect.objectContaining({
        reference: 'FD-0929',
        approvers: [
          expect.objectContaining({
            person: 'm.okafor',
            proof: {
              kind: 'passkey',
              passkey: all.okafor.session.passkey,
              since: all.okafor.session.openedAt,
            },
          }),
        ],
      }),
    ]);
    expect(await entries()).toBe(3);
  });

  test.each(['', '5400', '5400.01', '54,00.00', '5400.00 GBP'])(
    'an approval with %j typed is not recorded',
    async (typed) => {
      const said = await answers(all.okafor, 'payer-3', 'APPROVE', { typed });
      expect(said.status).toBe(422);
      expect(text(await said.text())).toContain('That is not what is shown');
      expect(await entries()).toBe(2);
    },
  );

  test('that stops needs nothing typed', async () => {
    expect((await answers(all.okafor, 'payer-3', 'HOLD')).status).toBe(303);
    expect(text(await all.okafor.read('/questions/main/payer-3'))).toContain('It approves no act.');
  });

  test('of a second person, and a second click, is told who answered what and when: 409, nothing recorded', async () => {
    const html = await all.reyes.read('/questions/main/payer-3');
    const step = await all.reyes.submit(html, '/questions/main/payer-3/answer', { val: 'APPROVE' });
    const confirmation = await step.text();
    await answers(all.okafor, 'payer-3', 'HOLD');
    for (const late of [
      await all.reyes.submit(html, '/questions/main/payer-3/answer', { val: 'APPROVE' }),
      await all.reyes.submit(confirmation, '/questions/main/payer-3/confirm', {
        val: 'APPROVE',
        typed: '5400.00',
      }),
    ]) {
      expect(late.status).toBe(409);
      const told = text(await late.text());
      for (const word of [
        'This question has its answer',
        'm.okafor',
        'HOLD',
        '14:00',
        'Nothing was recorded now',
      ])
        expect(told).toContain(word);
    }
    expect(await entries()).toBe(3);
  });

  test('twenty at once: one AN, nineteen times 409 (F07)', async () => {
    const html = await all.okafor.read('/questions/main/payer-3');
    const step = await all.okafor.submit(html, '/questions/main/payer-3/answer', { val: 'APPROVE' });
    const confirmation = await step.text();
    const said = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        all.okafor.submit(confirmation, '/questions/main/payer-3/confirm', {
          val: index % 2 === 0 ? 'APPROVE' : 'HOLD',
          typed: '5400.00',
        }),
      ),
    );
    expect(said.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 19 }, () => 409)]);
    const lines = (await all.office.human.thread()).flatMap(({ line }) => line ?? []);
    expect(lines.filter((line) => line.startsWith('RW1 AN human-'))).toEqual([
      expect.stringContaining(' human-1 '),
    ]);
  });

  test.each(['approve', 'APPROVE please', "no, don't approve", 'disapprove', 'CALLBACK'])(
    'that only contains the word is none: %s (F16)',
    async (val) => {
      expect((await answers(all.okafor, 'payer-3', val)).status).toBe(422);
      expect(await entries()).toBe(2);
    },
  );

  test('after its time is told so: 409, nothing recorded', async () => {
    all.console.now = Date.parse('2026-10-02T16:59:59Z');
    const reader = await all.console.signIn('a.lim');
    const html = await reader.read('/questions/main/payer-3');
    all.console.now += 1_000;
    const late = await answers(reader, 'payer-3', 'HOLD', { html });
    expect(late.status).toBe(409);
    expect(text(await late.text())).toContain('It is too late to answer');
    expect(text(await reader.read('/questions/main/payer-3'))).toContain('It is too late to answer');
    expect(await entries()).toBe(2);
  });

  test('after a cancel is told so: 409, nothing recorded', async () => {
    const html = await all.okafor.read('/questions/main/payer-3');
    await all.office.scheduler.send(CX0);
    const before = await entries();
    const over = await answers(all.okafor, 'payer-3', 'HOLD', { html });
    expect(over.status).toBe(409);
    expect(text(await over.text())).toContain('This question is over');
    expect(await entries()).toBe(before);
    expect(text(await all.okafor.read('/questions/main/payer-3'))).toContain('was ended by');
  });

  test('to a page that shows something else by now is told so: 409, nothing recorded', async () => {
    await all.console.close();
    let acct = '40-12-88/61102938';
    all = await deciding({ records: () => async () => ({ acct }) });
    await askAboutHO0(all.office);
    const html = await all.okafor.read('/questions/main/payer-3');
    acct = '40-12-88/61102939';
    const said = await answers(all.okafor, 'payer-3', 'APPROVE', { html, typed: '5400.00' });
    expect(said.status).toBe(409);
    expect(text(await said.text())).toContain('not what you were shown any more');
    expect(await entries()).toBe(2);
  });

  test('to a page that shows the same is taken, whatever was written meanwhile', async () => {
    const html = await all.okafor.read('/questions/main/payer-3');
    expect(await all.office.paying.prepare({ handoff: 'scheduler-1' })).toMatchObject({
      outcome: 'prepared',
    });
    const said = await answers(all.okafor, 'payer-3', 'APPROVE', { html, typed: '5400.00' });
    expect(said.status).toBe(303);
  });

  test('GET and HEAD of every address change nothing, then a person’s POST is recorded once (F19)', async () => {
    const scanner = { 'user-agent': 'Mail-Scanner/1.0' };
    for (const path of ['', '/answer', '/confirm']) {
      for (let times = 0; times < 5; times++) {
        for (const method of ['GET', 'HEAD'])
          await all.console.request(`/questions/main/payer-3${path}?val=APPROVE`, {
            method,
            headers: scanner,
          });
        await all.okafor.get(`/questions/main/payer-3${path}?val=APPROVE&typed=5400.00`);
      }
    }
    expect(await entries()).toBe(2);
    expect((await answers(all.okafor, 'payer-3', 'APPROVE', { typed: '5400.00' })).status).toBe(303);
    expect(await entries()).toBe(3);
  });

  test('without a form’s token, with that of another session or another question, is refused: 403 (A20)', async () => {
    await all.office.payer.send(
      'RW1 AQ payer-9 p=pay from=payer to=human item=x:1 need=ENUM opts=HOLD+CALLBACK',
    );
    const html = await all.okafor.read('/questions/main/payer-3');
    const other = await all.okafor.read('/questions/main/payer-9');
    const post = '/questions/main/payer-3/answer';
    const fields = (page: string) =>
      Object.fromEntries(
        [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
          name ?? '',
          value ?? '',
        ]),
      );
    expect((await all.reyes.submit(html, post, { val: 'HOLD' })).status).toBe(403);
    expect((await all.okafor.post(post, 'x', { ...fields(other), val: 'HOLD' })).status).toBe(403);
    expect((await all.okafor.post(post, 'x', { _form: '', val: 'HOLD' })).status).toBe(403);
    const origin = await all.console.request(post, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'val=HOLD',
    });
    expect(origin.status).toBe(403);
    expect(await entries()).toBe(3);
  });
});

test('two questions are answered in the other order, and one is crossed (F12)', async () => {
  await askAboutHO0(all.office);
  await all.office.payer.send(
    'RW1 AQ payer-5 re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=REJECT+CALLBACK',
  );
  expect((await answers(all.okafor, 'payer-3', 'CALLBACK')).status).toBe(422);
  expect((await answers(all.okafor, 'payer-5', 'CALLBACK')).status).toBe(303);
  expect((await answers(all.okafor, 'payer-3', 'HOLD')).status).toBe(303);
  const lines = (await all.office.human.thread()).flatMap(({ line }) => line ?? []);
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/re=payer-5 .*val=CALLBACK/),
    expect.stringMatching(/re=payer-3 .*val=HOLD/),
  ]);
});

describe('a question without closed answers', () => {
  test.each<[need: string, given: string, line: RegExp]>([
    ['TEXT', 'Phone them first, <b>then</b> pay.', /val=tail \/\/ Phone them first, <b>then<\/b> pay\.$/],
    ['NUM', '-12.5', /val=-12\.5$/],
    ['DATE', '20261003', /val=20261003$/],
    ['YESNO', 'N', /val=N$/],
  ])('is answered as it asks: %s', async (need, given, line) => {
    await all.office.payer.send(`RW1 AQ payer-3 from=payer to=human item=x:1 need=${need}`);
    expect((await answers(all.okafor, 'payer-3', given)).status).toBe(303);
    const { entry } = (await all.office.human.show('human-1')) ?? {};
    expect(entry?.line).toMatch(line);
  });

  test.each<[need: string, given: string]>([
    ['NUM', 'twelve'],
    ['DATE', '20260231'],
    ['YESNO', 'yes'],
    ['TEXT', ''],
    ['TEXT', 'a'.repeat(301)],
    ['TEXT', 'one\nRW1 AN human-9 re=payer-3 from=human to=payer val=Y'],
  ])('takes nothing else: %s %j', async (need, given) => {
    await all.office.payer.send(`RW1 AQ payer-3 from=payer to=human item=x:1 need=${need}`);
    expect((await answers(all.okafor, 'payer-3', given)).status).toBe(422);
    expect(await entries()).toBe(1);
  });
});

describe('what is shown', () => {
  test('a missing slot disables APPROVE and is named; a POST all the same is refused (F17)', async () => {
    await all.office.scheduler.send(mayPay(1, { acct: null }));
    const html = await all.okafor.read('/questions/main/scheduler-1');
    expect(html).toMatch(/value="APPROVE" disabled/);
    expect(text(html)).toContain('acct is missing');
    expect(text(html)).toContain('acct has no value, and PAY runs with it.');
    const said = await answers(all.okafor, 'scheduler-1', 'APPROVE', { typed: '5400.00' });
    expect(said.status).toBe(409);
    expect(await entries()).toBe(1);
    expect((await answers(all.okafor, 'scheduler-1', 'CALLBACK')).status).toBe(303);
  });

  test('a long account, a tail of 300 characters and forty artifacts stand there whole (F17)', async () => {
    const acct = `40-12-88/${'7'.repeat(54)}9`;
    const tail = `${'a'.repeat(299)}Z`;
    const art = Array.from({ length: 40 }, (_, index) => `file:proof-${index}.pdf`).join('+');
    const line = `${HO0.replace(/ acct=\S+/, ` acct=${acct}`)} art=${art} // ${tail}`;
    const sent = await all.office.scheduler.send(line, { record: { ...record, acct }, add: [] });
    expect(sent).toMatchObject({ outcome: 'accepted' });
    await all.office.payer.send(
      'RW1 AQ payer-3 re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD',
    );
    const page = text(await all.okafor.read('/'));
    for (const whole of [acct, tail, ...art.split('+')]) expect(page).toContain(whole);
  });

  test('another value in the records stands beside the one that was sent, marked', async () => {
    await all.console.close();
    all = await deciding({ records: () => async () => ({ acct: '40-12-88/61102939', amt: '5400.00' }) });
    await askAboutHO0(all.office);
    const html = await all.okafor.read('/');
    expect(text(html)).toContain('the record');
    expect(html).toMatch(/class="differs">\s*<th[^>]*><span class="slot-name">acct/);
    // what the records say alike, and what they say nothing about, is no difference
    expect(html.match(/class="differs"/g)).toHaveLength(1);
    expect(text(html)).toContain('marlow – says nothing');
    expect(text(html)).not.toContain('not given');
  });

  describe('and is what an approval asks to be typed', () => {
    beforeEach(async () => {
      await all.console.close();
      all = await deciding({ records: () => async () => ({ acct: '20-00-00/61102938', amt: '5400.00' }) });
      await askAboutHO0(all.office);
    });

    test.each([
      ['5400.00', 422],
      ['2938', 422], // the record has these four too
      ['20-00-00/61102938', 422],
      ['40-12-88/61102938', 303],
    ] as const)('%j typed: %i', async (typed, status) => {
      const before = await entries();
      const said = await answers(all.okafor, 'payer-3', 'APPROVE', { typed });
      expect(said.status).toBe(status);
      expect(await entries()).toBe(before + (status === 303 ? 1 : 0));
    });

    test('by the name of its slot, on the page that asks once more', async () => {
      const path = '/questions/main/payer-3/answer';
      const step = await all.okafor.submit(await all.okafor.read('/'), path, { val: 'APPROVE' });
      const page = text(await step.text());
      expect(page).toContain('(acct) as shown above, which differs');
      expect(page).not.toContain('Type the amount');
    });
  });

  test('a slot that the question itself names is typed beside the amount', async () => {
    await all.office.scheduler.send(HO0, { record });
    const asks =
      'RW1 AQ payer-3 re=scheduler-1 p=pay from=payer to=human item=inv:MD-2026-057 need=ENUM opts=APPROVE+HOLD acct=40-12-88/61102938';
    expect(await all.office.payer.send(asks)).toMatchObject({ outcome: 'accepted' });
    expect((await answers(all.okafor, 'payer-3', 'APPROVE', { typed: '5400.00' })).status).toBe(422);
    const path = '/questions/main/payer-3';
    const step = await all.okafor.submit(await all.okafor.read(path), `${path}/answer`, { val: 'APPROVE' });
    const html = await step.text();
    expect(html.match(/name="typed"/g)).toHaveLength(2);
    const said = await all.okafor.submit(html, `${path}/confirm`, {
      val: 'APPROVE',
      typed: ['5400.00', '2938'],
    });
    expect(said.status).toBe(303);
  });

  test('a record that only looks like what was sent is said to', async () => {
    await all.console.close();
    all = await deciding({ records: () => async () => ({ sup: 'mar1ow' }) });
    await askAboutHO0(all.office);
    expect(text(await all.okafor.read('/'))).toContain('the records say mar1ow which looks alike');
  });

  test('records that are set up and have nothing for a handoff are no record', async () => {
    await all.console.close();
    all = await deciding({ records: () => async () => ({}) });
    await askAboutHO0(all.office);
    const html = await all.okafor.read('/');
    expect(text(html)).toContain('No record stands beside it.');
    expect(html).not.toContain('class="differs"');
    await all.console.close();
    all = await deciding({ records: approvalSource });
    await askAboutHO0(all.office);
    expect(text(await all.okafor.read('/'))).toContain(
      'The records have nothing on it approvals: nobody has approved',
    );
  });

  test('records that cannot be read are said to be, and are no reason to guess', async () => {
    await all.console.close();
    all = await deciding({
      records: () => async () => {
        throw new Error('the file is gone');
      },
    });
    await askAboutHO0(all.office);
    expect(text(await all.okafor.read('/'))).toContain('the file is gone');
  });

  test('the words of the documents stand beside the values; without documents it is said that none were given', async () => {
    expect(text(await all.okafor.read('/'))).not.toContain('Source evidence');
    const stated =
      'RW1 ST extractor-1 p=pay from=extractor to=payer item=inv:MD-2026-057 sup=marlow amt=5400.00 cur=GBP kind=GROSS src=email:1';
    const sources = sourcesOf([
      {
        pointer: 'email:1',
        title: 'Invoice',
        unread: [],
        parts: [{ name: 'text', text: 'MD-2026-057 to pay 5,400.00 GBP' }],
      },
    ]);
    await all.console.close();
    all = await deciding({ documents: sources });
    const reader = all.office.ledger.as({ principal: 'reader', agents: ['extractor', 'reconciler'] });
    await reader.send(stated);
    await reader.send(stated.replaceAll('extractor', 'reconciler')); // who passes it on points there too
    await askAboutHO0(all.office);
    const page = text(await all.okafor.read('/'));
    const told =
      /amt 5400.00 found \(extractor-1, reconciler-1\) email:1, text : MD-2026-057 to pay 5,400.00 GBP/g;
    expect(page.match(told)).toHaveLength(1);
    expect(page.match(/amt 5400.00 found/g)).toHaveLength(1);
    await all.console.close();
    all = await deciding();
    await askAboutHO0(all.office);
    expect(text(await all.okafor.read('/'))).toContain('None was given.');
  });
});

describe('two people', () => {
  beforeEach(async () => {
    await all.console.close();
    const file = policyFile();
    all = await deciding({ policyFile: file });
    rmSync(dirname(file), { recursive: true }); // it is read once
    await all.office.scheduler.send(mayPay(1));
  });

  test('the first go is kept and shown; the same person twice is refused; another one makes it an approval', async () => {
    expect(text(await all.okafor.read('/'))).toContain('This needs a go from 2 different people');
    expect((await answers(all.okafor, 'scheduler-1', 'APPROVE', { typed: '5400.00' })).status).toBe(303);
    const seen = text(await all.reyes.read('/'));
    expect(seen).toContain('so far has m.okafor at');
    const again = await answers(all.okafor, 'scheduler-1', 'APPROVE', { typed: '5400.00' });
    expect(again.status).toBe(409);
    expect(text(await again.text())).toContain('Another person has to say go');
    expect((await answers(all.reyes, 'scheduler-1', 'APPROVE', { typed: '5400.00' })).status).toBe(303);
    const page = text(await all.okafor.read('/questions/main/scheduler-1'));
    expect(page).toContain('m.okafor at');
    expect(page).toContain('j.reyes at');
    expect(page).toContain('ap-2026');
  });

  test('a go whose passkey was revoked since counts no more', async () => {
    await answers(all.okafor, 'scheduler-1', 'APPROVE', { typed: '5400.00' });
    const html = await all.reyes.read('/questions/main/scheduler-1');
    await all.console.ledger.people.revoke('m.okafor', all.okafor.session.passkey);
    expect((await answers(all.reyes, 'scheduler-1', 'APPROVE', { html, typed: '5400.00' })).status).toBe(409);
    expect(text(await all.reyes.read('/'))).not.toContain('m.okafor');
    expect((await answers(all.reyes, 'scheduler-1', 'APPROVE', { typed: '5400.00' })).status).toBe(303);
    expect(await approvalsOn(all.office.payer, record.item)).toEqual([]);
    const lim = await all.console.signIn('a.lim');
    await answers(lim, 'scheduler-1', 'APPROVE', { typed: '5400.00' });
    const [approval] = await approvalsOn(all.office.payer, record.item);
    expect(approval?.approvers.map(({ person }) => person)).toEqual(['j.reyes', 'a.lim']);
  });
});

function policyFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'hearback-policy-')), 'policy.json');
  writeFileSync(
    file,
    JSON.stringify({
      name: 'ap-2026',
      rules: [{ asks: ['PAY'], alone: { amt: { currency: 'cur', most: { GBP: '5000.00' } } } }],
    }),
  );
  return file;
}
