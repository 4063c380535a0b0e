import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HO, open, RB, record } from './lines.ts';
import { hearback } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearback-making-'));
const thread = (name: string, ...lines: string[]): string => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  return join(folder, name);
};
const ops = 'RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX due=20261002';

describe('make-ho', () => {
  test('composes the handoff of a record, which check-ho passes against that record', async () => {
    const { exit, out, err } = await hearback([
      'make-ho',
      JSON.stringify({ p: 'pay', ...record }),
      '--set',
      'exp=20261002T1700Z',
    ]);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toMatch(/^RW1 HO scheduler-1 .* ask=PAY rb=exec .*\n$/);
    expect(await hearback(['check-ho', '-', JSON.stringify(record), ...open], { stdin: out })).toMatchObject({
      exit: 0,
    });
    const stated = await hearback(['digest', '-'], { stdin: out });
    expect(stated.out).toBe('33b212141208\n');
  });

  test('--profile names the profile of a record that names none, and no other', async () => {
    const { out } = await hearback(['make-ho', JSON.stringify(record), '--profile', 'pay']);
    expect(out).toContain(' p=pay ');
    const other = await hearback(['make-ho', JSON.stringify({ p: 'pay', ...record }), '--profile', 'clin']);
    expect(other).toMatchObject({ exit: 1, out: '' });
    expect(other.err).toContain('line/other-profile');
  });

  test('what is set may not say otherwise than the record', async () => {
    const { exit, out, err } = await hearback([
      'make-ho',
      JSON.stringify({ p: 'pay', ...record }),
      '--set',
      'amt=5400.01',
    ]);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain('compose/record-differs');
  });

  test('takes the next id of a conversation, or the one that is given, and a tail', async () => {
    const text = JSON.stringify({ from: 'ops', to: 'builder', item: 'x:1', ask: 'FIX' });
    const path = thread('ids.rw', ops, 'RW1 XX ops-12 from=ops');
    expect((await hearback(['make-ho', text, '--thread', path])).out).toMatch(/^RW1 HO ops-13 /);
    expect((await hearback(['make-ho', text, '--id', 'ops-7', '--tail', 'by noon'])).out).toBe(
      'RW1 HO ops-7 from=ops to=builder item=x:1 ask=FIX // by noon\n',
    );
  });

  test.each(['amt', '=1', ''])('--set %j is wrong usage', async (set) => {
    expect(await hearback(['make-ho', JSON.stringify(record), '--set', set])).toMatchObject({
      exit: 2,
      out: '',
    });
  });

  test('a slot set twice is wrong usage', async () => {
    const args = ['make-ho', JSON.stringify(record), '--set', 'due=20261002', '--set', 'due=20261003'];
    expect(await hearback(args)).toMatchObject({ exit: 2, out: '' });
  });

  test('with --json gives the message too', async () => {
    const text = JSON.stringify({ from: 'ops', to: 'builder', item: 'x:1', ask: 'FIX' });
    const { line, message } = JSON.parse((await hearback(['make-ho', text, '--json'])).out);
    expect([line, message.slots]).toEqual([
      'RW1 HO ops-1 from=ops to=builder item=x:1 ask=FIX',
      { ask: 'FIX' },
    ]);
  });
});

describe('make-rb', () => {
  const bank =
    'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=sup:evergreen ask=CHGBANK rb=exec sup=evergreen acct=60-83-71/44019482 eff=20261003 apref=FD-0926';

  test('reads a handoff back so that check-rb passes', async () => {
    const { exit, out, err } = await hearback(['make-rb', HO, 'payer-7']);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toMatch(/^RW1 RB payer-7 re=scheduler-1 .* h=33b212141208/);
    expect(await hearback(['check-rb', HO, '-', ...open], { stdin: out })).toMatchObject({ exit: 0 });
  });

  test('names the slots left open, and gives no line unless --partial', async () => {
    const left = await hearback(['make-rb', bank]);
    expect(left).toMatchObject({ exit: 1, out: '' });
    expect(left.err).toContain('the readback leaves prev open');
    const partial = await hearback(['make-rb', bank, '--partial']);
    expect(partial).toMatchObject({ exit: 0, err: 'open: prev\n' });
    expect(partial.out).toMatch(/^RW1 RB payer-1 /);
    const filled = await hearback(['make-rb', bank, '--set', 'prev=30-98-71/22019483']);
    expect(filled.out).toContain(' prev=30-98-71/22019483');
  });

  test('carries what the receiver understood, and no digest on demand', async () => {
    const brief = 'RW1 HO a-1 from=a to=b item=x:1 ask=DRAFT rb=plan keys=len';
    const said = [
      '--acc',
      'len:120w+tone:plain',
      '--do',
      'copy',
      '--eta',
      '20261003',
      '--no-hash',
      '--tail',
      'on it',
    ];
    expect((await hearback(['make-rb', brief, ...said])).out).toBe(
      'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=DRAFT acc=len:120w+tone:plain do=copy eta=20261003 // on it\n',
    );
    expect(await hearback(['make-rb', brief])).toMatchObject({ exit: 1, out: '' });
  });

  test('a line that is no handoff is exit code 1, with its caret', async () => {
    const { exit, out, err } = await hearback(['make-rb', RB]);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain('error[usage/type]: the line is of type RB; HO belongs here');
    expect(await hearback(['make-rb', 'RW1 HO'])).toMatchObject({ exit: 1, out: '' });
  });
});

describe('reply', () => {
  test('reads back what leaves nothing open', async () => {
    const { exit, out, err } = await hearback(['reply', ops, '--as', 'builder', ...open]);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toMatch(/^RW1 RB builder-1 re=ops-3 /);
  });

  test.each([
    ['auditor', ops, 'SCOPE'],
    ['builder', ops.replace('RW1', 'RW2'), 'VER'],
    ['builder', ops.replace('FIX', 'MEND'), 'UNK'],
    ['builder', `${ops} exp=20261001T0900Z`, 'EXPIRED'],
  ])('as %s declines %s with why=%s', async (agent, line, why) => {
    const { exit, out } = await hearback(['reply', line, '--as', agent, ...open]);
    expect(exit).toBe(0);
    expect(out).toMatch(new RegExp(`^RW1 UN ${agent}-1 re=ops-3 from=${agent} to=ops .*why=${why}\\b`));
  });

  test('declines a retry of what was read back, and repeats an answer to an exact repeat', async () => {
    const rb = 'RW1 RB builder-5 re=ops-3 from=builder to=ops item=jira:OPS-77 ask=FIX due=20261002';
    const path = thread('held.rw', ops, rb);
    const retry = ops.replace('ops-3', 'ops-4 re=ops-3');
    const again = await hearback(['reply', retry, '--as', 'builder', '--thread', path, ...open]);
    expect(again.out).toMatch(/^RW1 UN builder-6 re=ops-4 .*why=DUP/);
    expect((await hearback(['reply', ops, '--as', 'builder', '--thread', path, ...open])).out).toBe(
      `${rb}\n`,
    );
  });

  test('needs a model: exit code 3, no line, and what is open', async () => {
    const { exit, out, err } = await hearback([
      'reply',
      `${ops} rb=acc keys=len`,
      '--as',
      'builder',
      ...open,
    ]);
    expect({ exit, out, err }).toEqual({ exit: 3, out: '', err: 'model acc\n' });
    const asked = 'RW1 AQ ops-4 from=ops to=builder need=YESNO // done?';
    const { exit: three, out: text } = await hearback(['reply', asked, '--as', 'builder', '--json', ...open]);
    expect(three).toBe(3);
    expect(JSON.parse(text)).toMatchObject({ passes: false, outcome: 'model', open: ['val'] });
  });

  test('answers nothing to another error, and tells it', async () => {
    const { exit, out, err } = await hearback([
      'reply',
      ops.replace('20261002', '20261302'),
      '--as',
      'builder',
      ...open,
    ]);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain('error[slot/value]');
  });
});
