import { describe, expect, test } from 'vitest';
import { hearback } from '../run.ts';
import { cliOffice } from './office.ts';

const office = await cliOffice();
await office.run('principal', 'add', 'agency', '--agents', 'writer', '--key-file', office.key('agency'));
const HO = (number: number, more = ''): string =>
  `RW1 HO scheduler-${number} from=scheduler to=writer item=doc:1 ask=DRAFT${more}`;
await office.as('ap-office', 'send', HO(1));
await office.as('ap-office', 'send', HO(2, ' rb=echo+due due=20991002'));

describe('inbox', () => {
  const inbox = (...args: string[]) => office.as('agency', 'inbox', ...args);

  test('shows the same lines until they are acknowledged', async () => {
    const first = await inbox();
    expect(first).toEqual({
      exit: 0,
      out: `${HO(1)}\n${HO(2, ' rb=echo+due due=20991002')}\n`,
      err: '2 lines; acknowledge with --ack 2\n',
    });
    expect(await inbox()).toEqual(first);
    expect((await inbox('--limit', '1')).out).toBe(`${HO(1)}\n`);
    expect((await inbox('--ack', '1')).out).toBe(`${HO(2, ' rb=echo+due due=20991002')}\n`);
    expect((await inbox()).out).not.toContain('scheduler-1 ');
    expect((await inbox('--after', '0')).out).toContain('scheduler-1 ');
  });

  test('is of the principal’s own agents', async () => {
    expect((await office.as('ap-office', 'inbox')).err).toBe('nothing new\n');
    expect((await inbox('--agent', 'scheduler')).exit).toBe(2);
    expect((await office.run('inbox')).exit).toBe(2);
  });

  test('has one object a line under --json, with the entry to acknowledge', async () => {
    const { out, err } = await inbox('--json', '--after', '0');
    expect(
      out
        .trim()
        .split('\n')
        .map((row) => JSON.parse(row)),
    ).toMatchObject([
      { sequence: 1, line: HO(1), principal: 'ap-office', verdict: { passes: true } },
      { sequence: 2 },
    ]);
    expect(err).toBe('');
  });

  test('waits for a line, and no longer than it was told', async () => {
    const waiting = inbox('--ack', '2', '--wait', '20');
    await office.as('ap-office', 'send', HO(3));
    expect((await waiting).out).toBe(`${HO(3)}\n`);
    expect((await inbox('--after', '99', '--wait', '0')).err).toBe('nothing new\n');
    expect((await inbox('--wait', '86401')).exit).toBe(2);
    expect((await inbox('--wait', '1.5')).exit).toBe(2);
    expect((await inbox('--ack', '999')).exit).toBe(2);
  });
});

describe('make-rb of an id', () => {
  test('is composed of what arrived, under an id that the ledger gives', async () => {
    const made = await office.as('agency', 'make-rb', 'scheduler-2');
    expect(made.exit).toBe(0);
    expect(made.out).toMatch(
      /^RW1 RB writer-\d+ re=scheduler-2 from=writer to=scheduler item=doc:1 ask=DRAFT due=20991002 h=[0-9a-f]{12}\n$/,
    );
    expect((await office.as('agency', 'send', made.out.trim())).out).toContain(
      'scheduler-2 is OWNED, writer has it',
    );
  });

  test('is the receiver’s alone', async () => {
    const { exit, err } = await office.as('ap-office', 'make-rb', 'scheduler-1');
    expect([exit, err]).toEqual([1, expect.stringContaining('scheduler-1 was handed to writer')]);
    expect((await office.as('agency', 'make-rb', 'scheduler-99')).exit).toBe(1);
    expect((await office.run('make-rb', 'scheduler-1')).exit).toBe(2);
    expect((await office.as('agency', 'make-rb', 'scheduler-1', 'writer-50')).exit).toBe(2);
    const { exit: beside, err: why } = await office.run('make-rb', HO(1));
    expect([beside, why]).toEqual([2, expect.stringContaining('--ledger goes with the id of a handoff')]);
  });
});

describe('check-dn of an id', () => {
  const DN = 'RW1 DN writer-90 re=scheduler-2 from=writer to=scheduler item=doc:1 out=OK';

  test('fails while nothing was reported, whatever somebody shows for a report (F15)', async () => {
    const { exit, out } = await office.run('check-dn', 'scheduler-2');
    expect([exit, out]).toEqual([1, 'fails: scheduler-2 is OWNED: nothing was reported done\n']);
    expect((await office.run('check-dn', 'scheduler-2', DN)).exit).toBe(1);
    expect((await office.run('check-dn', 'scheduler-99')).exit).toBe(1);
  });

  test('passes for the report that the ledger holds, and for no other', async () => {
    expect((await office.as('agency', 'send', DN)).exit).toBe(0);
    expect((await office.run('check-dn', 'scheduler-2')).out).toBe('passes\n');
    expect((await office.run('check-dn', 'scheduler-2', DN)).exit).toBe(0);
    expect((await office.run('check-dn', 'writer-90')).exit).toBe(0);
    const other = await office.run('check-dn', 'scheduler-2', DN.replace('writer-90', 'writer-91'), '--json');
    expect([other.exit, JSON.parse(other.out)]).toMatchObject([1, { passes: false, line: DN }]);
    expect((await office.run('check-dn', 'scheduler-2', '--record', '{}')).exit).toBe(2);
    expect((await hearback(['check-dn', HO(1)])).exit).toBe(2);
  });
});

test('history is every accepted line about an item, and who has it', async () => {
  const { exit, out } = await office.run('history', 'item=doc:1');
  const rows = out.trim().split('\n');
  expect(exit).toBe(0);
  expect(rows.map((row) => / (RW1 \S+ \S+)/.exec(row)?.[1] ?? row)).toEqual([
    'RW1 HO scheduler-1',
    'RW1 HO scheduler-2',
    'RW1 HO scheduler-3',
    expect.stringMatching(/^RW1 RB writer-/),
    'RW1 DN writer-90',
    'writer has doc:1',
  ]);
  const json = (await office.run('history', 'item=doc:1', '--json')).out.trim().split('\n');
  expect(JSON.parse(json.at(-1) as string)).toEqual({ item: 'doc:1', owner: 'writer' });
  expect((await office.run('history', 'item=doc:none')).out).toBe('nobody has doc:none\n');
  expect((await office.run('history', 'doc:1')).exit).toBe(2);
});
