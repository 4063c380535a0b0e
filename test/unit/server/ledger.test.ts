import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvRow } from '../../../src/server/export/csv.ts';
import { find } from '../../../src/server/pages/ledger/find.ts';
import { searchOf, wantedIn } from '../../../src/server/pages/ledger/wanted.ts';
import { openConsole, type Reader, type TestConsole } from '../../support/console.ts';
import { at, record } from '../../support/ledger/lines.ts';
import { confirmed, officeAt } from '../../support/ledger/office.ts';

let console: TestConsole;
let reader: Reader;
beforeAll(async () => {
  console = openConsole({ now: at('14:00:00') });
  const clock = {
    get now() {
      return console.now;
    },
    set now(moment: number) {
      console.now = moment;
    },
  };
  const office = officeAt(console.store, {}, clock);
  await office.paying.commit({ token: await confirmed(office) });
  await office.scheduler.send('RW1 HO nonsense acct=40-12-88/61102938 <script>');
  await office.scheduler.send(
    'RW1 ST scheduler-8 from=scheduler to=payer item==1+1 // =HYPERLINK("http://x")',
  );
  clock.now = at('14:00:00') + 86_400_000;
  await office.scheduler.send('RW1 ST scheduler-9 from=scheduler to=auditor item=doc:9');
  const elsewhere = office.ledger.as({ principal: 'other', agents: ['spy'], conversation: 'secret' });
  await elsewhere.send('RW1 ST spy-1 from=spy to=payer item=doc:secret');
  reader = await console.signIn('m.okafor', ['main']);
});
afterAll(() => console.close());

/** The entries that a page of the ledger leads to, in its order. */
async function found(query: string): Promise<readonly string[]> {
  const markup = await reader.read(`/ledger?${query}`);
  return [...markup.matchAll(/href="\/threads\/(\w+)\?at=(\d+)#entry"/g)].map(
    ([, name, at]) => `${name} ${at}`,
  );
}

test.each([
  ['everything, the newest first', '', 8],
  ['an item', 'item=inv%3AMD-2026-057', 4],
  ['an agent, whether it sends or is sent to', 'agent=auditor', 1],
  ['a type, on a line that cannot be read too', 'type=HO', 2],
  ['a text within a value, refused lines too', 'value=61102938', 4],
  ['a slot', 'slot=out', 1],
  ['a slot and its value', 'slot=acct&value=40-12-88/61102938', 4],
  ['a value of another slot', 'slot=ref&value=40-12-88/61102938', 0],
  ['what was refused', 'verdict=refused', 1],
  ['what passes', 'verdict=passes&type=RB', 1],
  ['a span of days, the last one whole', 'from=2026-10-02&until=2026-10-02', 7],
  ['a later day', 'from=2026-10-03', 1],
  ['what there is not', 'value=nothing-like-it', 0],
])('finds %s', async (_what, query, count) => {
  expect(await found(query)).toHaveLength(count);
});

test('shows nobody what lies in a conversation that is not theirs', async () => {
  expect(await found('value=secret')).toEqual([]);
  expect(await found('conversation=secret')).toEqual([]);
  expect(await found('at=secret&before=9')).toEqual(await found(''));
  expect(await reader.read('/ledger.json?conversation=secret')).toBe('[]\n');
  const all = await console.signIn('r.osei');
  expect(await all.read('/ledger.json?conversation=secret')).toContain('doc:secret');
});

test('leaves out what is no day and no verdict, and keeps what was asked in the form', async () => {
  expect(await found('from=2026-02-31&until=x&verdict=constructor')).toHaveLength(8);
  const markup = await reader.read('/ledger?item=%22%3E%3Cb%3E&type=HO');
  expect(markup).toContain('value="&quot;&gt;&lt;b&gt;"');
  expect(markup).toMatch(/<option selected>HO<\/option>/);
});

test('goes on where it ended, over conversations too, and misses and repeats nothing', async () => {
  const wanted = wantedIn({ req: { query: () => undefined } } as never);
  const seen: string[] = [];
  let place = null;
  do {
    const options = { conversations: ['main', 'secret'], place, limit: 3, most: 2 };
    const page: Awaited<ReturnType<typeof find>> = await find(console.store, wanted, options);
    expect(page.looked).toBeLessThanOrEqual(2);
    seen.push(...page.entries.map(({ entry }) => `${entry.conversation} ${entry.sequence}`));
    place = page.next;
  } while (place !== null);
  expect(seen).toEqual([...[8, 7, 6, 5, 4, 3, 2, 1].map((n) => `main ${n}`), 'secret 1']);
});

test('takes a query to the store that holds no more than it must', () => {
  const query: Readonly<Record<string, string>> = { item: 'a"b', verdict: 'fails', from: '2026-10-02' };
  const wanted = wantedIn({ req: { query: (name: string) => query[name] } } as never);
  expect(searchOf(wanted, { before: 9, span: 8, limit: 7 })).toEqual({
    ...{ before: 9, span: 8, limit: 7, from: Date.UTC(2026, 9, 2) },
    holding: [['a\\"b'], ['"passes":false']],
  });
});

test('hands out what was found as CSV that no spreadsheet runs, and as JSON that is whole', async () => {
  const csv = await reader.get('/ledger.csv?agent=payer');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="ledger.csv"');
  const rows = parse(await csv.text(), { columns: true }) as Readonly<Record<string, string>>[];
  expect(rows.map(({ item }) => item)).toContain("'=1+1");
  expect(rows.at(-1)).toMatchObject({
    ...{ conversation: 'main', entry: '1', type: 'HO', verdict: 'passes', changes: 'opened' },
    ...{ principal: 'ap-office', item: record.item, at: '2026-10-02T14:00:00.000Z' },
  });
  const json = JSON.parse(await reader.read('/ledger.json?verdict=refused'));
  expect(json).toMatchObject([
    { refused: 'unreadable', line: expect.stringContaining('<script>'), message: null },
  ]);
});

test.each([
  ['=1+1', `"'=1+1"`],
  ['+44 20', `"'+44 20"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  [' =1', `"' =1"`],
  ['\uff1dcmd', `"'\uff1dcmd"`],
  ['-2+3', `"'-2+3"`],
  ['-12.50', '"-12.50"'],
  ['say "hi", you', '"say ""hi"", you"'],
  ['a\nb\u202ec', '"a\\u{000A}b\\u{202E}c"'],
  ['', '""'],
])('a cell that says %j is written %s', (text, cell) => {
  expect(csvRow([text])).toBe(`${cell}\r\n`);
});
