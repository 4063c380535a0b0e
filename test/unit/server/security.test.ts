import { afterEach, expect, test } from 'vitest';
import { localPath } from '../../../src/server/people/routes.ts';
import { sessionLife } from '../../../src/server/people/sessions.ts';
import { sessionCookie } from '../../../src/server/security/cookies.ts';
import { contentSecurityPolicy } from '../../../src/server/security/headers.ts';
import { openConsole, type TestConsole } from '../../support/console.ts';

const consoles: TestConsole[] = [];

function open(...options: Parameters<typeof openConsole>): TestConsole {
  const opened = openConsole(...options);
  consoles.push(opened);
  return opened;
}

afterEach(async () => {
  for (const one of consoles.splice(0)) await one.close();
});

/** Host, Origin and whether a request with both is answered (T13). */
const combinations: readonly (readonly [host: string, origin: string | null, isAnswered: boolean])[] = [
  ['localhost:8417', null, true],
  ['localhost:8417', 'http://localhost:8417', true],
  ['127.0.0.1:8417', 'http://127.0.0.1:8417', true],
  ['[::1]:8417', 'http://[::1]:8417', true],
  ['localhost:8417', 'http://127.0.0.1:8417', false],
  ['localhost:8417', 'https://evil.example', false],
  ['localhost:8417', 'null', false],
  ['localhost:8417', 'http://localhost:9999', false],
  ['evil.example:8417', null, false],
  ['localhost.:8417', null, false],
  ['127.0.0.1.nip.io:8417', null, false],
  ['0.0.0.0:8417', null, false],
  ['[::]:8417', null, false],
  ['localhost', null, false],
  ['LOCALHOST:8417', null, false],
];

test.each(combinations)('Host %s with Origin %s is answered: %s', async (host, origin, isAnswered) => {
  const console = open();
  const headers = { host, ...(origin === null ? {} : { origin }) };
  const { status } = await console.request('/assets/console.css', { headers });
  expect(status).toBe(isAnswered ? 200 : 403);
});

test('the Origin null is taken of a page of our own alone, as the browser tells it', async () => {
  const console = open();
  const by = async (site: string) => {
    const headers = { origin: 'null', 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
    return (await console.request('/nowhere', { method: 'POST', headers })).status;
  };
  expect(await by('same-origin')).toBe(401);
  for (const site of ['cross-site', 'same-site', 'none']) expect(await by(site)).toBe(403);
});

test('every answer has the headers that keep other sites out, a refusal too', async () => {
  const console = open();
  for (const host of ['localhost:8417', 'evil.example']) {
    const { headers } = await console.request('/assets/console.css', { headers: { host } });
    expect(headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
  expect(contentSecurityPolicy).toContain("frame-ancestors 'none'");
  expect(contentSecurityPolicy).not.toContain('unsafe');
});

test('another site may link to a page, and may neither embed one nor send to it', async () => {
  const console = open();
  const from = (mode: string, dest: string, method = 'GET') =>
    console.request('/', {
      method,
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest },
    });
  expect((await from('navigate', 'document')).status).toBe(200);
  expect((await from('navigate', 'iframe')).status).toBe(403);
  expect((await from('no-cors', 'image')).status).toBe(403);
  expect((await from('navigate', 'document', 'POST')).status).toBe(403);
});

test('nobody without a session sees a page, and a link brings them back to it', async () => {
  const console = open();
  const { status, headers } = await console.request('/threads/main?after=2');
  expect([status, headers.get('location')]).toEqual([
    303,
    'http://localhost:8417/sign-in?to=%2Fthreads%2Fmain%3Fafter%3D2',
  ]);
  const sent = await console.request('/questions/main/payer-3/answer', { method: 'POST' });
  expect(sent.status).toBe(401);
});

test('a form is taken with the token of its session, its path and what was shown, and with no other', async () => {
  const console = open();
  const [one, two] = [await console.signIn('m.okafor'), await console.signIn('j.ruiz')];
  const path = '/nowhere';
  const { forms } = console.parts;
  // a token that holds leads on to the route, of which there is none
  expect((await one.post(path, 'a1')).status).toBe(404);
  const wrong = {
    none: '',
    'of another session': forms.make(two.session, path, 'a1'),
    'of another path': forms.make(one.session, '/elsewhere', 'a1'),
    'of another digest': forms.make(one.session, path, 'b2'),
    garbage: '////',
  };
  for (const [name, _form] of Object.entries(wrong))
    expect([name, (await one.post(path, 'a1', { _form })).status]).toEqual([name, 403]);
});

test('a form that is no form is not read', async () => {
  const console = open();
  const { session } = await console.signIn('m.okafor');
  const headers = { cookie: `${sessionCookie}=${session.secret}`, 'content-type': 'text/plain' };
  const { status } = await console.request('/nowhere', { method: 'POST', headers, body: '_form=1' });
  expect(status).toBe(415);
});

test('a body that is too long is not read', async () => {
  const console = open();
  const { status } = await console.request('/sign-in', { method: 'POST', body: 'x'.repeat(262_145) });
  expect(status).toBe(413);
  const unsaid = { method: 'POST', headers: { 'transfer-encoding': 'chunked' } };
  expect((await console.request('/sign-in', unsaid)).status).toBe(411);
});

test('a session ends when it is not used for half an hour, and after twelve hours however much it is', async () => {
  const console = open();
  const idle = await console.signIn('m.okafor');
  const isIn = async (reader: typeof idle) => (await reader.get('/nowhere')).status === 404;
  console.now += sessionLife.idle - 1;
  expect(await isIn(idle)).toBe(true);
  console.now += sessionLife.idle;
  expect(await isIn(idle)).toBe(false);

  const busy = await console.signIn('j.ruiz');
  const step = sessionLife.idle - 1;
  for (let passed = 0; passed + step < sessionLife.absolute; passed += step) {
    console.now += step;
    expect(await isIn(busy)).toBe(true);
  }
  console.now += step;
  expect(await isIn(busy)).toBe(false);
});

test('a session ends with its passkey, with its person, and by signing out', async () => {
  const console = open();
  const [one, two, three] = [
    await console.signIn('m.okafor'),
    await console.signIn('j.ruiz'),
    await console.signIn('a.chen'),
  ];
  await console.ledger.people.revoke('m.okafor', one.session.passkey);
  await console.ledger.people.revoke('j.ruiz');
  await console.parts.sessions.close(three.session);
  for (const reader of [one, two, three]) expect((await reader.get('/nowhere')).status).toBe(303);
});

test('what shows nothing of anybody is answered without looking at the session, also while the ledger is gone', async () => {
  const console = open();
  const { session } = await console.signIn('m.okafor');
  const headers = { cookie: `${sessionCookie}=${session.secret}` };
  console.store.entries = () => Promise.reject(new Error('the storage is gone'));
  const statusOf = async (path: string) => (await console.request(path, { headers })).status;
  expect(await Promise.all(['/assets/console.css', '/health', '/account'].map(statusOf))).toEqual([
    200, 200, 500,
  ]);
});

test('a conversation that is called as the picture of another one is itself', async () => {
  const console = open();
  const reader = await console.signIn('m.okafor');
  const typeOf = async () => (await reader.get('/threads/main.svg')).headers.get('content-type');
  const send = (conversation: string) =>
    console.ledger
      .as({ principal: 'ap-office', agents: ['scheduler'], conversation })
      .send('RW1 HO scheduler-1 from=scheduler to=payer item=inv:1 ask=REVIEW');
  await send('main');
  expect(await typeOf()).toMatch(/^image\/svg/);
  await send('main.svg');
  expect(await typeOf()).toMatch(/^text\/html/);
});

test('sessions are kept by the hash of their secret alone', async () => {
  const console = open();
  const { session } = await console.signIn('m.okafor');
  const kept = await console.store.entries('.sessions', { after: 0, limit: 10 });
  expect(kept.map(({ entry }) => entry.text).join()).toContain(session.id);
  expect(kept.map(({ entry }) => entry.text).join()).not.toContain(session.secret);
});

test('an address that signs in too often is told when it may again', async () => {
  const console = open({ settings: { limits: { post: 3 } } });
  const send = () => console.request('/nowhere', { method: 'POST' });
  for (let at = 0; at < 3; at++) expect((await send()).status).toBe(401);
  const { status, headers } = await send();
  expect([status, headers.get('retry-after')]).toEqual([429, '20']);
  console.now += 20_000;
  expect((await send()).status).toBe(401);
});

test('after signing in one goes on to a page of this server and to no other', () => {
  const to = (wanted: string | undefined) => localPath(wanted, 'http://localhost:8417');
  expect(to('/threads/main?after=2')).toBe('/threads/main?after=2');
  const others = [
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://evil.example',
  ];
  for (const wanted of [...others, 'javascript:alert(1)', '/\t/evil.example', undefined])
    expect([wanted, to(wanted)]).toEqual([wanted, '/']);
});
