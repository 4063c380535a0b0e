import { expect, test } from 'vitest';
import type { Fact } from '../../../src/ledger/fact.ts';
import { openMemory } from '../../../src/ledger/memory.ts';
import { type PictureEntry, pictured } from '../../../src/server/picture/entry.ts';
import { picture } from '../../../src/server/picture/picture.ts';
import { sceneOf } from '../../../src/server/picture/scene.ts';
import { sentence } from '../../../src/server/picture/words.ts';
import { at, HO0, record } from '../../support/ledger/lines.ts';
import { confirmed, type Office, officeAt } from '../../support/ledger/office.ts';

const item = 'inv:MD-2026-057';
const late = at('20:00:00');

async function toldBy(tell: (office: Office) => Promise<unknown>): Promise<readonly PictureEntry[]> {
  const store = openMemory();
  await tell(officeAt(store));
  return (await store.entries('main', { after: 0, limit: 1_000 })).map(pictured);
}

test('draws a payment: its agents as lanes, its lines in order with their verdicts, the claim on the payer’s lane', async () => {
  const entries = await toldBy(async (office) => office.paying.commit({ token: await confirmed(office) }));
  const { lanes, rows } = sceneOf(entries, { now: late });
  expect(lanes).toEqual(['scheduler', 'payer']);
  expect(rows.map(({ type, kind, from, to, mark }) => [type || kind, from, to, mark])).toEqual([
    ['HO', 0, 1, 'passes'],
    ['RB', 1, 0, 'passes'],
    ['AN', 0, 1, 'passes'],
    ['change', 1, null, null],
    ['DN', 1, 0, 'passes'],
  ]);
  expect(rows.map((row) => sentence(row, lanes))).toEqual(
    expect.arrayContaining([
      `1. 2026-10-02 14:00:00Z: HO scheduler-1 PAY, scheduler to payer, about ${item}, passes`,
      `4. 2026-10-02 14:00:00Z: claimed, about ${item}`,
    ]),
  );
});

test('bands the item beside its owner: the sender until a readback passes, then the receiver, until it is done', async () => {
  const entries = await toldBy(async (office) => office.paying.commit({ token: await confirmed(office) }));
  const { bands, lanes } = sceneOf(entries, { now: late });
  expect(bands.map(({ lane, from, to }) => [lanes[lane], from, to])).toEqual([
    ['scheduler', 0, 1],
    ['payer', 1, 4],
  ]);
});

test('leaves an item with its sender when the readback fails, and places bands beside each other', async () => {
  const entries = await toldBy(async ({ scheduler, payer }) => {
    await scheduler.send(
      'RW1 HO scheduler-1 from=scheduler to=payer item=doc:1 ask=DRAFT rb=due due=20261009',
    );
    await payer.send(
      'RW1 RB payer-1 re=scheduler-1 from=payer to=scheduler item=doc:1 ask=DRAFT due=20261010',
    );
    await scheduler.send('RW1 HO scheduler-2 from=scheduler to=payer item=doc:2 ask=DRAFT');
  });
  const { bands, rows } = sceneOf(entries, { now: late });
  expect(rows.map(({ mark }) => mark)).toEqual(['passes', 'fails', 'passes']);
  expect(bands.map(({ lane, item: about, from, to, place }) => [about, lane, from, to, place])).toEqual([
    ['doc:1', 0, 0, 3, 0],
    ['doc:2', 0, 2, 3, 1],
  ]);
});

test('shades a window that was over while its handoff was open, and no other', async () => {
  const told = await toldBy(async (office) => {
    await office.scheduler.send(HO0, { record });
    office.clock.now = at('17:30:00');
    await office.scheduler.send('RW1 ST scheduler-2 re=scheduler-1 from=scheduler to=payer item=doc:1');
  });
  const exp = at('17:00:00');
  expect(sceneOf(told, { now: late }).shades).toEqual([{ handoff: 'scheduler-1', exp, from: 1, to: 2 }]);
  expect(sceneOf(told.slice(0, 1), { now: late }).shades).toMatchObject([{ from: 1, to: 1 }]);
  expect(sceneOf(told.slice(0, 1), { now: exp - 1 }).shades).toEqual([]);
  const done = await toldBy(async (office) => office.paying.commit({ token: await confirmed(office) }));
  expect(sceneOf(done, { now: late }).shades).toEqual([]);
});

test('draws what is about one item, and follows what comes before the rows that it draws', async () => {
  const entries = await toldBy(async (office) => {
    await office.scheduler.send('RW1 HO scheduler-7 from=scheduler to=auditor item=doc:9 ask=REVIEW');
    await office.paying.commit({ token: await confirmed(office) });
  });
  expect(sceneOf(entries, { now: late, item }).rows).toHaveLength(5);
  const behind = sceneOf(entries, { now: late, item, after: 3, limit: 2 });
  expect(behind.rows.map(({ sequence }) => sequence)).toEqual([4, 5]);
  expect(behind.bands.map(({ lane, from, isCut }) => [behind.lanes[lane], from, isCut])).toEqual([
    ['payer', 0, true],
  ]);
});

const hostile = [
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  ']]><!-- --><![CDATA[',
  '&lt;b&gt; &#x3c;i&#x3e;',
  'a\u0000b\u202ec\ud800d\u0085',
] as const;

test('is text whatever the entries say: hostile names, items, lines and causes', () => {
  const entries = hostile.map((text, index): PictureEntry => {
    const fact: Fact = { fact: 'unknown', token: text, fence: 1, cause: text, reference: null };
    return {
      ...{
        sequence: index + 1,
        at: late,
        principal: text,
        refused: 'unreadable',
        verdict: null,
        person: false,
      },
      ...(index % 3 === 0
        ? { line: null, message: null, facts: [fact] }
        : { line: text, message: index % 3 === 1 ? null : messageOf(text), facts: [] }),
    };
  });
  const svg = picture(entries, { now: late, title: hostile.join(' '), href: (n) => `?at=${n}"><x` });
  expect(svg).not.toMatch(/<script|<!--|<!\[CDATA|onload="|<x|<b>/);
  const outsideText = svg.replaceAll(/>[^<]*</g, '><').replaceAll(/"[^"]*"/g, '""');
  expect(outsideText).not.toMatch(/alert|onload|onmouseover/);
  expect(svg).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\ud800-\udfff]/);
});

function messageOf(text: string): Readonly<Record<string, unknown>> {
  return { id: text, type: text, from: text, to: `${text}2`, item: text, slots: { ask: text } };
}

test('draws nothing as nothing', () => {
  expect(sceneOf([], { now: late })).toMatchObject({ lanes: [], rows: [], bands: [], shades: [] });
  expect(picture([], { now: late, title: 'Empty' })).toContain('0 entries between nobody');
});

test('links each row to its entry when it is given where, and marks the chosen one', async () => {
  const entries = await toldBy(({ scheduler }) => scheduler.send(HO0, { record }));
  const svg = picture(entries, { now: late, title: 'T', href: (n) => `/threads/main?at=${n}`, chosen: 1 });
  expect(svg).toMatch(
    /<a class="[^"]*picture-chosen" href="\/threads\/main\?at=1" aria-label="HO in entry 1[^"]*" aria-current="true">/,
  );
  expect(svg).toContain('role="group"');
  const plain = picture(entries, { now: late, title: 'T' });
  expect(plain).not.toContain('<a ');
  expect(plain).toContain('role="img"');
});
