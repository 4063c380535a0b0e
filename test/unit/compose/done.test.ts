import { expect, test } from 'vitest';
import { decode, encode } from '../../../src/codec/index.ts';
import {
  type DoneOptions,
  makeAnswer,
  makeCancel,
  makeDone,
  makeUnable,
} from '../../../src/compose/index.ts';
import { values as plan } from '../../support/ledger/lines.ts';

const slots = Object.entries(plan).map((slot) => slot.join('='));
const ho = decode(
  `RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=PAY rb=exec ${slots.join(' ')}`,
);

function made(options: Omit<DoneOptions, 'ho'>) {
  const { message, diagnostics } = makeDone({ ho, ...options });
  return { line: message && encode(message), codes: diagnostics.map(({ code }) => code) };
}

test('reports what the executor returned, not what was planned', () => {
  const { line } = made({ result: { ...plan, amt: '5100.00' }, tail: 'as executed' });
  expect(line).toContain(' out=OK sup=marlow amt=5100.00 ');
  expect(line).not.toContain('5400.00');
});

test('fills nothing in from the plan', () => {
  const { acct, ...result } = plan;
  expect(made({ result }).line).not.toContain(acct);
  expect(made({ result }).line).toContain(' out=PARTIAL ');
  expect(made({ result, out: 'OK' }).line).toContain(' out=OK ');
});

test('claims no outcome that nobody reported', () => {
  expect(made({ result: {} })).toEqual({ line: null, codes: ['compose/no-outcome'] });
  expect(made({ result: {}, out: 'NOOP' }).line).toBe(
    'RW1 DN payer-1 re=scheduler-1 from=payer to=scheduler item=inv:MD-2026-057 p=pay out=NOOP',
  );
  expect(made({ result: { ...plan, out: 'PARTIAL' }, out: 'OK' }).codes).toEqual(['compose/contradiction']);
});

test('refuses a result about another item, and values that are none', () => {
  expect(made({ result: { ...plan, item: 'inv:MD-2026-058' } }).codes).toEqual(['compose/contradiction']);
  expect(made({ result: { ...plan, item: 'inv:MD-2026-057', ask: 'PAY' } }).codes).toEqual([]);
  expect(made({ result: { ...plan, amt: 5100 } }).codes).toEqual(['compose/value']);
});

test('leaves out what is no slot, and says so', () => {
  const { line, codes } = made({ result: { ...plan, balance: '12.00' } });
  expect(codes).toEqual(['compose/result-left-out']);
  expect(line).not.toContain('balance');
});

test('adds what is the report its own, but no value beside an executed one', () => {
  expect(made({ result: plan, set: { art: 'file:receipt.pdf' } }).line).toContain(' art=file:receipt.pdf');
  expect(made({ result: plan, set: { amt: '5100.00' } }).codes).toEqual(['compose/by-code']);
  expect(made({ result: { ...plan, n: 1 }, set: { n: 2 } }).codes).toEqual(['compose/contradiction']);
});

test('answers about the very statement that was read back', () => {
  const rb = decode(
    'RW1 RB payer-1 re=scheduler-1 p=pay from=payer to=scheduler item=inv:1 ask=PAY x_tok=tk1',
  );
  expect(encode(makeAnswer({ to: rb, val: 'Y', used: ['scheduler-1'] }).message as never)).toBe(
    'RW1 AN scheduler-2 re=payer-1 from=scheduler to=payer item=inv:1 p=pay val=Y x_tok=tk1',
  );
});

test('takes a handoff back under an id of its own', () => {
  expect(encode(makeCancel({ ho, why: 'REVOKED', tail: 'FD-0929 withdrawn' }).message as never)).toBe(
    'RW1 CX scheduler-2 re=scheduler-1 from=scheduler to=payer item=inv:MD-2026-057 p=pay why=REVOKED // FD-0929 withdrawn',
  );
});

test('declines in the name of an agent that the profile does not know', () => {
  const { message } = makeUnable({
    re: 'scheduler-1',
    to: 'scheduler',
    from: 'stranger',
    id: 'stranger-1',
    why: 'SCOPE',
  });
  expect(encode(message as never)).toBe(
    'RW1 UN stranger-1 re=scheduler-1 from=stranger to=scheduler why=SCOPE',
  );
});
