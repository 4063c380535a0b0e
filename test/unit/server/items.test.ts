import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConsole, type Reader, type TestConsole } from '../../support/console.ts';
import { at } from '../../support/ledger/lines.ts';
import { confirmed, officeAt } from '../../support/ledger/office.ts';

let console: TestConsole;
let reader: Reader;
const path = '/items/main/inv%3AMD-2026-057';
beforeAll(async () => {
  console = openConsole({ now: at('14:00:00') });
  const office = officeAt(console.store);
  await office.scheduler.send('RW1 ST scheduler-7 from=scheduler to=payer item=doc:other');
  await office.payer.send('RW1 HO spoof item=inv:MD-2026-057 // <img src=x onerror=alert(1)>');
  const token = await confirmed(office);
  office.bank.moods = ['swaps-account'];
  await office.paying.commit({ token });
  reader = await console.signIn('m.okafor', ['main']);
});
afterAll(() => console.close());

test('tells everything about an item: lines, refused ones, claims, who, how judged and by which version', async () => {
  const markup = await reader.read(path);
  expect(markup).toContain('ap-office');
  expect(markup).toMatch(/Judged by hearback \d/);
  expect(markup).toContain('refused: unreadable');
  expect(markup).toMatch(/<strong>claimed<\/strong>/);
  expect(markup).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(markup).not.toContain('doc:other');
});

test('puts what ran beside what was frozen, and marks what differs', async () => {
  const markup = await reader.read(path);
  expect(markup).toContain('ran otherwise than planned');
  const row = /<tr role="row" class="differs">[\s\S]*?<\/tr>/.exec(markup)?.[0] ?? '';
  expect(row).toContain('40-12-88/61102938');
  expect(row).toContain('20-00-00/99999999');
  expect(markup.match(/class="differs"/g)).toHaveLength(1);
});

test('hands out the same as CSV and JSON', async () => {
  const rows = parse(await reader.read(`${path}/export.csv`), { columns: true }) as Record<string, string>[];
  const json = JSON.parse(await reader.read(`${path}/export.json`)) as Record<string, unknown>[];
  expect(rows.map(({ type }) => type)).toEqual(['', 'HO', 'RB', 'AN', '', 'DN', 'AQ']);
  expect(json.map(({ sequence }) => String(sequence))).toEqual(rows.map(({ entry }) => entry));
});

test('knows no item of a conversation that is not the reader’s, and none that nothing is about', async () => {
  const stranger = await console.signIn('r.osei', ['elsewhere']);
  for (const [who, where] of [
    [stranger, path],
    [stranger, `${path}/export.csv`],
    [reader, '/items/main/inv:none'],
    [reader, '/items/none/inv%3AMD-2026-057'],
  ] as const)
    expect([where, (await who.get(where)).status]).toEqual([where, 404]);
});
