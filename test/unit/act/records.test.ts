import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryPostgres, type Source, type SourceError, sourceOf, sqlSource } from '../../../src/act/index.ts';
import { parse } from '../../../src/codec/index.ts';
import type { AnyMessage } from '../../../src/codec/message.ts';
import { HO0 } from '../../support/ledger/lines.ts';
import { Cluster, findPostgres } from '../../support/postgres.ts';
import { available } from '../../support/skip.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearback-records-'));
  const database = new DatabaseSync(join(folder, 'master.sqlite'));
  database.exec(`CREATE TABLE suppliers (id TEXT, account TEXT, amount REAL);
    INSERT INTO suppliers VALUES ('marlow', '40-12-88/61102938', 5400.0), ('twice', 'a', 1), ('twice', 'b', 2), ('none', NULL, 1)`);
  database.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

function ho(change: (line: string) => string = (line) => line): AnyMessage {
  const { message, diagnostics } = parse(change(HO0));
  if (message === null) throw new Error(diagnostics[0]?.message);
  return message;
}
const of = (sup: string): AnyMessage => ho((line) => line.replace('sup=marlow', `sup=${sup}`));

/** What a source says, or the code of why it says nothing, with what it tells. */
async function said(source: Source, message: AnyMessage = ho()): Promise<unknown> {
  return source(message).catch(({ code, message: why }: SourceError) => [code, why]);
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

const columns = { account: 'acct' };
const found = { acct: '40-12-88/61102938' };

describe('a JSON file', () => {
  const listed = (text: string, more = {}) =>
    sourceOf(
      { kind: 'json', file: file('list.json', text), key: { slot: 'sup', column: 'id' }, columns, ...more },
      { folder },
    );
  const keyed = (text: string) =>
    sourceOf({ kind: 'json', file: file('keyed.json', text), key: { slot: 'sup' }, columns }, { folder });
  const marlow = '{"id":"marlow","account":"40-12-88/61102938","note":"x"}';

  test('gives the values of the one row that the handoff names, as a list or keyed', async () => {
    expect(await said(listed(`[${marlow},{"id":"other","account":"1"}]`))).toEqual(found);
    expect(
      await said(keyed('{"marlow":{"account":"40-12-88/61102938"},"__proto__":{"account":"1"}}')),
    ).toEqual(found);
  });

  test.each<[string, string, unknown]>([
    [
      'no such row',
      '[{"id":"marlow ","account":"1"}]',
      ['source/missing', 'list.json sup=marlow: there is no such row'],
    ],
    [
      'two of them',
      `[${marlow},{"id":"x"},${marlow}]`,
      [
        'source/ambiguous',
        'list.json sup=marlow: there are two such rows, list.json row 1 and list.json row 3',
      ],
    ],
    [
      'a column that is not there',
      '[{"id":"marlow"}]',
      ['source/missing', 'list.json row 1: column account has no acct'],
    ],
    [
      'an empty column',
      '[{"id":"marlow","account":""}]',
      ['source/missing', 'list.json row 1: column account has no acct'],
    ],
    [
      'another type',
      '[{"id":"marlow","account":[1]}]',
      [
        'source/value',
        expect.stringMatching(
          /^list\.json row 1: column account holds this array, which is no acct: expected /,
        ),
      ],
    ],
    [
      'no value of the slot',
      '[{"id":"marlow","account":"a b"}]',
      ['source/value', expect.stringContaining('which is no acct')],
    ],
    [
      'a name that stands twice',
      '[{"id":"marlow","account":"1","account":"2"}]',
      ['source/ambiguous', expect.stringContaining('list.json $[0].account')],
    ],
    ['half a file', `[${marlow}`, ['source/unreadable', expect.stringContaining('expected , or ]')]],
    ['an object instead of a list', '{}', ['source/value', 'list.json: expected a list of rows with id']],
    ['a row that is none', '["marlow"]', ['source/value', 'list.json row 1: a row is an object of columns']],
    ['null', 'null', ['source/value', 'list.json: expected a list of rows with id']],
  ])('%s is told with its place, and nothing is chosen', async (_, text, told) => {
    expect(await said(listed(text))).toEqual(told);
  });

  test.each<[string, string, unknown]>([
    ['a list instead of an object', '[]', ['source/value', 'keyed.json: expected an object keyed by sup']],
    [
      'a key that stands twice',
      '{"marlow":{"account":"1"},"marlow":{"account":"2"}}',
      ['source/ambiguous', expect.stringContaining('$.marlow')],
    ],
    ['what every object has', '{}', ['source/missing', 'keyed.json sup=marlow: there is no such row']],
  ])('keyed: %s', async (_, text, told) => {
    expect(await said(keyed(text))).toEqual(told);
  });

  test('a file that is not there, or too long, says nothing of its rows', async () => {
    const missing = sourceOf({ kind: 'json', file: 'none.json', key: { slot: 'sup' }, columns }, { folder });
    expect(await said(missing)).toEqual(['source/unreadable', expect.stringContaining('none.json: ENOENT')]);
    expect(await said(listed(' '.repeat(4 * 1024 * 1024 + 1)))).toEqual([
      'source/unreadable',
      expect.stringContaining('longer than'),
    ]);
  });

  test('names that every object has are no rows', async () => {
    expect(await said(keyed('{}'), of('constructor'))).toMatchObject(['source/missing', expect.any(String)]);
    expect(await said(keyed('{}'), of('__proto__'))).toMatchObject(['source/missing', expect.any(String)]);
  });

  test('is read for what runs with one of its slots, and for the asks that it is for', async () => {
    const text = `[${marlow}]`;
    const draft = ho(() => 'RW1 HO a-1 from=a to=b item=doc:1 ask=DRAFT');
    expect(await said(listed(text), draft)).toEqual({});
    expect(await said(listed(text, { asks: ['SEND'] }))).toEqual({});
    expect(await said(listed(text, { asks: ['PAY', 'SEND'] }))).toEqual(found);
  });

  test('a handoff that leaves the key open finds no row by it', async () => {
    const open = ho((line) => line.replace('sup=marlow ', ''));
    expect(await said(listed(`[${marlow}]`), open)).toEqual([
      'source/missing',
      'list.json: the handoff has no sup, by which a row is found',
    ]);
  });

  test('only columns that the act needs are looked at', async () => {
    const both = { columns: { account: 'acct', mail: 'addr' } };
    expect(await said(listed(`[${marlow}]`, both))).toEqual(found);
  });
});

describe('a CSV file', () => {
  const csv = (text: string, more = {}) =>
    sourceOf(
      { kind: 'csv', file: file('master.csv', text), key: { slot: 'sup', column: 'id' }, columns, ...more },
      { folder },
    );

  test.each<[string, string, unknown]>([
    ['a row', 'id,account\nmarlow,40-12-88/61102938\n', found],
    [
      'a mark at its beginning, quotes and CR LF',
      '\ufeffid,"account"\r\n"marlow","40-12-88/61102938"\r\n\r\n',
      found,
    ],
    ['a comma in quotes', 'id,note,account\nmarlow,"a, ""b""\nc",40-12-88/61102938\n', found],
    ['no such row', 'id,account\n', ['source/missing', 'master.csv sup=marlow: there is no such row']],
    [
      'two of them',
      'id,account\nmarlow,1\nx,2\nmarlow,1\n',
      ['source/ambiguous', 'master.csv sup=marlow: there are two such rows, master.csv:2 and master.csv:4'],
    ],
    [
      'an empty cell',
      'id,account\nmarlow,\n',
      ['source/missing', 'master.csv:2: column account has no acct'],
    ],
    [
      'two columns of one name',
      'id,account,account\nmarlow,1,2\n',
      ['source/ambiguous', 'master.csv: two columns are called account'],
    ],
    [
      'a name with a blank before it, which is another name',
      'id, account\nmarlow,1\n',
      ['source/missing', 'master.csv:2: column account has no acct'],
    ],
    [
      'another mark than the one that is said',
      'id;account\nmarlow;1\n',
      ['source/missing', 'master.csv: there is no column id'],
    ],
    [
      'no column for the key',
      'name,account\nmarlow,1\n',
      ['source/missing', 'master.csv: there is no column id'],
    ],
    ['nothing at all', '', ['source/missing', 'master.csv: there is no column id']],
    [
      'a line with too few cells',
      'id,account\nmarlow\n',
      ['source/unreadable', expect.stringContaining('line 2')],
    ],
    [
      'a quote that does not end',
      'id,account\n"marlow,1\n',
      ['source/unreadable', expect.stringContaining('Quote')],
    ],
    [
      'a cell with a blank in it',
      'id,account\nmarlow,40 12\n',
      [
        'source/value',
        'master.csv:2: column account holds "40 12", which is no acct: expected printable text without white space',
      ],
    ],
  ])('%s', async (_, text, told) => {
    expect(await said(csv(text))).toEqual(told);
  });

  test('may have another delimiter', async () => {
    expect(await said(csv('id;account\nmarlow;40-12-88/61102938\n', { delimiter: ';' }))).toEqual(found);
  });
});

describe('a query of a SQLite file', () => {
  const sql = (query: string, more = {}) =>
    sourceOf(
      { kind: 'sql', file: 'master.sqlite', query, parameters: ['sup'], columns, ...more },
      { folder },
    );
  const usual = 'SELECT account FROM suppliers WHERE id = ?';

  test.each<[string, AnyMessage | undefined, unknown, string]>([
    ['a row', undefined, found, usual],
    [
      'no such row',
      of('nobody'),
      ['source/missing', 'master.sqlite sup=nobody: there is no such row'],
      usual,
    ],
    [
      'two of them',
      of('twice'),
      [
        'source/ambiguous',
        'master.sqlite sup=twice: there are two such rows, master.sqlite row 1 and master.sqlite row 2',
      ],
      usual,
    ],
    ['NULL', of('none'), ['source/missing', 'master.sqlite row 1: column account has no acct'], usual],
    [
      'two columns of one name',
      undefined,
      ['source/ambiguous', 'master.sqlite: two columns of the query are called account'],
      'SELECT account, id AS account FROM suppliers WHERE id = ?',
    ],
    [
      'no such table',
      undefined,
      ['source/unreadable', expect.stringContaining('no such table')],
      'SELECT account FROM nobody WHERE id = ?',
    ],
    [
      'a write',
      undefined,
      ['source/unreadable', expect.stringContaining('readonly')],
      'DELETE FROM suppliers WHERE id = ? RETURNING account',
    ],
  ])('%s', async (_, message, told, query) => {
    expect(await said(sql(query), message)).toEqual(told);
  });

  test('takes values as parameters alone (T18)', async () => {
    const hostile = of("'OR'1'='1';--");
    expect(await said(sql(usual), hostile)).toEqual([
      'source/missing',
      expect.stringContaining('there is no such row'),
    ]);
    expect(await said(sql(usual))).toEqual(found);
  });

  test('a number is no amount (F23)', async () => {
    const amount = sql('SELECT amount FROM suppliers WHERE id = ?', { columns: { amount: 'amt' } });
    expect(await said(amount)).toEqual([
      'source/value',
      expect.stringMatching(/column amount holds the JSON number 5400, which is no amt: expected "5400.00"$/),
    ]);
  });

  test('without parameters it finds the same for everybody, and is refused', () => {
    expect(() => sql(usual, { parameters: [] })).toThrow('finds the same row for everybody');
  });
});

describe.skipIf(!available('PostgreSQL', findPostgres))('a query of a PostgreSQL database', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(`CREATE TABLE suppliers (id text, account text, amount numeric(12, 2), since date);
      INSERT INTO suppliers VALUES ('marlow', '40-12-88/61102938', 5400, '2020-01-01'), ('twice', 'a', 1, null), ('twice', 'b', 2, null)`);
    await client.end();
  });
  afterAll(() => cluster?.remove());

  const sql = (query: string, more = {}) =>
    sourceOf(
      {
        kind: 'sql',
        name: 'master',
        postgres: { environment: 'MASTER' },
        query,
        parameters: ['sup'],
        columns,
        ...more,
      },
      { environment: { MASTER: cluster.url } },
    );

  test.each<[string, AnyMessage | undefined, unknown, string, object]>([
    ['a row', undefined, found, 'SELECT account FROM suppliers WHERE id = $1', {}],
    [
      'an amount',
      undefined,
      { amt: '5400.00' },
      'SELECT amount FROM suppliers WHERE id = $1',
      { columns: { amount: 'amt' } },
    ],
    [
      'no such row',
      of('nobody'),
      ['source/missing', 'master sup=nobody: there is no such row'],
      'SELECT account FROM suppliers WHERE id = $1',
      {},
    ],
    [
      'two of them',
      of('twice'),
      ['source/ambiguous', expect.any(String)],
      'SELECT account FROM suppliers WHERE id = $1',
      {},
    ],
    [
      'a date that is no text',
      undefined,
      ['source/value', expect.stringContaining('a value of type object')],
      'SELECT since FROM suppliers WHERE id = $1',
      { columns: { since: 'paid' } },
    ],
    [
      'a write',
      undefined,
      ['source/unreadable', expect.stringContaining('read-only transaction')],
      'DELETE FROM suppliers WHERE id = $1 RETURNING account',
      {},
    ],
    [
      'two statements',
      undefined,
      ['source/unreadable', expect.stringContaining('multiple commands')],
      'SELECT account FROM suppliers WHERE id = $1; COMMIT',
      {},
    ],
  ])('%s', async (_, message, told, query, more) => {
    expect(await said(sql(query, more), message)).toEqual(told);
  });

  test('a database that is not there says nothing of its rows, nor its address', async () => {
    const source = sourceOf(
      { kind: 'sql', postgres: { environment: 'MASTER' }, query: 'SELECT $1', parameters: ['sup'], columns },
      { environment: { MASTER: 'postgres://me:canary-password@127.0.0.1:1/master' } },
    );
    const told = await said(source);
    expect(told).toEqual(['source/unreadable', expect.stringContaining('the database at MASTER')]);
    expect(JSON.stringify(told)).not.toContain('canary');
  });

  test('through a pool of the caller', async () => {
    const pool = new Pool({ connectionString: cluster.url });
    const query = 'SELECT account FROM suppliers WHERE id = $1';
    const source = sqlSource({ name: 'master', query, parameters: ['sup'], columns }, queryPostgres(pool));
    expect(await said(source)).toEqual(found);
    expect(pool.idleCount).toBe(1);
    await pool.end();
  });
});

describe('a command', () => {
  const command = (code: string, more = {}) =>
    sourceOf(
      { kind: 'command', name: 'master', command: process.execPath, args: ['-e', code], columns, ...more },
      { folder, environment: { TOKEN: 'canary-of-the-master' } },
    );
  const writes = (value: unknown) => `process.stdout.write(${JSON.stringify(JSON.stringify(value))})`;

  test.each<[string, string, unknown]>([
    ['a row', writes([{ account: found.acct }]), found],
    ['none', writes([]), ['source/missing', 'master for scheduler-1: there is no such row']],
    ['two', writes([{}, {}]), ['source/ambiguous', expect.any(String)]],
    [
      'an object',
      writes({ account: '1' }),
      ['source/value', 'master: expected a list of rows, with one row in it'],
    ],
    ['a row that is none', writes(['x']), ['source/value', 'master row 1: a row is an object of columns']],
    ['no JSON', 'console.log("account 1")', ['source/unreadable', expect.stringContaining('no JSON')]],
    ['a failure', 'process.exit(3)', ['source/unreadable', 'master: the command ended with exit code 3']],
  ])('%s', async (_, code, told) => {
    expect(await said(command(code))).toEqual(told);
  });

  test('reads the handoff, and its secret by its environment alone', async () => {
    const echo = `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () => {
      const { verb, id, slots } = JSON.parse(t);
      process.stdout.write(JSON.stringify([{ account: [verb, id, slots.sup, process.env.MASTER.length, Object.keys(process.env).includes('HEARBACK_KEY')].join('/') }])); })`;
    process.env['HEARBACK_KEY'] = 'not for children';
    expect(await said(command(echo, { secrets: { MASTER: { environment: 'TOKEN' } } }))).toEqual({
      acct: 'resolve/scheduler-1/marlow/20/false',
    });
    delete process.env['HEARBACK_KEY'];
    const leaks = command('process.stdout.write(JSON.stringify([{ account: process.env.MASTER }]))', {
      secrets: { MASTER: { environment: 'TOKEN' } },
    });
    expect(JSON.stringify(await said(leaks))).not.toContain('canary');
    expect(await said(command('', { secrets: { MASTER: { environment: 'NONE' } } }))).toEqual([
      'source/unreadable',
      'master: the secret NONE is not there: set it, and try again',
    ]);
  });

  test('that is not there says nothing of its rows', async () => {
    const none = sourceOf({ kind: 'command', command: './nothing', columns }, { folder });
    expect(await said(none)).toEqual(['source/unreadable', './nothing: it could not be started']);
  });
});
