import { expect, test } from 'vitest';
import type { AnyMessage } from '../../../src/codec/index.ts';
import { parse } from '../../../src/codec/index.ts';
import { typed } from '../../../src/codec/typed.ts';
import { UsageError } from '../../../src/diagnostic/usage-error.ts';
import {
  builtIn,
  day,
  defineProfile,
  money,
  ProfileError,
  pay,
  profilesOf,
  time,
} from '../../../src/vocabulary/index.ts';
import type { Profiles } from '../../../src/vocabulary/profiles.ts';

const handoff = 'RW1 HO a-1 p=ship from=a to=b item=box:7 ask=SHIP rb=exec cost=5.00';

function ship(): unknown {
  return defineProfile({
    profile: 'ship',
    version: '1',
    extends: 'RW1',
    asks: { SHIP: 'send one parcel' },
    slots: [{ key: 'cost', type: 'money', on: ['HO', 'DN'] }],
    exec: { SHIP: ['cost'] },
  });
}

function read(line: string, profiles: Profiles): AnyMessage {
  const { message, diagnostics } = parse(line, { profiles });
  expect(diagnostics).toEqual([]);
  return message as AnyMessage;
}

test('a profile of your own judges the lines that name it', () => {
  const own = ship() as Parameters<typeof profilesOf>[1][number];
  const { profiles } = profilesOf(builtIn, [own]);
  expect(read(handoff, profiles as Profiles).slots['cost']).toBe('5.00');
  expect(parse(handoff).message).toBeNull();
});

test('a faulty one throws what loadProfile finds', () => {
  const faulty = { profile: 'Ship', version: '1', extends: 'RW1', agents: ['human'] } as const;
  expect(() => defineProfile(faulty)).toThrow(ProfileError);
  try {
    defineProfile(faulty);
  } catch (error) {
    const { code, diagnostics } = error as ProfileError;
    expect([code, ...diagnostics.map((one) => one.code)]).toEqual([
      'profile/refused',
      'profile/form',
      'profile/redefines',
    ]);
  }
});

test('a message is typed by the profile that judged it, and by no other', () => {
  const line = 'RW1 ST payer-1 p=pay from=payer to=auditor item=inv:1 amt=5.00';
  const message = read(line, builtIn);
  expect(typed(message, pay)).toBe(message);
  expect(typed(message, JSON.parse(JSON.stringify(pay)))).toBe(message);
  expect(() => typed(message)).toThrow(UsageError);
  expect(() => typed(message, { ...pay, version: '0.2' })).toThrow(/usage|judged by pay/);
  expect(() => typed(read('RW1 AN b-1 re=a-1 from=b to=a val=Y', builtIn), pay)).toThrow(UsageError);
  expect(() => typed({ ...message }, pay)).toThrow(UsageError);
});

test('amounts, days and times are made of texts that are some', () => {
  expect([money('5.00'), day('20261002'), time('20261002T1405Z')]).toEqual([
    '5.00',
    '20261002',
    '20261002T1405Z',
  ]);
  for (const make of [() => money('5'), () => day('20260230'), () => time('20261002')])
    expect(make).toThrow(UsageError);
});
