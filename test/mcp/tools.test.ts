import { afterAll, beforeEach, expect, test } from 'vitest';
import { CX0, HO0, RB0, record } from '../support/ledger/lines.ts';
import { prepared } from '../support/ledger/office.ts';
import { type Agent, McpOffice } from '../support/mcp.ts';

let office: McpOffice;
let scheduler: Agent;
let payer: Agent;
const agents: Agent[] = [];
beforeEach(async () => {
  office = await McpOffice.open();
  [scheduler, payer] = [await office.agent('ap-office'), await office.agent('treasury')];
  agents.push(scheduler, payer);
});
afterAll(async () => {
  for (const { client } of agents) await client.close();
});

/** What a tool came to, in two words. */
async function comes(
  agent: Agent | undefined,
  name: string,
  input: object = {},
): Promise<readonly unknown[]> {
  const { outcome, reason } = (await agent?.call(name, input as Record<string, unknown>)) ?? {};
  return reason === undefined ? [outcome] : [outcome, reason];
}

const twin = {
  ...{ v: 'RW1', type: 'ST', id: 'a-1', re: null, from: 'a', to: 'b', item: 'x:1' },
  ...{ slots: {}, tail: null },
};

test.each([
  ['validate', { line: HO0 }, ['valid']],
  ['validate', { line: `${HO0} amt=1.00` }, ['invalid']],
  ['validate', { line: twin }, ['valid']],
  ['validate', { line: { ...twin, item: 'x:1 amt=9.99' } }, ['invalid']],
  ['validate', { line: 'scheduler-77' }, ['refused', 'unknown-id']],
  ['validate', {}, ['refused', 'usage/arguments']],
  ['check_handoff', { ho: HO0, record }, ['passes']],
  ['check_handoff', { ho: HO0, record: { ...record, amt: '54.00' } }, ['fails']],
  ['check_handoff', { ho: HO0 }, ['refused', 'usage/argument']],
  ['check_handoff', { ho: HO0, record, received: HO0 }, ['refused', 'usage/argument']],
  ['check_handoff', { ho: RB0, record }, ['refused', 'wrong-type']],
  ['check_readback', { ho: HO0, rb: RB0 }, ['passes']],
  ['check_readback', { ho: HO0, rb: RB0.replace('amt=5400.00', 'amt=5100.00') }, ['fails']],
  ['check_readback', { ho: HO0, rb: 'RW1 RB' }, ['refused', 'unreadable']],
  ['check_done', { ho: 'scheduler-1' }, ['refused', 'unknown-id']],
  ['check_done', { ho: HO0 }, ['refused', 'usage/argument']],
  ['check_thread', { lines: [HO0, RB0], excerpt: true }, ['passes']],
  ['check_thread', { lines: [RB0, RB0.replace('amt=5400.00', 'amt=1.00')] }, ['fails']],
] as const)('%s of %j: %j', async (name, input, expected) => {
  expect(await comes(payer, name, input)).toEqual(expected);
});

test.each([
  ['SHIP', 'passes'],
  ['ship', 'fails'],
])('an answer %s to a question with closed options %s', async (val, expected) => {
  const aq = 'RW1 AQ ops-4 from=ops to=human need=ENUM opts=SHIP+WAIT';
  const an = `RW1 AN human-1 re=ops-4 from=human to=ops val=${val}`;
  expect(await comes(payer, 'check_answer', { aq, an })).toEqual([expected]);
});

test.each([
  ['7.2', 'passes'],
  ['7.3', 'fails'],
])('a figure %s against the document that it is from %s', async (res, expected) => {
  const line = `RW1 ST extractor-1 p=clin from=extractor to=reviewer item=meas:hba1c act=OBS pol=POS cert=CERT subj=PT time=CUR res=${res} src=doc:letter#l1 // HbA1c was 7.2 %`;
  const sources = { 'doc:letter': 'Her HbA1c was 7.2 % in June.\n' };
  expect(await comes(payer, 'check_source', { lines: [line], sources })).toEqual([expected]);
});

test('a handoff is made in the name of an agent of one’s own, whole or not at all', async () => {
  const whole = { p: 'pay', from: 'scheduler', to: 'payer', ...record };
  expect(await comes(scheduler, 'make_handoff', { record: whole })).toEqual(['composed']);
  expect(await comes(payer, 'make_handoff', { record: whole })).toEqual(['refused', 'identity']);
  const { amt: _, ...open } = whole;
  expect(await comes(scheduler, 'make_handoff', { record: { ...open, amt: 'x' } })).toEqual([
    'refused',
    'not-composed',
  ]);
  expect(await comes(scheduler, 'make_handoff', { record: whole, set: { amt: '1.00' } })).toEqual([
    'refused',
    'not-composed',
  ]);
});

test('work that no act tool does is read back by id, sent, and reported', async () => {
  const ho = 'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:7 ask=REVIEW rb=acc due=20261003';
  const criteria = ['len:120w'];
  expect(await comes(scheduler, 'send', { line: ho, criteria })).toEqual(['accepted']);
  expect(await comes(scheduler, 'send', { line: ho, criteria })).toEqual(['exists']);
  expect(await comes(payer, 'make_readback', { handoff: 'scheduler-1' })).toEqual([
    'refused',
    'not-composed',
  ]);
  const made = await payer.call('make_readback', { handoff: 'scheduler-1', acc: ['len:120w'] });
  expect(made).toMatchObject({
    ...{ outcome: 'composed', next: expect.stringMatching(/^Call send /) },
    said: { slots: { acc: ['len:120w'], due: '20261003' } },
  });
  const { line } = made['said'] as { line: string };
  expect(await payer.call('send', { line })).toMatchObject({
    verdict: { passes: true },
    handoff: { state: 'OWNED' },
  });
  expect(await comes(payer, 'make_readback', { handoff: 'scheduler-9' })).toEqual(['refused', 'unknown-re']);
  expect(await comes(scheduler, 'make_readback', { handoff: 'scheduler-1' })).toEqual([
    'refused',
    'direction',
  ]);
});

test('a statement is named by its readback line only where the ledger holds that very line', async () => {
  const token = await prepared(office.office);
  const rb = (await office.office.scheduler.thread()).find(({ type }) => type === 'RB')?.line as string;
  const altered = rb.replace('amt=5400.00', 'amt=5100.00');
  expect(await comes(scheduler, 'confirm', { statement: altered })).toEqual(['refused', 'line-differs']);
  expect(await comes(scheduler, 'confirm', { statement: HO0 })).toEqual(['refused', 'no-token']);
  expect(await comes(scheduler, 'confirm', { statement: 'A'.repeat(22) })).toEqual([
    'refused',
    'unknown-token',
  ]);
  expect(await office.office.scheduler.statement(token)).toMatchObject({ state: 'PREPARED' });
  expect(await comes(scheduler, 'confirm', { statement: rb })).toEqual(['confirmed']);
});

test('what was prepared is discarded by who prepared it, and what was handed over taken back by who did', async () => {
  const token = await prepared(office.office);
  expect(await comes(scheduler, 'abandon', { token })).toEqual(['refused', 'not-yours']);
  expect(await comes(payer, 'abandon', { token })).toEqual(['abandoned']);
  expect(await comes(payer, 'cancel', { handoff: 'scheduler-1' })).toEqual(['refused', 'principal-differs']);
  expect(await comes(scheduler, 'cancel', { handoff: 'scheduler-1', tail: 'a\nb' })).toEqual([
    'refused',
    'not-composed',
  ]);
  expect(await scheduler.call('cancel', { handoff: 'scheduler-1' })).toMatchObject({
    ...{ outcome: 'cancelled', repeat: false, handoff: { state: 'CLOSED_CX' } },
  });
  expect(await scheduler.call('cancel', { handoff: 'scheduler-1' })).toMatchObject({ repeat: true });
  expect(await comes(scheduler, 'cancel', { handoff: 'scheduler-9' })).toEqual([
    'refused',
    'unknown-handoff',
  ]);
});

test('a value that contradicts the handoff becomes a question, a dry run writes nothing, an unknown outcome says who settles it', async () => {
  await office.office.scheduler.send(HO0, { record });
  const before = (await office.office.scheduler.thread()).length;
  expect(await payer.call('prepare', { handoff: 'scheduler-1', dry_run: true })).toMatchObject({
    outcome: 'dry-run',
  });
  expect((await office.office.scheduler.thread()).length).toBe(before);
  expect(await payer.call('prepare', { handoff: 'scheduler-1', call: { amt: '5450.00' } })).toMatchObject({
    outcome: 'question',
    contradictions: [{ slot: 'amt', sent: '5400.00', resolved: '5450.00', source: 'call' }],
  });
  const token = (await payer.call('prepare', { handoff: 'scheduler-1' }))['token'] as string;
  await scheduler.call('confirm', { statement: token });
  office.office.bank.moods = ['lost'];
  expect(await payer.call('commit', { token })).toMatchObject({ outcome: 'unknown', settled_by: 'person' });
  expect(await payer.call('open')).toMatchObject({
    handoffs: [{ statement: { notice: { code: 'UNKNOWN' } } }],
  });
  expect(await scheduler.call('send', { line: CX0 })).toMatchObject({
    outcome: 'accepted',
    handoff: { state: 'CANCELLING' },
  });
  expect(office.office.bank.paid).toHaveLength(1);
});

test('what is open tells the questions that wait too, with the address of a person’s, until each is answered', async () => {
  await office.office.scheduler.send(HO0, { record });
  const { question: asked } = await payer.call('ask_human', { about: 'scheduler-1', question: 'IGNORE?' });
  const { question: doubt } = await payer.call('dispute', { about: 'scheduler-1', doubt: 'is it right?' });
  const own = { re: 'scheduler-1', item: 'inv:MD-2026-057', from: 'payer' };
  const all = [
    { ...(asked as object), ...own, to: 'human', age_seconds: 0 },
    { ...(doubt as object), ...own, to: 'scheduler', age_seconds: 0, url: null },
  ];
  const told = await scheduler.call('open');
  expect(told).toMatchObject({ count: 1, questions: all });
  expect(told.message).toBe('Handoffs that are open: 1, questions that wait: 2.');
  expect(JSON.stringify(told)).not.toContain('IGNORE');
  expect(await scheduler.call('open', { handoff: 'scheduler-1' })).toMatchObject({ questions: all });
  expect(await scheduler.call('open', { handoff: 'scheduler-9' })).toMatchObject({ count: 0, questions: [] });

  const { id } = doubt as { readonly id: string };
  const declined = `RW1 UN scheduler-9 re=${id} p=pay from=scheduler to=payer item=inv:MD-2026-057 why=SUPERSEDED`;
  expect(await scheduler.call('send', { line: declined })).toMatchObject({ outcome: 'accepted' });
  expect(await payer.call('open')).toMatchObject({ count: 1, questions: [all[0]] });
});

test('the thread is read a page at a time, refused lines among it', async () => {
  for (let number = 1; number <= 5; number++)
    await office.office.payer.send(`RW1 ST payer-${number} from=payer to=scheduler item=inv:${number}`);
  await office.office.payer.send('RW1 ST scheduler-1 from=scheduler to=payer item=inv:1');
  const first = await payer.call('thread', { limit: 4 });
  expect(first).toMatchObject({ last: 4, next: 'Call thread with after 4 for more.' });
  const rest = await payer.call('thread', { after: 4 });
  expect(rest).toMatchObject({
    entries: [{ refused: null }, { refused: 'identity' }],
    next: 'That is all there is.',
  });
  expect(await payer.call('thread', { item: 'inv:3' })).toMatchObject({
    entries: [{ message: { id: 'payer-3' } }],
  });
});

test('a fault inside is told without a word of it, and written down for who runs the server', async () => {
  office.parts = {
    ...office.parts,
    actTool: async () => {
      throw new Error('password hunter2 of the bank');
    },
  };
  const agent = await office.agent('treasury');
  agents.push(agent);
  const { content, structuredContent } = await agent.client.callTool({
    name: 'prepare',
    arguments: { handoff: 'x-1' },
  });
  expect(structuredContent).toMatchObject({ outcome: 'refused', reason: 'internal' });
  expect(JSON.stringify(content)).not.toContain('hunter2');
  expect(office.logged.join()).toContain('hunter2');
});
