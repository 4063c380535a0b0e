import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Deciding, deciding, mainText } from '../../support/deciding.ts';
import { HO0, RB0, record } from '../../support/ledger/lines.ts';
import { confirmed, prepared } from '../../support/ledger/office.ts';

let all: Deciding;
beforeEach(async () => {
  all = await deciding();
});
afterEach(() => all.console.close());

const shown = async (path: string): Promise<string> => mainText(await all.okafor.read(path));
const entries = async (): Promise<number> => (await all.office.human.thread({ limit: 10_000 })).length;

describe('statements waiting', () => {
  test('are shown with exactly what runs, from their preparation until they have run', async () => {
    expect(await shown('/statements')).toContain('No statement waits');
    const token = await prepared(all.office);
    const page = await shown('/statements');
    for (const word of [
      'PAY',
      record.item,
      record.acct,
      'prepared, not confirmed',
      '2026-10-02 17:00:00Z',
      'scheduler ( ap-office )',
    ])
      expect(page).toContain(word);
    await all.office.sending.confirm({ token });
    expect(await shown('/statements')).toContain('confirmed, will run');
    await all.office.paying.commit({ token });
    expect(await shown('/statements')).toContain('No statement waits');
  });

  test('of another person’s conversation are not', async () => {
    await prepared(all.office);
    const stranger = await all.console.signIn('a.lim', ['elsewhere']);
    expect(mainText(await stranger.read('/statements'))).toContain('No statement waits');
  });
});

describe('held and orphaned handoffs', () => {
  test('are shown with their age and why nothing moves them', async () => {
    expect(await shown('/held')).toContain('Nothing is held');
    await all.office.scheduler.send(HO0, { record });
    expect(await shown('/held')).toContain('Nothing is held');
    await all.office.payer.send(RB0.replace('amt=5400.00', 'amt=5450.00'));
    all.console.now += 90 * 60_000;
    all = { ...all, okafor: await all.console.signIn('a.lim') };
    expect(await shown('/held')).toMatch(
      /held, its readback failed .*Its readback failed: its sender sends it again.*90 min|1 h/,
    );
    all.console.now = Date.parse('2026-10-02T17:00:00Z');
    all = { ...all, okafor: await all.console.signIn('b.lim') };
    expect(await shown('/held')).toContain('Its time has passed and nobody ended it');
  });
});

describe('unknown outcomes', () => {
  let path: string;
  let token: string;
  beforeEach(async () => {
    all.office.bank.moods = ['lost'];
    token = await confirmed(all.office);
    expect(await all.office.paying.commit({ token })).toMatchObject({ outcome: 'unknown' });
    path = `/unknown/main/${token}`;
  });

  const { item: _, ask: __, ...values } = record;
  const seen = Object.fromEntries(Object.entries(values).map(([slot, value]) => [`seen-${slot}`, value]));
  const evidence = 'the bank’s statement of 2 October, line 14';

  async function settles(fields: Readonly<Record<string, string>>): Promise<Response> {
    const step = await all.okafor.submit(await all.okafor.read(path), `${path}/review`, fields);
    if (step.status !== 200) return step;
    const html = await step.text();
    expect(mainText(html)).toContain('Nothing is recorded yet');
    return all.okafor.submit(html, `${path}/settle`);
  }

  test('are shown with what to look up, and their question leads there', async () => {
    const page = await shown('/unknown');
    expect(page).toMatch(/What to look up\. PAY of inv:MD-2026-057 .* may or may not have been done/);
    expect(page).toMatch(/Look for the reference RW-[0-9A-Z]{15}|treasury settles it/);
    expect(await all.okafor.read('/')).toContain(`href="${path}"`);
  });

  test('EXECUTED takes the values as they were seen, and is recorded under the person’s name', async () => {
    const said = await settles({ outcome: 'EXECUTED', evidence, ...seen });
    expect([said.status, said.headers.get('location')]).toEqual([303, path]);
    expect(await all.office.payer.statement(token)).toMatchObject({
      state: 'EXECUTED',
      result: { evidence: 'person', values, mismatch: false },
    });
    const lines = (await all.office.human.thread({ limit: 100 })).map(
      ({ principal, line }) => `${principal}: ${line}`,
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^m\.okafor: RW1 AN human-1 .*val=EXECUTED .*line 14/),
    );
    expect(await shown('/unknown')).toContain('Nothing is unknown');
  });

  test('EXECUTED with another amount than planned is a mismatch, and asks whether to undo it', async () => {
    await settles({ outcome: 'EXECUTED', evidence, ...seen, 'seen-amt': '540.00' });
    expect(await all.office.payer.statement(token)).toMatchObject({ result: { mismatch: true } });
  });

  test('NOTEXEC closes it as not done', async () => {
    expect((await settles({ outcome: 'NOTEXEC', evidence })).status).toBe(303);
    expect(await all.office.payer.statement(token)).toMatchObject({ state: 'NOTEXEC' });
  });

  test('STILL-UNKNOWN keeps it where it is, with what was looked at', async () => {
    expect((await settles({ outcome: 'STILL-UNKNOWN', evidence })).status).toBe(303);
    expect(await all.office.payer.statement(token)).toMatchObject({ state: 'UNKNOWN' });
    expect(await shown('/unknown')).toContain('may or may not have been done');
  });

  test.each<[Readonly<Record<string, string>>, string]>([
    [{ outcome: 'DONE', evidence }, 'Choose one of EXECUTED, NOTEXEC, STILL-UNKNOWN'],
    [{ outcome: 'executed', evidence, ...seen }, 'Choose one of'],
    [{ outcome: 'NOTEXEC', evidence: '  ' }, 'Say what you looked at'],
    [{ outcome: 'EXECUTED', evidence }, 'EXECUTED needs every value as you saw it'],
    [{ outcome: 'EXECUTED', evidence, ...seen, 'seen-acct': '' }, 'acct has none'],
    [{ outcome: 'NOTEXEC', evidence, 'seen-amt': '5400.00' }, 'Values go with EXECUTED alone'],
  ])('%j is not taken: %s', async (fields, says) => {
    const before = await entries();
    const said = await settles(fields);
    expect(said.status).toBe(422);
    expect(mainText(await said.text())).toContain(says);
    expect(await entries()).toBe(before);
  });

  test('what another person settled meanwhile is not settled again: 409, nothing recorded', async () => {
    const step = await all.reyes.submit(await all.reyes.read(path), `${path}/review`, {
      outcome: 'NOTEXEC',
      evidence,
    });
    const html = await step.text();
    await settles({ outcome: 'EXECUTED', evidence, ...seen });
    const before = await entries();
    expect((await all.reyes.submit(html, `${path}/settle`)).status).toBe(409);
    expect(await entries()).toBe(before);
    expect(await all.office.payer.statement(token)).toMatchObject({ state: 'EXECUTED' });
  });

  test('GET settles nothing', async () => {
    const before = await entries();
    for (const act of ['', '/review', '/settle'])
      await all.okafor.get(`${path}${act}?outcome=NOTEXEC&evidence=x`);
    expect(await entries()).toBe(before);
  });
});
