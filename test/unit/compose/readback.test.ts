import { expect, test } from 'vitest';
import { checkReadback } from '../../../src/checks/index.ts';
import { decode, digest, encode } from '../../../src/codec/index.ts';
import { makeReadback, type ReadbackOptions } from '../../../src/compose/index.ts';

const pay =
  'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=PAY rb=exec sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929';
const bank =
  'RW1 HO scheduler-2 p=pay from=scheduler to=payer item=sup:marlow ask=CHGBANK rb=exec sup=marlow acct=40-12-88/61102938 eff=20261005 apref=FD-0930';
const brief =
  'RW1 HO research-01 from=research to=writer item=gh:crox/site#42 ask=DRAFT due=20261002 rb=plan keys=len+tone // hero copy, 120 words, plain';

function made(line: string, options: Omit<ReadbackOptions, 'ho'> = {}) {
  const { message, open, diagnostics } = makeReadback({ ho: decode(line), ...options });
  return { line: message && encode(message), open, codes: diagnostics.map(({ code }) => code) };
}

test('reads back item, ask and due when nothing else is asked', () => {
  expect(
    made('RW1 HO a-1 from=a to=b item=x:1 ask=FIX due=20261002 pri=2 // mend it', { hash: false }).line,
  ).toBe('RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=FIX due=20261002');
});

test('carries the digest of the handoff unless told not to', () => {
  expect(made(pay).line).toContain(` h=${digest(decode(pay))}`);
  expect(made(pay, { hash: false }).line).not.toContain(' h=');
});

test('says what the act will run with', () => {
  expect(made(pay, { hash: false }).line).toBe(
    'RW1 RB payer-1 re=scheduler-1 from=payer to=scheduler item=inv:MD-2026-057 p=pay ask=PAY sup=marlow amt=5400.00 cur=GBP ' +
      'kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929',
  );
});

test('is none while an execution slot is open; what resolves it makes it one', () => {
  expect(made(bank)).toEqual({ line: null, open: ['prev'], codes: ['compose/open'] });
  const { line, open } = made(bank, { set: { prev: '40-12-88/00000001' } });
  expect(open).toEqual([]);
  expect(line).toContain(' prev=40-12-88/00000001');
});

test('shows what is known of a readback that is none yet, when asked to', () => {
  const { line, open, codes } = made(bank, { partial: true });
  expect([open, codes]).toEqual([['prev'], []]);
  expect(line).toContain('ask=CHGBANK sup=marlow acct=40-12-88/61102938 eff=20261005 apref=FD-0930');
});

test('never derives criteria from the handoff: they stay open until somebody read the brief', () => {
  expect(made(brief).open).toEqual(['acc', 'do']);
  expect(made(brief, { acc: 'len:120w', do: 'copy' }).open).toEqual(['acc']);
  const { line, open } = made(brief, { acc: ['len:120w', 'tone:plain'], do: 'copy', eta: '20261001' });
  expect(open).toEqual([]);
  expect(line).toContain(' acc=len:120w+tone:plain do=copy eta=20261001');
  const sent = 'RW1 HO a-1 from=a to=b item=x:1 ask=FIX rb=acc acc=len:120w';
  expect(made(sent).open).toEqual(['acc']);
});

test('names a slot that rb= asks for and the handoff does not carry', () => {
  const ho = 'RW1 HO a-1 from=a to=b item=x:1 ask=FIX rb=due+pri+item pri=2';
  expect(made(ho).open).toEqual(['due']);
  expect(made(ho, { set: { due: '20261002' }, hash: false }).line).toBe(
    'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=FIX due=20261002 pri=2',
  );
});

test('refuses a value other than the one that was sent, and what only code may write', () => {
  expect(made(pay, { set: { amt: '5450.00' } })).toMatchObject({
    line: null,
    codes: ['compose/contradiction'],
  });
  for (const set of [{ h: '0123456789ab' }, { item: 'inv:2' }, { p: 'deploy' }]) {
    expect(made(pay, { set })).toMatchObject({
      line: null,
      codes: expect.arrayContaining(['compose/by-code']),
    });
  }
});

test('does not outlive its handoff', () => {
  const ho = `${pay} exp=20261002T1700Z`;
  expect(made(ho, { set: { exp: '20261002T1701Z' } }).codes).toEqual(['compose/outlives']);
  expect(made(ho, { set: { exp: '20261002T1700Z' } }).codes).toEqual([]);
});

test('reads back no handoff that asks less than its act needs, or holds a key that was ignored', () => {
  expect(made(pay.replace(' rb=exec', '')).codes).toEqual(['compose/unguarded']);
  expect(made(pay.replace('rb=exec', 'rb=all')).codes).toEqual(['compose/unguarded']);
  expect(made(`${pay} acount=1`).codes).toEqual(['compose/unknown-key']);
});

test('with rb=all every slot comes back but those that are the handoff its own', () => {
  const ho = decode(
    'RW1 HO a-9 re=a-1 from=a to=b item=x:1 ask=UNDO ctx=b-3 rb=all exp=20261002T1700Z pri=2 keep=a x_note=n x_tok=t',
  );
  const { message } = makeReadback({ ho });
  if (message === null) throw new Error('nothing is open');
  expect(Object.keys(message.slots).sort()).toEqual(['ask', 'ctx', 'h', 'keep', 'pri', 'x_note']);
  expect(checkReadback({ ho, rb: message, now: '20261002T1600Z' }).wilco).toBe(true);
});

test('throws for a message that is no handoff', () => {
  const rb = decode('RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=FIX');
  expect(() => makeReadback({ ho: rb })).toThrow(expect.objectContaining({ code: 'usage/type' }));
});
