import { afterEach, beforeEach, expect, test } from 'vitest';
import { LedgerError } from '../../../src/ledger/index.ts';
import { problemOf } from '../../../src/server/security/fault.ts';
import { openConsole, type Reader, type TestConsole } from '../../support/console.ts';

let console: TestConsole;
let authorization: string;
let reader: Reader;
beforeEach(async () => {
  console = openConsole();
  const added = { principal: 'ap-office', agents: ['scheduler'], by: 'operator' };
  authorization = `Bearer ${(await console.ledger.principals.add(added)).key}`;
  reader = await console.signIn('m.okafor');
});
afterEach(() => console.close());

const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;
const cookie = (): string => `__Host-hearback=${reader.session.secret}`;
const lines = '/api/v1/conversations/main/lines';
const line = 'RW1 HO scheduler-1 from=scheduler to=payer item=inv:1 ask=REVIEW // Z\u00fcrich';

function post(
  path: string,
  type: keyof typeof types,
  body: string | Buffer | ReadableStream,
  length: number,
): Promise<Response> {
  return console.request(path, {
    method: 'POST',
    headers: {
      authorization,
      cookie: cookie(),
      'content-type': types[type],
      'content-length': String(length),
    },
    body,
    duplex: 'half',
  } as RequestInit);
}

test('a body that is no UTF-8 is not read as another text than was sent', async () => {
  const body = Buffer.from(JSON.stringify({ line }), 'latin1');
  const said = await post(lines, 'json', body, body.length);
  expect([said.status, await said.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'request/unreadable', detail: expect.stringContaining('no UTF-8') }),
  ]);
  expect((await post(lines, 'json', Buffer.from(JSON.stringify({ line })), 1)).status).toBe(200);
});

test('nor is that of a form, though its token holds', async () => {
  const form = { _form: console.parts.forms.make(reader.session, '/sign-out', 'a'), _digest: 'a' };
  const text = new URLSearchParams(form).toString();
  const broken = Buffer.concat([Buffer.from(`${text}&x=`), Buffer.from([0xff])]);
  expect((await post('/sign-out', 'form', broken, broken.length)).status).toBe(403);
  expect((await post('/sign-out', 'form', text, text.length)).status).toBe(303);
});

test('a sender that is cut off in the middle is no fault of this program', async () => {
  for (const [path, type] of [
    [lines, 'json'],
    ['/sign-in', 'json'],
    ['/sign-out', 'form'],
  ] as const) {
    const cut = new ReadableStream({
      start: (out) => out.enqueue(Buffer.from('{"line":"RW1 HO')),
      pull: (out) => out.error(new Error('aborted')),
    });
    expect((await post(path, type, cut, 1_000)).status).toBeLessThan(500);
  }
  expect(console.logged.filter(({ event }) => event === 'fault')).toEqual([]);
});

test('what a database driver says goes to nobody: it names its address', () => {
  const driver = new Error('connect ECONNREFUSED 10.0.0.7:5432');
  const says = 'the database cannot be reached; nothing was written';
  const down = new LedgerError('ledger/down', `${says} (${driver.message})`, {
    retryable: true,
    cause: driver,
  });
  expect(problemOf(down)).toEqual({
    status: 503,
    code: 'ledger/down',
    detail: `DOWN: nothing was executed. ${says}`,
    retryable: true,
  });
  const standing = 'DOWN: nothing was executed; your statement is still valid';
  const act = new LedgerError('ledger/down', `${standing} (${down.message})`, {
    retryable: true,
    cause: down,
  });
  expect(problemOf(act).detail).toBe(`${standing} (${says})`);
});
