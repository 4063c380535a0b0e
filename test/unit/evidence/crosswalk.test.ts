import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, decode, encode } from '../../../src/codec/index.ts';
import { makeReadback } from '../../../src/compose/index.ts';
import { checkReadbackAcross } from '../../../src/evidence/crosswalk/check-across.ts';
import { gapsOf } from '../../../src/evidence/crosswalk/gaps.ts';
import { loadCrosswalk } from '../../../src/evidence/crosswalk/load.ts';
import { translate } from '../../../src/evidence/crosswalk/translate.ts';
import { builtIn, loadProfile, profilesOf } from '../../../src/vocabulary/index.ts';

const spec = new URL('../../../spec/crosswalks/', import.meta.url);
const { profile } = loadProfile(readFileSync(new URL('profiles/ap.json', spec), 'utf8'));
const { profiles } = profilesOf(builtIn, profile === null ? [] : [profile]);
if (profiles === null) throw new TypeError('the second profile is refused');
const { crosswalk } = loadCrosswalk(readFileSync(new URL('pay-ap.json', spec), 'utf8'), { profiles });
if (crosswalk === null) throw new TypeError('the crosswalk is refused');

const HO =
  'RW1 HO scheduler-1 p=pay from=scheduler to=payer item=inv:MD-2026-057 ask=PAY rb=exec sup=marlow amt=5400.00 cur=GBP kind=GROSS acct=40-12-88/61102938 paid=20261002 ref=MD-2026-057 apref=FD-0929';
const now = '20261002T0900Z';

test('there and back again is the same message', () => {
  const amounts = fc
    .integer({ min: 1, max: 99_999_999 })
    .map((value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`);
  fc.assert(
    fc.property(amounts, fc.constantFrom('GBP', 'EUR'), fc.constantFrom('NET', 'GROSS'), (amt, cur, kind) => {
      const ho = decode(HO.replace('5400.00', amt).replace('cur=GBP', `cur=${cur}`).replace('GROSS', kind), {
        profiles,
      });
      const there = translate(ho, crosswalk);
      expect(there.lost).toEqual([]);
      const back = there.message && translate(there.message, crosswalk).message;
      expect(back && canonical(back)).toBe(canonical(ho));
    }),
  );
});

describe('a readback in the other words', () => {
  const ho = decode(HO, { profiles });
  const heard = translate(ho, crosswalk).message;
  const rb = heard && makeReadback({ ho: heard, id: 'cashier-1' }).message;
  if (rb == null) throw new TypeError('no readback');

  test('passes where it says what was handed over', () => {
    const { passes, roger, wilco } = checkReadbackAcross({ ho, rb, crosswalk, now });
    expect([passes, roger, wilco]).toEqual([true, true, true]);
  });

  test.each([
    ['gross=5400.00', 'gross=5100.00'],
    ['ccy=GBP', 'ccy=EUR'],
    ['basis=G', 'basis=N'],
    ['bank=40-12-88/61102938', 'bank=40-12-88/61102939'],
    ['settled=20261002', 'settled=20261003'],
    ['auth=FD-0929', 'auth=FD-0928'],
    ['vendor=marlow', 'vendor=mar1ow'],
    ['remark=MD-2026-057', 'remark=MD-2026-058'],
    [' ccy=GBP', ''],
  ])('fails where %s is %j', (said, misread) => {
    const wrong = decode(encode(rb).replace(said, misread), { profiles });
    expect(checkReadbackAcross({ ho, rb: wrong, crosswalk, now }).passes).toBe(false);
  });

  test('is no roger when it is of another handoff than was sent', () => {
    const other = decode(HO.replace('5400.00', '5100.00'), { profiles });
    expect(checkReadbackAcross({ ho: other, rb, crosswalk, now }).roger).toBe(false);
  });
});

test('everything without a counterpart is named, in both directions', () => {
  const named = gapsOf(crosswalk).map(({ profile: of, what, name }) => `${of} ${what} ${name}`);
  expect(named).toContain('pay code cur USD');
  expect(named).toContain('pay slot flag');
  expect(named).toContain('pay ask RECON');
  expect(named.filter((one) => one.startsWith('ap '))).toEqual([]);
});

test('a message of a third profile is misuse', () => {
  const other = decode('RW1 HO ops-1 from=ops to=builder item=x:1 ask=FIX');
  expect(() => translate(other, crosswalk)).toThrow(expect.objectContaining({ code: 'usage/crosswalk' }));
});
