import { afterEach, beforeEach, expect, test } from 'vitest';
import { createActTool } from '../../../src/act/index.ts';
import { openConsole, type TestConsole } from '../../support/console.ts';
import { at, HO0, record } from '../../support/ledger/lines.ts';
import { Bank } from '../../support/ledger/office.ts';

let console: TestConsole;
let bank: Bank;
let keys: { readonly office: string; readonly treasury: string; readonly person: string };

beforeEach(async () => {
  bank = new Bank();
  const actTool = async (ledger: Parameters<typeof createActTool>[0]['ledger']) =>
    createActTool({ ledger, executors: { PAY: bank } });
  console = openConsole({ now: at('14:00:00'), settings: { actTool } });
  const { principals } = console.ledger;
  const add = async (principal: string, agents: readonly string[], person = false) =>
    (await principals.add({ principal, agents, person, by: 'operator' })).key;
  keys = {
    office: await add('ap-office', ['scheduler']),
    treasury: await add('treasury', ['payer']),
    person: await add('m.okafor', ['human'], true),
  };
});
afterEach(() => console.close());

interface Told {
  readonly status: number;
  readonly type: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
  readonly json: any;
}

async function ask(key: string | null, path: string, body?: unknown, where = 'main'): Promise<Told> {
  const answer = await console.request(`/api/v1/conversations/${where}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, type: answer.headers.get('content-type'), json: await answer.json() };
}

test('a payment goes from its handoff to its done report, each step in the name of its own key', async () => {
  const sent = await ask(keys.office, 'lines', { line: HO0, record });
  expect([sent.status, sent.json.outcome]).toEqual([200, 'accepted']);
  const inbox = await ask(keys.treasury, 'inbox');
  expect(inbox.json.entries.map(({ id }: { id: string }) => id)).toEqual(['scheduler-1']);
  const prepared = await ask(keys.treasury, 'handoffs/scheduler-1/prepare', {});
  expect([prepared.status, prepared.json.outcome]).toEqual([200, 'prepared']);
  const { token } = prepared.json;
  const early = await ask(keys.treasury, `statements/${token}/commit`, {});
  expect([early.status, early.json.code, early.json.retryable]).toEqual([409, 'unconfirmed', true]);
  const own = await ask(keys.treasury, `statements/${token}/confirm`, {});
  expect([own.status, own.json.code]).toEqual([403, 'not-yours']);
  expect((await ask(keys.office, `statements/${token}/confirm`, {})).json.outcome).toBe('confirmed');
  const stranger = await ask(keys.office, `statements/${token}/commit`, {});
  expect([stranger.status, stranger.json.code]).toEqual([403, 'not-yours']);
  const done = await ask(keys.treasury, `statements/${token}/commit`, {});
  expect([done.status, done.json.outcome, done.json.repeat]).toEqual([200, 'executed', false]);
  const again = await ask(keys.treasury, `statements/${token}/commit`, {});
  expect([again.status, again.json.outcome, again.json.repeat]).toEqual([200, 'executed', true]);
  expect(bank.paid.length).toBe(1);
  const thread = await ask(keys.office, 'thread');
  expect(thread.json.entries.at(-1).type).toBe('DN');
});

test('a line that is refused is told as a problem with what was found in it', async () => {
  const { status, type, json } = await ask(keys.office, 'lines', {
    line: HO0.replace('amt=5400.00', 'amt=05400.00'),
  });
  expect([status, type, json.code]).toEqual([422, 'application/problem+json', 'unreadable']);
  expect(json.diagnostics.map(({ code }: { code: string }) => code)).toContain('slot/value');
  const spoofed = await ask(keys.treasury, 'lines', { line: HO0, record });
  expect([spoofed.status, spoofed.json.code]).toEqual([403, 'identity']);
});

test('nobody without a key of an agent’s principal is answered', async () => {
  expect((await ask(null, 'thread')).status).toBe(401);
  expect((await ask('hbk_none', 'thread')).status).toBe(401);
  expect((await ask(keys.person, 'thread')).json.code).toBe('request/person-key');
  const human = 'RW1 AN human-1 re=payer-1 from=human to=payer val=Y';
  expect((await ask(keys.person, 'lines', { line: human })).status).toBe(403);
  await console.ledger.principals.revoke('treasury');
  expect((await ask(keys.treasury, 'thread')).status).toBe(401);
});

test('a person’s session is no caller of the API, and a key opens no page', async () => {
  const person = await console.signIn('a.chen');
  expect((await person.get('/api/v1/conversations/main/thread')).status).toBe(401);
  const page = await console.request('/account', { headers: { authorization: `Bearer ${keys.office}` } });
  expect(page.status).toBe(303);
});

test('the ledger’s own conversations, and those of others, are not there', async () => {
  const { key } = await console.ledger.principals.add({
    principal: 'shop',
    agents: ['builder'],
    conversation: 'shop',
    by: 'operator',
  });
  for (const where of ['.principals', '.sessions', 'main'])
    expect([where, (await ask(key, 'thread', undefined, where)).status]).toEqual([where, 404]);
  expect((await ask(key, 'thread', undefined, 'shop')).status).toBe(200);
});

const bodies: readonly (readonly [why: string, body: unknown, status: number])[] = [
  ['a member that is misspelt', { line: HO0, critera: [] }, 400],
  ['a member of another kind', { line: HO0, onlyRecorded: 'yes' }, 400],
  ['a member that stands twice', `{"line":"a","line":"b"}`, 400],
  ['no line', {}, 400],
  ['no object', '[]', 400],
  ['no JSON', '{', 400],
];

test.each(bodies)('a body with %s is refused and nothing is kept', async (_, body, status) => {
  expect((await ask(keys.office, 'lines', body)).status).toBe(status);
  expect((await ask(keys.office, 'thread')).json.entries).toEqual([]);
});

test('a handoff is taken back by its sender alone', async () => {
  await ask(keys.office, 'lines', { line: HO0, record });
  expect((await ask(keys.treasury, 'handoffs/scheduler-1/cancel', {})).json.code).toBe('principal-differs');
  expect((await ask(keys.office, 'handoffs/scheduler-9/cancel', {})).status).toBe(404);
  const { status, json } = await ask(keys.office, 'handoffs/scheduler-1/cancel', { why: 'REVOKED' });
  expect([status, json.handoff.state]).toEqual([200, 'CLOSED_CX']);
});

test('an inbox waits for the first line', async () => {
  const waiting = ask(keys.treasury, 'inbox?wait=20');
  await ask(keys.office, 'lines', { line: HO0, record });
  expect((await waiting).json.entries.length).toBe(1);
  expect((await ask(keys.treasury, 'inbox?wait=61')).status).toBe(400);
});

/** Reads events until there are so many. */
async function eventsOf(answer: Response, count: number): Promise<readonly string[]> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const found = text.match(/^data: .*$/gm) ?? [];
    if (found.length >= count) {
      await reader?.cancel();
      return found;
    }
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' };
    if (done) return found;
    text += value;
  }
}

test('events go on where a reader left, and hide what a sender kept', async () => {
  await ask(keys.office, 'lines', { line: HO0, record });
  const path = '/api/v1/conversations/main/events?after=0';
  const answer = await console.request(path, { headers: { authorization: `Bearer ${keys.treasury}` } });
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reading = eventsOf(answer, 2);
  await ask(keys.office, 'handoffs/scheduler-1/cancel', {});
  const [first = '', second = ''] = await reading;
  expect(JSON.parse(first.slice(6)).id).toBe('scheduler-1');
  expect(JSON.parse(second.slice(6)).type).toBe('CX');
  const resumed = await console.request(path, {
    headers: { authorization: `Bearer ${keys.treasury}`, 'last-event-id': '1' },
  });
  expect(JSON.parse(((await eventsOf(resumed, 1))[0] ?? '').slice(6)).type).toBe('CX');
});

test('a stream ends with the key that opened it, before the next event', async () => {
  const headers = { authorization: `Bearer ${keys.treasury}` };
  const answer = await console.request('/api/v1/conversations/main/events', { headers });
  const reading = eventsOf(answer, 1);
  await console.ledger.principals.revoke('treasury');
  await ask(keys.office, 'lines', { line: HO0, record });
  expect(await reading).toEqual([]);
});

test('a page’s events tell of the person’s conversations alone, say nothing of a line, and end with the session', async () => {
  const person = await console.signIn('a.chen', ['main']);
  const answer = await person.get('/events');
  const reading = eventsOf(answer, 1);
  await ask(keys.office, 'lines', { line: HO0, record }, 'elsewhere');
  await ask(keys.office, 'lines', { line: HO0, record });
  expect(await reading).toEqual(['data: {"conversation":"main","sequence":1}']);

  const next = eventsOf(await person.get('/events'), 1);
  await console.parts.sessions.close(person.session);
  await ask(keys.office, 'handoffs/scheduler-1/cancel', {});
  expect(await next).toEqual([]);
});

test('a principal that asks too often is told when it may again, and another is not held up', async () => {
  await console.close();
  console = openConsole({ settings: { limits: { api: 2 } } });
  const add = async (principal: string, agent: string) =>
    (await console.ledger.principals.add({ principal, agents: [agent], by: 'operator' })).key;
  const [one, two] = [await add('one', 'a'), await add('two', 'b')];
  const statuses = [];
  for (let at = 0; at < 3; at++) statuses.push((await ask(one, 'thread')).status);
  expect(statuses).toEqual([200, 200, 429]);
  expect((await ask(two, 'thread')).status).toBe(200);
});
