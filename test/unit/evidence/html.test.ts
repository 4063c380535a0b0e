import { describe, expect, test } from 'vitest';
import { htmlText } from '../../../src/evidence/readers/html/text.ts';

const seen = (text: string) => ({ text, hides: false, fault: null });
const hides = (text: string) => ({ text, hides: true, fault: null });

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

test('gives up, and says so, where it cannot be told what is seen', () => {
  const deep = htmlText(`<p>Total 1.00</p>${'<div>'.repeat(600)}<style>.h{display:none}</style>`);
  expect(deep).toMatchObject({ text: '', fault: 'it is nested deeper than 512 levels' });
  const rules = '.a{color:red}'.repeat(20_000);
  const many = htmlText(`<style>${rules}</style>${'<p class=a>1</p>'.repeat(20_000)}`);
  expect(many).toMatchObject({ text: '', fault: 'it has more style rules than can be looked through' });
});
