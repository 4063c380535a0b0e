import { expect, test } from 'vitest';
import { encode } from '../../../src/codec/index.ts';
import { type HandoffOptions, makeHandoff } from '../../../src/compose/index.ts';
import { record } from '../../support/ledger/lines.ts';

const approved = { p: 'pay', from: 'scheduler', to: 'payer', ...record };

function made(options: HandoffOptions): { line: string | null; codes: string[] } {
  const { message, diagnostics } = makeHandoff(options);
  return { line: message && encode(message), codes: diagnostics.map(({ code }) => code) };
}

test('asks for the readback that the act needs, whoever forgets it', () => {
  expect(made({ record: approved, id: 'scheduler-1' }).line).toBe(
    'RW1 HO scheduler-1 from=scheduler to=payer item=inv:MD-2026-057 p=pay ask=PAY rb=exec sup=marlow amt=5400.00 cur=GBP ' +
      'kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929',
  );
  expect(made({ record: { from: 'a', to: 'b', item: 'x:1', ask: 'UNDO', ctx: ['b-3'] } }).line).toBe(
    'RW1 HO a-1 from=a to=b item=x:1 ask=UNDO rb=all ctx=b-3',
  );
  expect(made({ record: { from: 'a', to: 'b', item: 'x:1', ask: 'FIX' } }).line).toBe(
    'RW1 HO a-1 from=a to=b item=x:1 ask=FIX',
  );
});

test('adds the level that is needed to the one that is set', () => {
  expect(made({ record: approved, set: { rb: 'echo+po' } }).line).toContain(' rb=echo+po+exec ');
  expect(made({ record: approved, set: { rb: 'exec' } }).line).toContain(' rb=exec ');
});

test('refuses a record that was approved with less than its act needs', () => {
  expect(made({ record: { ...approved, rb: 'echo' } })).toEqual({
    line: null,
    codes: ['compose/record-level'],
  });
});

test('never sets anew what was approved', () => {
  const { line, codes } = made({ record: approved, set: { amt: '5450.00', acct: '40-12-88/61102938' } });
  expect({ line, codes }).toEqual({ line: null, codes: ['compose/record-differs'] });
});

test('tells a slot that the act runs with and nobody approved', () => {
  const { apref, ...record } = approved;
  expect(made({ record, set: { apref } }).codes).toEqual(['compose/not-approved']);
  expect(made({ record: approved, set: { exp: '20261002T1700Z' } }).codes).toEqual([]);
});

test('takes integers, booleans and lists typed, and money as text only', () => {
  const record = {
    p: 'deploy',
    from: 'release',
    to: 'operator',
    item: 'svc:api',
    ask: 'MIGRATE',
    pri: 2,
    down: true,
  };
  expect(made({ record: { ...record, keep: ['oncall'] } }).line).toContain(' pri=2 down=Y keep=oncall');
  expect(made({ record: { ...approved, amt: 5400 } })).toEqual({ line: null, codes: ['compose/value'] });
  const [finding] = makeHandoff({ record: { ...approved, amt: 5400 } }).diagnostics;
  expect(finding?.hint).toBe('give amt as on a line: "5400.00"');
});

test('names a key that is no slot, and the slot that was likely meant', () => {
  const [finding] = makeHandoff({ record: { ...approved, accct: 'x' } }).diagnostics;
  expect([finding?.code, finding?.hint]).toEqual(['compose/no-slot', 'write acct if that is what is meant']);
});

test('names the profile that a record without p is written for, and no slot of the core in its place', () => {
  const { p, ...record } = approved;
  const { message, diagnostics } = makeHandoff({ record });
  expect(message).toBeNull();
  const acct = diagnostics.find(({ data }) => data['slot'] === 'acct');
  expect([acct?.message, acct?.hint]).toEqual([
    'acct is no slot of core; profile pay knows it',
    'name the profile with p=pay',
  ]);
  expect(diagnostics.map(({ code }) => code)).not.toContain('compose/record-lacks');
});

test('leaves what goes on no handoff for the readback', () => {
  const record = { ...approved, ask: 'CHGBANK', eff: '20261005', prev: '40-12-88/61102000' };
  const { line, codes } = made({ record });
  expect(line).not.toContain('prev=');
  expect(codes).toEqual(['compose/left-for-readback']);
});

test('names what neither the record nor the caller says', () => {
  const { from, to, ...record } = approved;
  expect(made({ record }).codes).toEqual(['compose/record-lacks', 'compose/record-lacks']);
  expect(made({ record, set: { from, to } }).line).toContain('RW1 HO scheduler-1 from=scheduler to=payer ');
});

test('is judged as a line is: a blank in a value begins no second slot', () => {
  expect(made({ record: { ...approved, ref: 'MD amt=9.99' } })).toEqual({
    line: null,
    codes: ['compose/value'],
  });
  expect(made({ record: { ...approved, amt: '0.00' } }).codes).toEqual(['message/not-positive']);
});

test('stands behind every id that is used, and behind the one that it re-issues', () => {
  const line = (options: Partial<HandoffOptions>): string | undefined =>
    made({ record: approved, ...options }).line?.split(' ')[2];
  expect(line({ used: ['scheduler-9', 'payer-77'] })).toBe('scheduler-10');
  expect(line({ record: { ...approved, re: 'scheduler-4' } })).toBe('scheduler-5');
});

test('throws for a record that is none, and for a profile that nobody loaded', () => {
  for (const record of [null, [], 'amt', {}]) {
    expect(() => makeHandoff({ record: record as never })).toThrow(
      expect.objectContaining({ code: 'usage/record' }),
    );
  }
  expect(() => makeHandoff({ record: { ...approved, p: 'pya' } })).toThrow(
    expect.objectContaining({ code: 'usage/profile' }),
  );
});
