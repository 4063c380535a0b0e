import { expect, test } from 'vitest';
import type { Standing } from '../../../src/server/env.ts';
import { stretchesOf } from '../../../src/server/layout/characters.ts';
import { html, page, shownLine, shownText, slotTable, when } from '../../../src/server/layout/index.ts';

const odd = (text: string): readonly (string | null)[] =>
  stretchesOf(text).flatMap(({ points, why }) => (why === null ? [] : points));

test('shows as code points what cannot be seen or turns the text around, and cuts nothing', () => {
  expect(stretchesOf('40-12\u202e-88')).toEqual([
    { text: '40-12', points: null, why: null },
    { text: '', points: 'U+202E', why: 'unseen' },
    { text: '-88', points: null, why: null },
  ]);
  expect(odd('a\u0000b\u200bc\u2028d\ud800e\u00a0f\u2066g\u3164')).toEqual([
    ...['U+0000', 'U+200B', 'U+2028', 'U+D800', 'U+00A0', 'U+2066', 'U+3164'],
  ]);
  const long = 'x'.repeat(5_000);
  expect(stretchesOf(long)).toEqual([{ text: long, points: null, why: null }]);
});

test('names a letter that is taken for a Latin one, alone among its like too, and no honest word of another script', () => {
  expect(odd('m\u0430rlow')).toEqual(['U+0430']);
  expect(odd('\u0430\u0440\u0440\u04cf\u0435')).toHaveLength(5);
  expect(odd('Привет, мир')).toEqual([]);
  expect(odd('café naïve Zürich')).toEqual([]);
});

test('names other forms of ASCII characters: full-width digits, long dashes, digits of other scripts, bare accents', () => {
  expect(odd('４0')).toEqual(['U+FF14']);
  expect(odd('40–12')).toEqual(['U+2013']);
  expect(odd('٣')).toEqual(['U+0663']);
  expect(odd('e\u0301')).toEqual(['U+0301']);
  expect(odd('👩‍💻 ok')).toEqual([]);
});

test('writes whatever a line holds as text', () => {
  const shown = String(shownLine('RW1 HO a-1 item=<b> x="y" // <script>alert(1)</script> & \'q\''));
  expect(shown).not.toMatch(/<script|<b>/);
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;q&#39;');
  expect(String(shownText('"><img src=x onerror=alert(1)>'))).not.toContain('<img');
});

test('keeps every character of a line in order, the tail apart', () => {
  const line = 'RW1 HO a-1 from=a  to=b item=x=y  // //  two  ';
  const text = String(shownLine(line)).replaceAll(/<[^>]*>/g, '');
  expect(text).toBe(line);
  expect(String(shownLine('RW1 ST a-1 //'))).toContain('class="tail"');
  expect(String(shownLine('no line at all'))).not.toContain('class="tail"');
});

test('says of each slot whether two sources agree, in words and not by colour alone', () => {
  const rows = [
    { slot: 'amt', value: '5400.00', beside: '5400.00' },
    { slot: 'acct', value: '40-12-88/1', beside: '40-12-88/2' },
    { slot: 'ref', value: 'R', beside: null },
  ];
  const table = String(slotTable(rows, { caption: 'What runs', beside: 'the record' }));
  expect(table.match(/same<|differs<|only one has it/g)).toEqual(['same<', 'differs<', 'only one has it']);
  expect(table.match(/class="differs"/g)).toHaveLength(2);
  expect(String(slotTable(rows, { caption: 'What runs' }))).not.toMatch(/differs|same\?/);
});

test('says a moment in UTC, with its exact form for the script that adds the local time', () => {
  expect(String(when(1_790_946_191_042))).toBe(
    '<span class="when"><time datetime="2026-10-02T13:03:11.042Z" data-local>2026-10-02 13:03:11Z</time></span>',
  );
});

test('frames a page with its title, its place, who is signed in and nothing inline', async () => {
  const markup = await framed('/items/main/inv:1', 'Maria <b>');
  expect(markup).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(markup).toContain('<title>A &amp; B · hearback</title>');
  expect(markup.match(/aria-current="page">[^<]*/g)).toEqual(['aria-current="page">Ledger']);
  expect(markup).toContain('Maria &lt;b&gt;');
  expect(markup).not.toMatch(/<style|style=|<script>|javascript:|\son[a-z]+=/);
  expect(await framed('/', null)).toContain('<a href="/sign-in">Sign in</a>');
});

test.each<[Standing['verified'], string]>([
  ['running', 'Its chain is being verified.'],
  ['failed', 'Its chain could not be verified when this server started.'],
  [{ at: 0, holds: true }, 'Its chain held when this server verified it, at 1970-01-01 00:00:00Z.'],
  [
    { at: 0, holds: false },
    'Its chain does not hold, as this server found at 1970-01-01 00:00:00Z: nothing runs.',
  ],
])('says of the ledger what it knows, to whoever is signed in: %j', async (verified, says) => {
  const standing = { ledger: 'office<1>.ledger', verified };
  const foot = (markup: string): string =>
    (/<footer[\s\S]*<\/footer>/.exec(markup)?.[0] ?? '').replaceAll(/<[^>]*>/g, '');
  expect(foot(await framed('/', 'm.okafor', standing))).toContain(`Ledger office&lt;1&gt;.ledger. ${says}`);
  expect(foot(await framed('/', null))).toBe('Silence does nothing: what nobody answers does not run.');
});

async function framed(
  path: string,
  person: string | null,
  standing: Standing | null = null,
): Promise<string> {
  let markup = '';
  const known = { person, standing };
  const visit: Parameters<typeof page>[0] = {
    req: { path },
    get: <K extends keyof typeof known>(key: K) => known[key],
    html: async (made: unknown) => {
      markup = String(await made);
      return new Response(markup);
    },
  };
  await page(visit, { title: 'A & B', body: html`<p>ok</p>` });
  return markup;
}
