import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../src/evidence/readers/document.ts';
import { readFeed } from '../../../src/evidence/readers/feed.ts';
import { readInbox } from '../../../src/evidence/readers/inbox.ts';
import { readOrders } from '../../../src/evidence/readers/orders.ts';
import { readTable } from '../../../src/evidence/readers/table.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const mail = (...lines: string[]): Uint8Array => bytes(lines.join('\r\n'));
const inbox = async (name: string, held: Uint8Array) => readInbox([{ name, bytes: held }]);

describe('an inbox', () => {
  test('is read in the order of an mbox file, with its quoting taken back', async () => {
    const mbox = [
      'From a@x Thu Oct  1 08:12:44 2026',
      'Subject: One',
      '',
      '>From the start, 5,400.00',
      '>>From afar',
      'From here it is no new mail',
      '',
      'From b@x Thu Oct  1 08:12:44 2026',
      'Subject: Two',
      '',
      'second',
      '',
    ].join('\n');
    const { sources, faults } = await inbox('a.mbox', bytes(mbox));
    expect(faults).toEqual([]);
    expect(sources.map(({ pointer, title }) => [pointer, title])).toEqual([
      ['email:1', 'One'],
      ['email:2', 'Two'],
    ]);
    const text = sources[0]?.parts.find(({ name }) => name === 'text')?.text;
    expect(text).toBe('From the start, 5,400.00\n>From afar\nFrom here it is no new mail\n\n');
  });

  test('takes a mail apart: encodings, charsets, HTML, tables; what it does not open is named', async () => {
    const held = mail(
      'From: =?iso-8859-1?Q?Ren=E9?= <rene@example.org>',
      'Subject: =?utf-8?B?UmVjaG51bmcgwqs3wrs=?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Betrag 5.400,00 =A3 f=FCr T=FCren',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Total <b>5,400.00</b></p><p style="display:none">Total 1.00</p>',
      '--b',
      'Content-Type: text/csv; name=rows.csv',
      'Content-Disposition: attachment; filename=rows.csv',
      'Content-Transfer-Encoding: base64',
      '',
      btoa('item,price\ndoor,"3,960.00"\n'),
      '--b',
      'Content-Type: application/zip',
      'Content-Disposition: attachment; filename=bomb.zip',
      'Content-Transfer-Encoding: base64',
      '',
      btoa('PK\u0003\u0004'),
      '--b--',
      '',
    );
    const { sources } = await inbox('a.eml', held);
    const [source] = sources;
    expect(source?.title).toBe('Rechnung «7»');
    const parts = Object.fromEntries(source?.parts.map(({ name, text }) => [name, text.trim()]) ?? []);
    expect(parts['HTML']).toContain('5.400,00 £ für Türen');
    expect(parts['HTML']).toContain('Total 5,400.00');
    expect(Object.values(parts).join('\n')).not.toContain('1.00');
    expect(parts['attachment rows.csv, row 1, price']).toBe('3,960.00');
    expect(source?.unread).toEqual([
      'text that the style of the HTML hides, and the plain text, which may repeat it',
      'attachment bomb.zip (application/zip) is not opened',
    ]);
  });

  test('of JSON has a message for each of its objects, and says what of them is not read', async () => {
    const held = JSON.stringify([
      { subject: 'One', text: '5,400.00', labels: ['x'] },
      { subject: 'Two', html: '<b>7</b>' },
    ]);
    const { sources } = await inbox('a.json', bytes(held));
    expect(sources.map(({ parts }) => parts.map(({ name, text }) => `${name}: ${text}`))).toEqual([
      ['subject: One', 'text: 5,400.00'],
      ['subject: Two', 'HTML: 7'],
    ]);
    expect(sources[0]?.unread).toEqual(['labels is not read']);
  });

  test('opens no mail within a mail, and no picture that is called a text', async () => {
    const part = (type: string, name: string, ...lines: string[]) => [
      '--b',
      `Content-Type: ${type}`,
      `Content-Disposition: inline; filename=${name}`,
      '',
      ...lines,
    ];
    const held = mail(
      'Subject: Forwarded',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...part('message/rfc822', 'inner.eml', 'Subject: inner', '', 'Total 5,400.00'),
      ...part('image/png', 'total.txt', 'Total 5,400.00'),
      ...part('application/octet-stream', 'rows.csv', 'a,b', '1,2'),
      '--b--',
    );
    const { sources } = await inbox('a.eml', held);
    expect(sources[0]?.parts.map(({ name }) => name)).toEqual([
      'subject',
      'attachment rows.csv, row 1, a',
      'attachment rows.csv, row 1, b',
    ]);
    expect(sources[0]?.unread).toEqual([
      'attachment inner.eml (message/rfc822) is not opened',
      'attachment total.txt (image/png) is not opened',
    ]);
  });

  test('of which a reader sees one form of two alike has no body', async () => {
    const parts = (type: string, ...bodies: string[]) =>
      bodies.flatMap((body) => ['--b', `Content-Type: ${type}`, '', body]);
    const alternative = (...all: string[]) =>
      mail('Subject: x', 'Content-Type: multipart/alternative; boundary=b', '', ...all, '--b--', '');
    const read = async (held: Uint8Array) =>
      (await inbox('a.eml', held)).sources[0]?.parts.map(({ name }) => name);
    expect(await read(alternative(...parts('text/html', '<p>1.00', '<p>2.00')))).toEqual(['subject']);
    expect(await read(alternative(...parts('text/plain', '1.00', '2.00')))).toEqual(['subject']);
    const forms = alternative(...parts('text/plain', '1.00'), ...parts('text/html', '<p>1.00'));
    expect(await read(forms)).toEqual(['subject', 'text', 'HTML']);
    expect(
      await read(
        bytes(
          new TextDecoder()
            .decode(alternative(...parts('text/plain', '1.00', '2.00')))
            .replace('alternative', 'mixed'),
        ),
      ),
    ).toEqual(['subject', 'text']);
  });

  test.each<[string, readonly string[]]>([
    ['has a second text beside the root of related parts', relatedTo('<p>1.00', '<p>2.00')],
    ['says twice of which type it is', ['Content-Type: text/plain', 'Content-Type: text/html', '', '1.00']],
    ['says twice how it is encoded', [...twice('Content-Transfer-Encoding', '7bit', 'base64'), '', '1.00']],
    ['says twice in which charset it is', ['Content-Type: text/plain; charset=a; charset=utf-8', '', '1.00']],
    ['has an encoding that is none', ['Content-Transfer-Encoding: x-uuencode', '', '1.00']],
    ['has a charset that is not known', ['Content-Type: text/plain; charset=utf-7', '', '1.00']],
    [
      'is base64 that goes on behind its end',
      ['Content-Transfer-Encoding: base64', '', btoa('1.00'), btoa('2')],
    ],
  ])('of which readers see different bodies has none: it %s', async (_, lines) => {
    const { sources } = await inbox('a.eml', mail('Subject: x', ...lines));
    expect(sources[0]?.parts.map(({ name }) => name)).toEqual(['subject']);
    expect(sources[0]?.unread).toEqual([expect.stringMatching(/^its body, wh/)]);
  });

  test.each<[string, readonly string[]]>([
    ['one text and pictures that are related', relatedTo('<p>1.00')],
    ['an encoding with a comment', ['Content-Transfer-Encoding: (x) base64', '', btoa('1.00')]],
    ['base64 in lines', ['Content-Transfer-Encoding: base64', '', 'MS4w', 'MA==']],
    ['an old charset', ['Content-Type: text/plain; charset="iso-8859-15"', '', '1.00']],
  ])('has its body where it has %s', async (_, lines) => {
    const { sources } = await inbox('a.eml', mail('Subject: x', ...lines));
    expect(sources[0]?.parts.map(({ text }) => text.trim())).toContain('1.00');
    expect(sources[0]?.unread).toEqual([]);
  });

  test('has no subject and no sender where they stand twice', async () => {
    const { sources } = await inbox(
      'a.eml',
      mail(...twice('Subject', 'a', 'b'), ...twice('From', 'a@b.c', 'd@b.c'), '', 'x'),
    );
    expect(sources[0]?.parts.map(({ name }) => name)).toEqual(['text']);
    expect(sources[0]?.unread).toEqual(['its subject, which stands twice', 'its from, which stands twice']);
  });

  test('has the day on which a mail was sent for no words of it', async () => {
    const held = mail('Subject: One', 'Date: Thu, 1 Oct 2026 09:12:44 +0100', '', 'hello');
    const json = JSON.stringify([{ subject: 'One', date: '2026-10-01', text: 'hello' }]);
    for (const { sources } of [await inbox('a.eml', held), await inbox('a.json', bytes(json))])
      expect(sources[0]?.parts.map(({ name }) => name)).toEqual(['subject', 'text']);
  });

  test.each([
    ['a.json', '{"subject":"x"}'],
    ['a.json', '[{"subject":"x","subject":"y"}]'],
    ['a.json', '[1'],
  ])('that is no inbox is a fault: %s %s', async (name, text) => {
    const { sources, faults } = await inbox(name, bytes(text));
    expect([sources, faults.map(({ file }) => file)]).toEqual([[], [name]]);
  });

  test('of JSON may be as long as its limit says, and no longer', async () => {
    const long = JSON.stringify([{ subject: 'One', text: 'x'.repeat(1024 * 1024) }]);
    expect((await inbox('a.json', bytes(long))).faults).toEqual([]);
    const longest = `[${' '.repeat(32 * 1024 * 1024)}]`;
    expect((await inbox('a.json', bytes(longest))).faults.map(({ fault }) => fault)).toEqual([
      'more than 33554432 characters: export it as mbox or in several files',
    ]);
  });

  test('with mails nested without end, or headers without end, is a fault and no crash', async () => {
    const nested = `${'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(200)}`;
    const headed = `${'X-A: b\r\n'.repeat(60_000)}\r\nhello`;
    for (const text of [nested, headed]) {
      const { sources, faults } = await inbox('a.eml', bytes(text));
      expect(sources[0]?.unread[0]).toContain('the mail cannot be taken apart');
      expect(faults).toHaveLength(1);
    }
  });
});

describe('a table', () => {
  test('is read by its names, whatever its mark', () => {
    const row = { line: 2, cells: { date: '20261005', amount: '1,00' } };
    expect(readTable('date;amount\n20261005;1,00\n')).toMatchObject({
      columns: ['date', 'amount'],
      rows: [row],
    });
  });

  test('of which the maker is known is read by its mark alone, with its names to the letter', () => {
    const text = 'id, account;x\nmarlow,1\n';
    const form = { delimiter: ',', hasExactNames: true };
    expect(readTable(text, form)).toMatchObject({ columns: ['id', ' account;x'] });
    expect(readTable('id,account\n', { delimiter: ';' })).toMatchObject({ columns: ['id,account'] });
    expect(readTable('id, account\nmarlow,1\n')).toMatchObject({ columns: ['id', 'account'] });
  });

  test.each(['a,a\n1,2\n', 'a,b\n1,2,3\n', 'a,b\n1\n', 'a,b\n"1,2\n', ''])(
    'that could be read in two ways is a fault: %j',
    (text) => {
      expect(readTable(text)).toHaveProperty('fault');
    },
  );
});

test('a feed has a source a day, and a day that may be another is a fault', () => {
  const { sources, faults } = readFeed(
    'feed.csv',
    bytes('date,text,out\n2026-10-05,Wages,6118.40\n05.10.2026,Rent,1.00\n05/10/26,?,2.00\n'),
  );
  expect(sources.map(({ pointer, parts }) => [pointer, parts.length])).toEqual([['bank:20261005', 6]]);
  expect(faults.map(({ where }) => where)).toEqual(['line 4']);
  expect(readFeed('feed.csv', bytes('when,out\n20261005,1.00\n')).faults).toHaveLength(1);
  expect(readFeed('feed.csv', bytes('when,out\n20261005,1.00\n'), 'when').sources).toHaveLength(1);
});

test('orders are read from CSV and from JSON, all rows of one together', () => {
  const csv = readOrders('po.csv', bytes('po,net\nPO-1,10.00\nPO-1,5.00\nPO-2,1.00\n'));
  expect(csv.sources.map(({ pointer, parts }) => [pointer, parts.length])).toEqual([
    ['po:PO-1', 4],
    ['po:PO-2', 2],
  ]);
  const named = readOrders('po.csv', bytes('PO_Number,net\nPO-1,10.00\n'));
  expect(named.sources.map(({ pointer }) => pointer)).toEqual(['po:PO-1']);
  const [fault] = readOrders('po.csv', bytes('Nr,net\nPO-1,10.00\n')).faults;
  expect(fault?.fault).toMatch(/^no column called po, .* there are "Nr", "net": name one with --po-number$/);
  const json = readOrders('po.json', bytes('[{"po":"PO-1","net":"10.00"}]'));
  expect(json.sources.map(({ pointer }) => pointer)).toEqual(['po:PO-1']);
  expect(readOrders('po.json', bytes('{"po":"PO-1"}')).faults).toHaveLength(1);
});

test('a document is its lines, empty ones counted', () => {
  const { sources } = readDocument('letter', 'letter.txt', bytes('one\r\n\r\nthree\n'));
  expect(sources[0]?.parts.map(({ name, text }) => [name, text])).toEqual([
    ['line 1', 'one'],
    ['line 2', ''],
    ['line 3', 'three'],
  ]);
  expect(readDocument('x', 'x.txt', Uint8Array.of(0xff, 0xfe, 0x41)).faults[0]?.fault).toBe('it is no UTF-8');
});

/** The headers and parts of a mail whose HTML parts are related. */
function relatedTo(...bodies: readonly string[]): readonly string[] {
  const parts = bodies.flatMap((body) => ['--b', 'Content-Type: text/html', '', body]);
  return ['Content-Type: multipart/related; boundary=b', '', ...parts, '--b--'];
}

function twice(header: string, one: string, other: string): readonly string[] {
  return [`${header}: ${one}`, `${header}: ${other}`];
}
