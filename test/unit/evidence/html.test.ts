import { describe, expect, test } from 'vitest';
import { parse } from '../../../src/codec/index.ts';
import { checkSources } from '../../../src/evidence/check-src.ts';
import { htmlText } from '../../../src/evidence/readers/html/text.ts';
import { readInbox } from '../../../src/evidence/readers/inbox.ts';
import { sourcesOf } from '../../../src/evidence/source.ts';

const seen = (text: string) => ({ text, unsure: [], hides: false, fault: null });
const hides = (text: string) => ({ text, unsure: [], hides: true, fault: null });

test('keeps rows and cells apart, and leaves out what nobody sees', () => {
  const html =
    '<style>p{}</style><table><tr><td>Net<td>4,500.00<tr><td>VAT<td>900.00</table><!-- Total 1.00 --><script>2.00</script><p hidden>3.00</p>';
  expect(htmlText(html)).toEqual(hides('Net\t4,500.00\n\nVAT\t900.00'));
});

describe('hides what is hidden by', () => {
  test.each([
    ['a class', '<style>.h, p.x{display:none}</style><p>seen</p><div class="a h">unseen</div>'],
    ['an id', '<style>@media screen{#h{visibility:hidden}}</style><p>seen</p><div id="h">unseen</div>'],
    ['an attribute', '<style>[data-h]{display:none}</style><p>seen</p><div data-h>unseen</div>'],
    ['a rule for all within', '<style>.h *{display:none}</style><p class="h"><b>unseen</b></p>seen'],
    ['a rule within a rule', '<style>.a{color:red;.h{display:none}}</style><p>seen</p><p class="h">unseen'],
    ['a class of other case', '<style>.HID{display:none}</style><p>seen</p><p class="hid">unseen'],
    [
      'a screen wider than any',
      '<style>@media (max-width:99999px){.h{display:none}}</style>seen<p class=h>unseen',
    ],
    ['a sheet behind it', '<p>seen</p><div class="h">unseen</div><style>.h{font-size:1px}</style>'],
    ['the colour of paper', '<p>seen</p><p style="color:#ffffff">unseen</p>'],
    ['the colour of its own ground', '<p>seen</p><p style="background:#036;color:#003367">unseen</p>'],
    ['white on a white ground', '<p>seen</p><p style="background:#fff;color:white">unseen</p>'],
    ['a colour that is almost paper', '<p>seen</p><font color="#f6f6f6">unseen</font>'],
    ['a place off the page', '<p>seen</p><div style="position:absolute;left:-9999px">unseen</div>'],
    ['a stroke', '<p>seen <s>unseen</s><del>unseen</del></p>'],
    ['a closed box', '<p>seen</p><div style="height:0;overflow:hidden">unseen</div>'],
    ['folded details', '<details>unseen<summary>seen</summary><p>unseen</p></details>'],
    ['a dialog that is not open', '<p>seen</p><dialog>unseen</dialog>'],
    ['nesting in one that is', `<p>seen</p><div hidden>${'<b>'.repeat(400)}unseen`],
  ])('%s', (_, html) => {
    expect(htmlText(html)).toEqual(hides('seen'));
  });

  test.each([
    'display:none',
    'display/**/:none',
    'd\\69splay:none',
    'DISPLAY : NONE !important',
    'visibility: hidden',
    'font-size:0',
    'font:0/0 a',
    'font:italic 1px/1 Arial',
    'opacity:0',
    'opacity:0.01',
    'opacity:1%',
    'filter:alpha(opacity=0)',
    'mso-hide:all',
    'text-indent:-99em',
    'transform:scale(0)',
    'clip-path:inset(100%)',
    'color:rgba(0,0,0,.01)',
    'color:transparent',
    'display:none;display:bogus',
    'visibility:hidden;visibility:seen',
    'color:#fff;color:bogus',
    'display:none;display:block !ie',
    'font-size:0;font-size:big',
  ])('the style %s', (style) => {
    expect(htmlText(`<p>seen</p><div style="color:red;${style}">unseen<b>too</b></div>`)).toEqual(
      hides('seen'),
    );
  });

  test.each('noframes noembed datalist video audio canvas meter progress rp template select'.split(' '))(
    'an element %s',
    (name) => {
      expect(htmlText(`<p>seen</p><${name}>unseen</${name}>`)).toEqual(hides('seen'));
    },
  );
});

describe('lets nothing undo a style that hides, unless every browser takes it:', () => {
  test.each([
    '@media (min-width:99999px){.h{display:block}}',
    '@supports (foo:bar){.h{display:block}}',
    '@layer a{.h{display:block}}',
    '.foo{.h{display:block}}',
    'a{content:"}.h{display:block}"}',
    'a{} } .h{display:block}',
    '.h,!!{display:block}',
    '.h{display:table-foo}',
    '.H{display:block}',
    '@import url(x{}.h{display:block});',
  ])('the sheet %s', (sheet) => {
    expect(htmlText(`<style>.h{display:none} ${sheet}</style><p>seen</p><p class=h>unseen`)).toEqual(
      hides('seen'),
    );
  });

  test.each(['media=print', 'type=text/other'])('a sheet with %s', (attribute) => {
    const html = `<style>.h{display:none}</style><style ${attribute}>.h{display:block}</style>seen<p class=h>unseen`;
    expect(htmlText(html)).toEqual(hides('seen'));
  });

  test.each([
    'a{content:"/*"} .h{display:none} b{content:"*/"}',
    'a{background:url(/*)} .h{display:none} b{background:url(*/)}',
    '.h{display:none',
    '.h:not(:hover){display:none}',
    '.h:has(b .z){display:none}',
    '@media (max-width:600px) or (min-width:0){.h{display:none}}',
    '.h{@media screen{display:none}}',
  ])('how %s is written', (sheet) => {
    expect(htmlText(`<style>${sheet}</style><p class=h>unseen</p>`)).toEqual(hides(''));
  });

  test.each([
    "display:none;font-family:';display:block;'",
    'display:none;--x:(;display:block;)',
    'display:none;--x:\\;display:block',
    'font-size:0;font-size:12zz',
    'font-size:calc(0px)',
    'font-size:1e-5px',
    'color:var(--x)',
    'color:canvas',
    'color:oklch(1 0 0)',
    'background:#000;background:white foo;color:black',
    'display:var(--x,none)',
    'inset:-9999px',
    'max-block-size:0',
    'contain:strict',
    'letter-spacing:-1em',
    'background:linear-gradient(#000,#111);color:#000',
  ])('the style %s', (style) => {
    expect(htmlText(`<p>seen</p><p style="${style}">unseen`)).toEqual(hides('seen'));
  });

  test('but a rule that every browser takes', () => {
    const html =
      '<style>.h{display:none}p.Shown{display:block}</style><p class="h Shown" style="letter-spacing:-0.5px">seen';
    expect(htmlText(html)).toEqual(seen('seen'));
  });
});

describe('shows', () => {
  test.each([
    ['white on a ground of its own', '<table bgcolor="#003366"><tr><td style="color:#fff">seen</table>'],
    ['white on a picture', '<table background="x.png"><tr><td style="color:#fff">seen</table>'],
    [
      'white on what a sheet paints',
      '<style>td{background:#fff}.t{background:#036;color:#fff}</style><td class=t>seen',
    ],
    [
      'what small screens hide',
      '<style>@media (max-width:600px){.w{display:none}}</style><p class="w">seen</p>',
    ],
    [
      'what is white in the dark',
      '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>seen</p>',
    ],
    ['what paper hides', '<style>@media print{p{display:none}}</style><p>seen</p>'],
    [
      'letters of a size in a cell that has none',
      '<td style="font-size:0px"><div style="font-size:13px">seen</div>',
    ],
    ['what a stronger rule shows', '<style>p{display:none}.w{display:block}</style><p class=w>seen</p>'],
    [
      'text beside a hidden piece',
      '<style>.c:after{content:".";visibility:hidden;height:0}</style><p class=c>seen',
    ],
    ['a summary and open details', '<details open>seen</details>'],
    ['half of a colour', '<p style="opacity:.6;color:#666">seen</p>'],
    [
      'white on dark that runs from one to another',
      '<p style="background:linear-gradient(#036,#047);color:#fff">seen',
    ],
  ])('%s', (_, html) => {
    expect(htmlText(html)).toEqual(seen('seen'));
  });
});

test.each(
  'center summary legend figcaption option img input sup sub svg caption details rt textarea button label'.split(
    ' ',
  ),
)('joins no figure over the edge of an element %s', (name) => {
  expect(htmlText(`5<${name}></${name}>400.00`).text).toMatch(/^5[\t\n]+400\.00$/);
});

test.each(['display:block', 'float:right', 'position:absolute', 'margin-left:40px', 'padding:0 9px'])(
  'nor of one that the style %s sets apart',
  (style) => {
    expect(htmlText(`5<span style="${style}">400.00</span>`).text).toMatch(/^5[\t\n]+400\.00$/);
  },
);

test('joins what only letters of another kind, an entity or a blank lie between', () => {
  expect(htmlText('<b>5</b>,<i>400</i>.00').text).toBe('5,400.00');
  expect(htmlText('5&nbsp;400,00 \n <b> x</b>').text).toBe('5\u00a0400,00 x');
});

test('marks what is shown in another order than it is written in', () => {
  expect(htmlText('<bdo dir=rtl>00.004,5</bdo>').text).toBe('\u202e00.004,5\u202c');
  expect(htmlText('<b style="unicode-bidi:bidi-override">12</b>').text).toBe('\u202e12\u202c');
});

describe('doubts', () => {
  const hidden = 'is styled in a way that may hide it';

  test.each([
    'padding-top:9999px',
    'word-spacing:9999px',
    'overflow:hidden;text-overflow:ellipsis;white-space:nowrap;width:10px',
    '-webkit-line-clamp:1;display:-webkit-box;overflow:hidden',
    'animation:hide 0s forwards',
    'transition:opacity 9s',
    'border-top:9999px solid white',
    'box-shadow:inset 0 0 0 9999px white',
    'text-align:right;width:99999px',
    'line-height:0',
    'position:fixed;top:50px',
    'column-count:99',
    'writing-mode:vertical-rl',
    'font-family:Wingdings',
    'overflow:hidden;max-height:8px',
    'all:unset',
    'a-property-of-tomorrow:1',
  ])('what is styled in a way that is not known to show it: %s', (style) => {
    const { text, unsure } = htmlText(`<p>seen</p><div style="${style}">Total <b>1.00</b></div>`);
    expect(text).toBe('seen\n\nTotal 1.00');
    expect(
      unsure.map(({ doubt, spans }) => [doubt, spans.map(({ start, end }) => text.slice(start, end))]),
    ).toEqual([[hidden, ['Total', '1.00']]]);
  });

  test('what a mail quotes', () => {
    const { text, unsure } = htmlText('<p>1.00</p><blockquote type=cite><p>2.00</p></blockquote>3.00');
    expect(
      unsure.map(({ doubt, spans }) => [doubt, spans.map(({ start, end }) => text.slice(start, end))]),
    ).toEqual([['is quoted from another mail', ['2.00']]]);
  });

  test.each([
    'margin:0 auto;padding:20px 0 8px;border:1px solid #ccc;width:600px;max-width:100%',
    'font:bold 14px/1.5 -apple-system,"Segoe UI Symbol",Arial;letter-spacing:0.5px;text-shadow:0 1px 0 white',
    'mso-line-height-rule:exactly;-webkit-text-size-adjust:100%;-premailer-width:570;border-collapse:collapse',
    'overflow:hidden;border-radius:4px;display:inline-block;vertical-align:top;box-shadow:0 2px 3px rgba(0, 0, 0, 0.16)',
    'color:inherit;line-height:normal;margin:-1px',
  ])('nothing of the styles that mails have: %s', (style) => {
    expect(htmlText(`<p style='${style}'>seen`)).toEqual(seen('seen'));
  });

  test('a figure of which it doubts a digit', async () => {
    const html = '<p>Total 5,<i style="animation:x">4</i>00.00</p>';
    const held = new TextEncoder().encode(JSON.stringify([{ html }]));
    const { sources } = await readInbox([{ name: 'a.json', bytes: held }]);
    const line =
      'RW1 ST extractor-1 p=pay from=extractor to=reconciler item=mail:9 amt=5400.00 cur=GBP kind=GROSS src=email:1';
    const [checked] = checkSources({ lines: [parse(line)], sources: sourcesOf(sources) }).lines;
    expect(checked?.evidence[0]?.found?.doubt).toBe(hidden);
  });
});

test('gives up, and says so, where it cannot be told what is seen', () => {
  const deep = htmlText(`<p>Total 1.00</p>${'<div>'.repeat(600)}<style>.h{display:none}</style>`);
  expect(deep).toMatchObject({ text: '', fault: 'it is nested deeper than 512 levels' });
  const rules = '.a{color:red}'.repeat(5_000);
  const many = htmlText(`<style>${rules}</style>${'<p class=a>1</p>'.repeat(5_000)}`);
  expect(many).toMatchObject({ text: '', fault: 'it has more style rules than can be looked through' });
});
