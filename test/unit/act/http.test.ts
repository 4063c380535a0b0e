import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HttpOptions, httpExecutor } from '../../../src/act/index.ts';
import { attempt } from '../../support/ledger/attempt.ts';
import { values } from '../../support/ledger/lines.ts';
import { openServer, says, type TestServer } from '../../support/ledger/server.ts';
import { available } from '../../support/skip.ts';

let server: TestServer;
beforeEach(async () => {
  server = await openServer();
});
afterEach(() => server.close());

const executed = { outcome: 'executed', values, reference: 'BK-1' };
const looks = { lookup: { kind: 'by-key' } } as const;

function bank(options: Partial<HttpOptions> = {}, environment: Readonly<Record<string, string>> = {}) {
  return httpExecutor(
    { url: `${server.url}/payments`, name: 'bank', timeout: 2_000, ...options },
    { environment },
  );
}

describe('a server as an executor', () => {
  test('is posted the attempt, its key and its last moment, and what it answers is what ran', async () => {
    server.answers = [says(200, executed)];
    expect(await bank({ headers: { 'x-region': 'uk' } }).run(attempt)).toEqual(executed);
    const [request] = server.arrived;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/payments',
      headers: {
        'idempotency-key': 'k1',
        'valid-until': '20261002T1700Z',
        'content-type': 'application/json',
        'x-region': 'uk',
      },
    });
    const { call, ...rest } = attempt;
    expect(JSON.parse(request?.body ?? '')).toEqual({ verb: 'execute', ...rest, ...call });
  });

  test('calls the headers as it is told to, and says where to call back', async () => {
    server.answers = [says(200, executed)];
    const options = {
      keyHeader: 'x-request-id',
      validUntilHeader: 'x-expires',
      callback: { secret: { environment: 'BANK_CALLBACKS' }, url: 'https://office.example/callbacks/bank' },
    };
    await bank(options).run({ ...attempt, validUntil: null });
    expect(server.arrived[0]?.headers['x-request-id']).toBe('k1');
    expect(server.arrived[0]?.headers['x-expires']).toBeUndefined();
    expect(JSON.parse(server.arrived[0]?.body ?? '')).toMatchObject({
      callback: 'https://office.example/callbacks/bank',
    });
  });

  test.each<[string, string, string | null, string]>([
    ['by-key', '/payments/{key}?of=a', null, '/payments/k1?of=a'],
    ['by-reference', '/find/{reference}', null, '/find/RW-0123456789ABCDE'],
    ['by-reference', '/find?id={known}', 'BK/1?x=&é', '/find?id=BK%2F1%3Fx%3D%26%C3%A9'],
  ])('is looked up %s at %s', async (kind, lookUp, known, path) => {
    server.answers = [says(200, { outcome: 'found', values })];
    const lookup = kind === 'by-key' ? ({ kind } as const) : ({ kind: 'by-reference', lag: 60 } as const);
    const asked = bank({ can: { lookup }, lookUp: `${server.url}${lookUp}` });
    expect(await asked.lookup?.({ ...attempt, known })).toEqual({ outcome: 'found', values });
    expect(server.arrived).toMatchObject([{ method: 'GET', path, body: '' }]);
  });

  test.each(['', '.', '..'])('is not looked up by a name that leads elsewhere: %j', async (known) => {
    const lookup = { kind: 'by-reference', lag: 60 } as const;
    const asked = bank({ can: { lookup }, lookUp: `${server.url}/find/{known}` });
    expect(await asked.lookup?.({ ...attempt, known })).toMatchObject({ outcome: 'unknown' });
    expect(server.arrived).toEqual([]);
  });

  test('is not looked up by a name that it never gave', async () => {
    const lookup = { kind: 'by-reference', lag: 60 } as const;
    const asked = bank({ can: { lookup }, lookUp: `${server.url}/find/{known}` });
    expect(await asked.lookup?.(attempt)).toMatchObject({ outcome: 'unknown' });
    expect(server.arrived).toEqual([]);
  });

  test('reverses where it is told to', async () => {
    server.answers = [says(200, executed)];
    await bank({ can: { reversal: true }, reverse: `${server.url}/refunds` }).reverse?.(attempt);
    expect(server.arrived).toMatchObject([{ method: 'POST', path: '/refunds' }]);
    expect(JSON.parse(server.arrived[0]?.body ?? '')).toMatchObject({ verb: 'reverse' });
    expect([bank().reverse, bank().lookup, bank().callback]).toEqual([undefined, undefined, undefined]);
  });

  test('may take an act and say nothing of it yet', async () => {
    server.answers = [says(202, '')];
    expect(await bank({ can: { settlesLater: true } }).run(attempt)).toEqual({ outcome: 'pending' });
    expect(await bank().run(attempt)).toMatchObject({ outcome: 'unknown' });
  });
});

const drop = (socket: Socket): unknown => socket.destroy();
const raw =
  (text: string) =>
  (socket: Socket): unknown =>
    socket.end(text);

describe('nobody can say what came of an attempt when the server', () => {
  test.each<[string, (socket: Socket) => unknown, RegExp]>([
    ['fails', says(500, { outcome: 'executed', values }), /^HTTP 500$/],
    ['is a gateway that fails', says(502, '<html>'), /^HTTP 502$/],
    [
      'refuses with a status that nobody declared',
      says(400, { outcome: 'declined', final: true, reason: 'no' }),
      /^HTTP 400: no$/,
    ],
    ['sends elsewhere', says(307, '', { location: '/elsewhere' }), /^HTTP 307$/],
    ['says that nothing changed', says(304, ''), /^HTTP 304$/],
    ['answers with no JSON', says(200, 'payment made'), /no JSON/],
    [
      'answers with half a JSON text',
      says(200, '{"outcome":"executed","values":{"amt":"5400.00"'),
      /no JSON/,
    ],
    [
      'says something twice',
      says(200, '{"outcome":"declined","final":true,"outcome":"executed","values":{}}'),
      /stands twice/,
    ],
    [
      'says two things',
      says(200, '{"outcome":"executed","values":{}}{"outcome":"declined"}'),
      /nothing may follow/,
    ],
    ['says nothing', says(200, ''), /no JSON/],
    [
      'writes no UTF-8',
      (socket) =>
        socket.end(
          Buffer.concat([
            Buffer.from('HTTP/1.1 200 X\r\ncontent-length: 3\r\n\r\n"'),
            Buffer.from([0xff]),
            Buffer.from('"'),
          ]),
        ),
      /no UTF-8/,
    ],
    ['answers at length', says(200, ' '.repeat(70_000)), /longer than 65536 bytes/],
    [
      'answers at length without saying so',
      raw(`HTTP/1.1 200 X\r\n\r\n${' '.repeat(70_000)}`),
      /longer than 65536 bytes/,
    ],
    [
      'breaks off',
      raw('HTTP/1.1 200 X\r\ncontent-length: 500\r\n\r\n{"outcome":"executed"'),
      /broke off|was closed/,
    ],
    [
      'breaks off in a chunk',
      raw('HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n40\r\n{"outcome"'),
      /broke off|was closed/,
    ],
    ['closes without a word', drop, /connection (failed|was closed)/],
    ['resets the connection', (socket) => socket.resetAndDestroy(), /connection (failed|was closed)/],
    ['speaks no HTTP', raw('220 mail.example ESMTP\r\n'), /connection failed/],
    [
      'wants another protocol',
      raw('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      /connection (failed|was closed)/,
    ],
    ['has endless headers', raw(`HTTP/1.1 200 X\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`), /connection failed/],
    [
      'packs its answer',
      says(200, '{"outcome":"executed"}', { 'content-encoding': 'gzip' }),
      /^the answer came packed \(gzip\)$/,
    ],
    ['only goes on', raw('HTTP/1.1 100 X\r\n\r\n'), /connection (failed|was closed)/],
  ])('%s', async (_, answer, reason) => {
    server.answers = [answer];
    expect(await bank().run(attempt)).toEqual({ outcome: 'unknown', reason: expect.stringMatching(reason) });
    expect(server.arrived).toHaveLength(1); // neither sent again nor sent on
  });

  test('says nothing in time, or a byte at a time', async () => {
    server.answers = [() => undefined];
    const impatient = bank({ timeout: 200 });
    expect(await impatient.run(attempt)).toEqual({ outcome: 'unknown', reason: 'no answer within 200 ms' });
    server.answers = [
      (socket) => {
        socket.write('HTTP/1.1 200 X\r\n\r\n');
        const dripping = setInterval(() => socket.write(' '), 20);
        socket.on('close', () => clearInterval(dripping));
      },
    ];
    expect(await impatient.run(attempt)).toEqual({ outcome: 'unknown', reason: 'no answer within 200 ms' });
  });
});

describe('what is a no', () => {
  test.each<[string, HttpOptions['refusals'], number, unknown, unknown]>([
    [
      'a declared status',
      [{ status: 402 }],
      402,
      {},
      { final: false, retry: false, mismatch: false, reason: 'HTTP 402' },
    ],
    [
      'with its reason',
      [{ status: 402, final: true }],
      402,
      { reason: 'no funds' },
      { final: true, reason: 'HTTP 402: no funds' },
    ],
    ['that may pass', [{ status: 429, retry: true }], 429, '', { retry: true }],
    ['of a key that it knows otherwise', [{ status: 409, mismatch: true }], 409, '', { mismatch: true }],
    [
      'by what its answer says',
      [{ status: 422, where: { member: 'error.code', is: 'closed' }, final: true }, { status: 422 }],
      422,
      { error: { code: 'closed' } },
      { final: true },
    ],
    [
      'by the next row where that says otherwise',
      [{ status: 422, where: { member: 'error.code', is: 'closed' }, final: true }, { status: 422 }],
      422,
      { error: { code: 'busy' } },
      { final: false },
    ],
  ])('%s', async (_, refusals, status, body, answer) => {
    server.answers = [says(status, body)];
    expect(await bank({ refusals: refusals ?? [] }).run(attempt)).toMatchObject({
      outcome: 'declined',
      ...(answer as object),
    });
  });

  test('a row that fits nothing is none', async () => {
    server.answers = [says(422, { error: { code: 'busy' } })];
    const refusals = [{ status: 422, where: { member: 'error.code', is: 'closed' }, final: true }];
    expect(await bank({ refusals }).run(attempt)).toMatchObject({ outcome: 'unknown' });
    server.answers = [says(422, '["error"]')];
    expect(await bank({ refusals }).run(attempt)).toMatchObject({ outcome: 'unknown' });
  });

  test('to a look-up only what was declared to mean that nothing is there', async () => {
    const asked = { can: looks, lookUp: `${server.url}/p/{key}`, refusals: [{ status: 404, final: true }] };
    server.answers = [says(404, { outcome: 'not-found' })];
    expect(await bank(asked).lookup?.(attempt)).toEqual({ outcome: 'unknown', reason: 'HTTP 404' });
    expect(await bank({ ...asked, notFound: [404] }).lookup?.(attempt)).toEqual({ outcome: 'not-found' });
    server.answers = [says(200, { outcome: 'not-found' })];
    expect(await bank(asked).lookup?.(attempt)).toEqual({ outcome: 'not-found' });
  });

  test('when to ask again is told with what is unknown', async () => {
    server.answers = [says(503, '', { 'retry-after': '120' })];
    expect(await bank().run(attempt)).toEqual({ outcome: 'unknown', reason: 'HTTP 503', after: 120 });
    const date = new Date(Date.now() + 600_000).toUTCString();
    server.answers = [says(503, '', { 'retry-after': date })];
    const dated = (await bank().run(attempt)) as { readonly after: number };
    expect(dated.after).toBeGreaterThan(500);
    expect(dated.after).toBeLessThanOrEqual(600);
    for (const odd of ['-1', '0', 'soon', '1e9', '99999999999', new Date(0).toUTCString()]) {
      server.answers = [says(503, '', { 'retry-after': odd })];
      expect(await bank().run(attempt)).toEqual({ outcome: 'unknown', reason: 'HTTP 503' });
    }
  });
});

describe('what never left', () => {
  const unsent = { outcome: 'declined', final: false, retry: true };

  test('is a no that may be asked again', async () => {
    await server.close();
    expect(await bank().run(attempt)).toEqual({ ...unsent, reason: 'the connection failed (ECONNREFUSED)' });
    expect(await bank({ url: 'https://nowhere.invalid/' }).run(attempt)).toMatchObject(unsent);
    server = await openServer();
  });

  test('is what would start too late: the connection stands, and not a byte of it is written', async () => {
    server.answers = [says(200, executed)];
    expect(await bank().run({ ...attempt, startWithin: 0 })).toEqual({
      ...unsent,
      reason: 'it was too late to send when the connection stood',
    });
    expect(server.arrived).toEqual([]);
    expect(await bank().run({ ...attempt, startWithin: 1_500 })).toEqual(executed);
  });

  test('says nothing of an act that is looked up', async () => {
    await server.close();
    const asked = bank({ can: looks, lookUp: `${server.url}/p/{key}` });
    expect(await asked.lookup?.(attempt)).toMatchObject({ outcome: 'unknown' });
    server = await openServer();
  });

  test('is told where a secret is missing, or is none that a header can be', async () => {
    const asked = { credentials: { authorization: { environment: 'BANK_TOKEN', prefix: 'Bearer ' } } };
    expect(await bank(asked).run(attempt)).toEqual({
      ...unsent,
      reason: 'the secret BANK_TOKEN is not there: set it, and try again',
    });
    const broken = await bank(asked, { BANK_TOKEN: 'canary\nx: y' }).run(attempt);
    expect(broken).toMatchObject(unsent);
    expect(JSON.stringify(broken)).not.toContain('canary');
    expect(server.arrived).toEqual([]);
  });

  test.skipIf(!available('openssl', openssl))('goes to nobody whose certificate is not right', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hearback-tls-'));
    const { key, cert, file } = pair(folder);
    let bytes = 0;
    const tls = createTlsServer({ key, cert }, (request, response) => {
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      request.on('end', () => response.end(JSON.stringify(executed)));
    });
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const url = `https://localhost:${(tls.address() as AddressInfo).port}/`;
    expect(await bank({ url }).run(attempt)).toMatchObject({
      ...unsent,
      reason: expect.stringMatching(/DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED/),
    });
    expect(bytes).toBe(0);
    // and a process that trusts it gets its answer
    expect(await runs(url, { NODE_EXTRA_CA_CERTS: file })).toMatchObject({ outcome: 'executed' });
    expect(bytes).toBeGreaterThan(0);
    tls.close();
    rmSync(folder, { recursive: true });
  });

  test('goes through no proxy, whatever the environment says', async () => {
    const proxy = await openServer();
    server.answers = [says(200, executed)];
    const environment = {
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy.url,
      http_proxy: proxy.url,
      ALL_PROXY: proxy.url,
    };
    expect(await runs(`${server.url}/payments`, environment)).toMatchObject({ outcome: 'executed' });
    expect([server.arrived.length, proxy.arrived.length]).toEqual([1, 0]);
    await proxy.close();
  });
});

describe('a secret (T17)', () => {
  const canary = 'canary-"7f3a\\é';

  test('is sent, and is nowhere else', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'hearback-secret-')), 'token');
    writeFileSync(file, `canary-in-a-file\r\n`);
    server.answers = [
      says(200, {
        outcome: 'executed',
        reference: `${canary}/canary-in-a-file`,
        values: { ref: canary, [canary]: [canary] },
      }),
      says(402, { reason: `no funds for ${canary}` }),
      says(500, { reason: `Bearer ${canary}` }),
      says(200, `{"outcome":"declined","reason":${JSON.stringify(canary)}}`),
    ];
    const options = {
      credentials: { authorization: { environment: 'BANK_TOKEN', prefix: 'Bearer ' }, 'x-account': { file } },
      refusals: [{ status: 402 }],
    };
    const environment = { BANK_TOKEN: canary.replace('é', '') };
    const asked = bank(options, environment);
    const seen: string[] = [];
    for (const _ of server.answers) seen.push(JSON.stringify(await asked.run(attempt)));
    expect(server.arrived[0]?.headers).toMatchObject({
      authorization: `Bearer ${environment.BANK_TOKEN}`,
      'x-account': 'canary-in-a-file',
    });
    seen.push(JSON.stringify(asked), String(asked), inspect(asked, { depth: 9, showHidden: true }));
    for (const text of seen) expect(text).not.toMatch(/canary-/);
    expect(seen[0]).toContain('[secret BANK_TOKEN]');
    rmSync(join(file, '..'), { recursive: true });
  });
});

describe('options under which an act could go wrong are refused', () => {
  test.each<[string, Partial<HttpOptions>, RegExp]>([
    ['no address', { url: 'payments' }, /begins with https/],
    ['another protocol', { url: 'ftp://bank.example/' }, /begins with https/],
    ['http to another machine', { url: 'http://bank.example/' }, /use https/],
    ['http to what only looks like this machine', { url: 'http://127.0.0.1.nip.example/' }, /use https/],
    [
      'http to another machine for look-ups',
      { can: looks, lookUp: 'http://bank.example/{key}' },
      /lookUp is http/,
    ],
    ['a password in an address', { url: 'https://me:secret@bank.example/' }, /password/],
    ['a part that no server sees', { url: 'https://bank.example/#x' }, /behind #/],
    ['an address to fill in', { url: 'https://bank.example/{key}' }, /no \{…\}/],
    ['a header of the connection', { headers: { 'Transfer-Encoding': 'chunked' } }, /not yours to set/],
    ['a secret among the headers', { headers: { Authorization: 'Bearer x' } }, /among credentials/],
    ['a look-up without an address', { can: looks }, /needs lookUp/],
    ['an address that is never asked', { lookUp: 'https://bank.example/{key}' }, /never asked/],
    [
      'a look-up by key without the key',
      { can: looks, lookUp: 'https://bank.example/{reference}' },
      /needs \{key\}/,
    ],
    [
      'a look-up by reference without one',
      { can: { lookup: { kind: 'by-reference', lag: 1 } }, lookUp: 'https://bank.example/{key}' },
      /needs \{reference\} or \{known\}/,
    ],
    [
      'an address with a stranger in it',
      { can: looks, lookUp: 'https://bank.example/{key}/{token}' },
      /\{token\} is none of/,
    ],
    ['a host to fill in', { can: looks, lookUp: 'https://{key}.example/' }, /host is not filled in/],
    ['a failure as a refusal', { refusals: [{ status: 500, final: true }] }, /500 is no refusal/],
    ['a time-out as a refusal', { refusals: [{ status: 408 }] }, /408 is no refusal/],
    ['success as a refusal', { refusals: [{ status: 200 }] }, /200 is no refusal/],
    [
      'a failure as "not found"',
      { can: looks, lookUp: 'https://bank.example/{key}', notFound: [503] },
      /503 does not say/,
    ],
  ])('%s', (_, options, why) => {
    const make = () => httpExecutor({ url: 'https://bank.example/', ...options });
    expect(make).toThrow(why);
    expect(make).toThrow(expect.objectContaining({ code: 'usage/http' }));
  });

  test('and these are not', () => {
    for (const url of [
      'http://localhost:1/',
      'http://127.3.2.1/',
      'http://[::1]:80/',
      'https://bank.example/x?y=z',
    ])
      expect(httpExecutor({ url }).name).toBe(new URL(url).host);
    expect(httpExecutor({ url: 'http://bank.example/', insecure: true }).name).toBe('bank.example');
  });
});

/** Openssl, where this machine has it. */
function openssl(): string | undefined {
  return spawnSync('openssl', ['version']).status === 0 ? 'openssl' : undefined;
}

/** A key and a certificate for localhost that nobody trusts. */
function pair(folder: string): { readonly key: Buffer; readonly cert: Buffer; readonly file: string } {
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', file],
  ];
  const { status, stderr } = spawnSync('openssl', made, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { key: readFileSync(key), cert: readFileSync(file), file };
}

/** One attempt from a process of its own, with this environment. */
async function runs(url: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  const code = `import { httpExecutor } from ${JSON.stringify(new URL('../../../src/act/index.ts', import.meta.url).href)};
    const answer = await httpExecutor({ url: ${JSON.stringify(url)} }).run(${JSON.stringify(attempt)});
    process.stdout.write(JSON.stringify(answer));`;
  const args = [
    '--conditions=hearback-source',
    '--disable-warning=ExperimentalWarning',
    '--input-type=module-typescript',
    '-e',
    code,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
  });
  return JSON.parse(stdout);
}
