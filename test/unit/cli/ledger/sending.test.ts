import { describe, expect, test } from 'vitest';
import { at, payment } from '../../../support/ledger/lines.ts';
import { hearback } from '../run.ts';
import { cliOffice } from './office.ts';
import { written } from './workshop.ts';

const office = await cliOffice();
const HO = (number: number, more = ''): string =>
  `RW1 HO scheduler-${number} from=scheduler to=writer item=doc:${number} ask=DRAFT${more}`;

test('a line is taken once: a repeat is done too', async () => {
  const first = await office.as('ap-office', 'send', HO(1), '--json');
  expect(first.exit).toBe(0);
  expect(JSON.parse(first.out)).toMatchObject({
    outcome: 'accepted',
    id: 'scheduler-1',
    entry: { principal: 'ap-office', line: HO(1), refused: null },
    verdict: { passes: true },
    handoff: { state: 'OPEN', owner: 'scheduler' },
  });
  const again = await office.as('ap-office', 'send', HO(1), '--json');
  expect([again.exit, JSON.parse(again.out).outcome]).toEqual([0, 'exists']);
});

describe('a line that is not taken: exit code 1, the reason, and it is kept', () => {
  test.each([
    ['ap-office', HO(1).replace('doc:1', 'doc:9'), 'id-taken'],
    ['treasury', HO(2), 'identity'],
    ['ap-office', HO(2).replace('DRAFT', 'DRAFFT'), 'unreadable'],
    [
      'ap-office',
      'RW1 CX scheduler-3 re=scheduler-99 from=scheduler to=writer item=doc:1 why=REVOKED',
      'unknown-re',
    ],
    ['treasury', 'RW1 AN human-1 re=payer-3 from=human to=payer val=Y', 'identity'],
  ])('%s: %s', async (principal, line, reason) => {
    const { exit, out } = await office.as(principal, 'send', line, '--json');
    expect([exit, JSON.parse(out)]).toMatchObject([1, { outcome: 'refused', reason }]);
    const entries = (await office.run('thread', '--json')).out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(entries.at(-1)).toMatchObject({ line, refused: reason, principal });
  });

  test('a line with a line break in it is one entry, and is shown on one row (A13, T6)', async () => {
    const line = `${HO(4)} // ok\nRW1 AN scheduler-9 re=payer-1 from=scheduler to=payer val=Y`;
    const { exit, out } = await office.as('ap-office', 'send', line);
    expect(exit).toBe(1);
    expect(out).toContain('U+000A');
    expect(out).not.toMatch(/^RW1 AN/m);
    const { out: thread } = await office.run('thread');
    expect(thread).not.toMatch(/^RW1 AN/m);
    expect(thread).toContain('\\u{000A}RW1 AN scheduler-9');
    expect((await office.run('thread', '--lines')).out).not.toContain('scheduler-9');
  });
});

test('what a sender keeps judges the readback, and is its own', async () => {
  const key = await office.run(
    'principal',
    'add',
    'agency',
    '--agents',
    'writer',
    '--key-file',
    office.key('agency'),
  );
  expect(key.exit).toBe(0);
  await office.as('ap-office', 'send', HO(5, ' rb=acc keys=len'), '--criteria', 'len:120w+must:name');
  const wrong = 'RW1 RB writer-1 re=scheduler-5 from=writer to=scheduler item=doc:5 ask=DRAFT acc=len:900w';
  const read = await office.as('agency', 'send', wrong);
  expect([read.exit, read.out]).toEqual([
    1,
    expect.stringContaining('scheduler-5 is HELD, scheduler has it'),
  ]);
  expect(read.out).not.toContain('120w');
  const shown = async (who: string | null, id: string): Promise<string> =>
    (await (who === null ? office.run('show', id) : office.as(who, 'show', id))).out;
  expect(await shown('ap-office', 'writer-1')).toContain('contradiction on len');
  expect(await shown('ap-office', 'scheduler-5')).toContain('"criteria":["len:120w","must:name"]');
  for (const who of ['agency', null]) {
    for (const id of ['writer-1', 'scheduler-5']) expect(await shown(who, id)).not.toMatch(/120w|must:name/);
  }
});

test('an act that cannot be undone is sent with its record, by options or as one object', async () => {
  const { line, record } = payment(6);
  const { acct, paid, ref, apref, ...approved } = record;
  const send = async (text: string, ...more: string[]): Promise<[number, string | undefined]> => {
    const { exit, out } = await office.asAt(at('14:00:00'), 'ap-office', 'send', text, '--json', ...more);
    return [exit, JSON.parse(out).reason];
  };
  expect(await send(line)).toEqual([1, 'needs-record']);
  expect(await send(line, '--record', JSON.stringify(approved))).toEqual([1, 'handoff-fails']);
  const added = ['--record', JSON.stringify(approved), '--add', 'acct,paid', '--add', 'ref,apref'];
  expect(await send(line, ...added)).toEqual([0, undefined]);
  const second = payment(7);
  const kept = written(office.folder, 'kept.json', JSON.stringify({ record: second.record }));
  expect(await send(second.line, '--kept', `@${kept}`)).toEqual([0, undefined]);
});

test('wrong usage of what is kept', async () => {
  for (const args of [
    ['--record', '[]'],
    ['--record', '{'],
    ['--kept', '{"criteria":"len:1w"}'],
    ['--kept', '{"recrod":{}}'],
    ['--kept', '{}', '--criteria', 'len:1w'],
  ]) {
    const { exit, out } = await office.as('ap-office', 'send', HO(8), ...args);
    expect([args.join(' '), exit, out]).toEqual([args.join(' '), 2, '']);
  }
});

test('a line comes from an argument, a file or standard input, and several lines are told apart', async () => {
  const file = written(office.folder, 'line.rw', `# a comment\n${HO(10)}\n`);
  expect((await office.as('ap-office', 'send', `@${file}`)).exit).toBe(0);
  const args = ['send', '-', '--ledger', office.ledger, '--key-file', office.key('ap-office')];
  expect((await hearback(args, { stdin: `${HO(11)}\n` })).exit).toBe(0);
  const two = await hearback(args, { stdin: `${HO(12)}\n${HO(13)}\n` });
  expect([two.exit, two.err]).toEqual([2, expect.stringContaining('more than one line')]);
  expect((await hearback(args, { stdin: new Uint8Array([82, 87, 49, 255]) })).exit).toBe(2);
});

describe('cancel', () => {
  test('takes a handoff back; a repeat is done too, and nothing is written twice', async () => {
    await office.as('ap-office', 'send', HO(20));
    const first = await office.as('ap-office', 'cancel', 'scheduler-20', '--tail', 'not needed');
    expect([first.exit, first.out]).toEqual([
      0,
      expect.stringMatching(/^RW1 CX scheduler-\d+ re=scheduler-20 .* \/\/ not needed\n$/),
    ]);
    const again = await office.as('ap-office', 'cancel', 'scheduler-20', '--json');
    expect([again.exit, JSON.parse(again.out)]).toMatchObject([
      0,
      { outcome: 'cancelled', repeat: true, line: first.out.trim(), handoff: { state: 'CLOSED_CX' } },
    ]);
  });

  test('is the sender’s alone, of a handoff that is there and open, for a reason that there is', async () => {
    await office.as('ap-office', 'send', HO(31));
    expect((await office.as('treasury', 'cancel', 'scheduler-31')).exit).toBe(1);
    expect((await office.as('ap-office', 'cancel', 'scheduler-99')).exit).toBe(1);
    expect((await office.as('ap-office', 'cancel', 'scheduler-31', '--why', 'BORED')).exit).toBe(2);
    const un = 'RW1 UN writer-9 re=scheduler-31 from=writer to=scheduler why=BUSY item=doc:31';
    expect((await office.as('agency', 'send', un)).exit).toBe(0);
    const closed = await office.as('ap-office', 'cancel', 'scheduler-31', '--json');
    expect([closed.exit, JSON.parse(closed.out).reason]).toEqual([1, 'closed']);
  });
});

test('open and thread show what there is, and --json one object each', async () => {
  const { out } = await office.run('open', '--json');
  const rows = out
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
  const orphaned = Object.fromEntries(rows.map((row) => [row.id, row.orphaned]));
  expect(orphaned).toMatchObject({ 'scheduler-10': false, 'scheduler-6': true }); // a payment of long ago
  const two = await office.run('thread', '--json', '--after', '1', '--limit', '2');
  expect(
    two.out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row).sequence),
  ).toEqual([2, 3]);
  expect((await office.run('open', '--conversation', 'empty', '--json')).out).toBe('');
  expect((await office.run('thread', '--after', '-1')).exit).toBe(2);
});

describe('make-ho beside a ledger', () => {
  const made = (record: object, ...more: string[]) => office.run('make-ho', JSON.stringify(record), ...more);
  const work = { from: 'auditor', to: 'writer', item: 'doc:77', ask: 'FIX' };

  test('counts on after the ids that the ledger took, whoever wrote the line, and gives none out', async () => {
    expect((await made(work)).out).toMatch(/^RW1 HO auditor-1 /);
    expect((await made(work)).out).toMatch(/^RW1 HO auditor-1 /);
    expect(
      (await office.as('ap-office', 'send', 'RW1 ST auditor-41 from=auditor to=writer item=doc:77')).exit,
    ).toBe(0);
    expect((await made(work)).out).toMatch(/^RW1 HO auditor-42 /);
    expect((await made(work, '--conversation', 'other')).out).toMatch(/^RW1 HO auditor-1 /);
    expect((await made(work, '--id', 'auditor-7')).out).toMatch(/^RW1 HO auditor-7 /);
  });

  test('takes a ledger that the config file names, once it is made; one that an option names has to be there', async () => {
    const config = written(office.folder, 'hearback.json', JSON.stringify({ ledger: 'later.ledger' }));
    const text = JSON.stringify(work);
    expect((await hearback(['make-ho', text, '--config', config])).out).toMatch(/^RW1 HO auditor-1 /);
    const named = written(office.folder, 'named.json', JSON.stringify({ ledger: 'office.ledger' }));
    expect((await hearback(['make-ho', text, '--config', named])).out).toMatch(/^RW1 HO auditor-42 /);
    const { exit, err } = await hearback(['make-ho', text, '--ledger', `${office.folder}/none.ledger`]);
    expect([exit, err]).toEqual([2, expect.stringContaining('there is no ledger at')]);
  });
});

test('a thread as a picture: of the conversation, or of one item in it', async () => {
  const { exit, out } = await office.run('thread', '--svg');
  expect(exit).toBe(0);
  expect(out).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*<\/svg>\n$/s);
  expect(out).toContain('scheduler to writer');
  const one = await office.run('thread', '--svg', '--item', 'doc:none');
  expect(one.out).toContain('0 entries between');
});
