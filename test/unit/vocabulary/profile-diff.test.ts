import { describe, expect, test } from 'vitest';
import { loadProfile } from '../../../src/vocabulary/index.ts';
import type { ProfileData } from '../../../src/vocabulary/profile-data.ts';
import { diffProfiles } from '../../../src/vocabulary/profile-diff.ts';
import { draftProfile } from '../../../src/vocabulary/profile-draft.ts';

const parcel: ProfileData = {
  profile: 'parcel',
  version: '1',
  extends: 'core',
  agents: ['shop', 'depot'],
  enums: { mode: { AIR: 'by air', SEA: 'by sea' }, ans: { GO: 'send it', STOP: 'keep it' } },
  asks: { SHIP: 'send one parcel', HOLD: 'keep it' },
  slots: [
    { key: 'mode', type: 'enum:mode', on: ['HO', 'RB', 'DN'] },
    { key: 'cost', type: 'money', on: ['HO', 'RB', 'DN'] },
  ],
  exec: { SHIP: ['mode', 'cost'] },
  positive: { SHIP: ['cost'] },
  answers: { go: ['GO'] },
  single_use: ['cost'],
};

const effects = (after: ProfileData): readonly string[] =>
  diffProfiles(parcel, after).map(({ effect, says }) => `${effect}: ${says}`);

test('nothing changed is nothing', () => {
  expect(effects(parcel)).toEqual([]);
});

describe('what breaks', () => {
  test.each<[string, Partial<ProfileData>]>([
    ['a code that is gone', { enums: { ...parcel.enums, mode: { AIR: 'by air' } } }],
    ['an ask that is gone', { asks: { SHIP: 'send one parcel' } }],
    ['an agent that is gone', { agents: ['shop'] }],
    [
      'a slot of another type',
      { slots: [...(parcel.slots ?? []).slice(0, 1), { key: 'cost', type: 'num', on: ['HO', 'RB', 'DN'] }] },
    ],
    [
      'a slot on fewer types',
      { slots: [...(parcel.slots ?? []).slice(0, 1), { key: 'cost', type: 'money', on: ['RB', 'DN'] }] },
    ],
    [
      'a slot that must be there',
      { slots: [...(parcel.slots ?? []), { key: 'dest', type: 'token', on: ['HO'], required: true }] },
    ],
    ['an act that runs with other slots', { exec: { SHIP: ['mode'] } }],
    ['a further act', { exec: { ...parcel.exec, HOLD: ['mode'] } }],
    ['a further rule', { tail_on: ['ST'] }],
    ['another name', { profile: 'parcels' }],
  ])('%s', (_, change) => {
    expect(diffProfiles(parcel, { ...parcel, ...change }).some(({ effect }) => effect === 'breaking')).toBe(
      true,
    );
  });
});

describe('what is loosened', () => {
  test.each<[string, Partial<ProfileData>]>([
    ['an act that is none any more', { exec: {} }],
    ['a rule that is gone', { positive: {} }],
    ['an approval that serves twice', { single_use: [] }],
    ['an answer that means go', { answers: { go: ['GO', 'STOP'] } }],
    ['a slot that is not compared', { own_line: ['mode'] }],
    ['anybody may speak', { agents: [] }],
  ])('%s', (_, change) => {
    expect(diffProfiles(parcel, { ...parcel, ...change }).some(({ effect }) => effect === 'loosened')).toBe(
      true,
    );
  });
});

test('an act of a further ask, and a rule of what no line has yet, break nothing', () => {
  const after: ProfileData = {
    ...parcel,
    asks: { ...parcel.asks, RECALL: 'take it back' },
    slots: [...(parcel.slots ?? []), { key: 'tag', type: 'token', on: ['HO', 'RB', 'DN'] }],
    exec: { ...parcel.exec, RECALL: ['mode', 'tag'] },
    positive: { ...parcel.positive, RECALL: ['cost'] },
    single_use: ['cost', 'tag'],
  };
  expect(diffProfiles(parcel, after).filter(({ effect }) => effect !== 'added')).toEqual([]);
});

test('what is not looked for any more in a source is a guard that is gone', () => {
  const sourced = (sought: readonly string[]): ProfileData => ({
    ...parcel,
    evidence: { pointer: 'ref', sought: { email: sought } },
  });
  const change = (before: ProfileData, after: ProfileData) =>
    diffProfiles(before, after).map(({ effect }) => effect);
  expect(change(sourced(['mode', 'cost']), sourced(['mode']))).toContain('loosened');
  expect(change(sourced(['mode', 'cost']), parcel)).toContain('loosened');
  expect(change(sourced(['mode']), sourced(['mode', 'cost']))).not.toContain('loosened');
});

test('what is added, and wording, breaks nothing', () => {
  const after: ProfileData = {
    ...parcel,
    version: '2',
    agents: ['shop', 'depot', 'clerk'],
    enums: { ...parcel.enums, mode: { AIR: 'by air', SEA: 'by sea', RAIL: 'by rail' } },
    slots: [...(parcel.slots ?? []), { key: 'dest', type: 'token', on: ['HO', 'RB'] }],
  };
  expect(effects(after)).toEqual([
    'added: code RAIL',
    'added: slot dest on HO RB',
    'added: agent clerk',
    'wording: version changed',
  ]);
});

test('a draft is a profile as it is', () => {
  const draft = draftProfile({
    name: 'parcel',
    over: 'RW1',
    agents: ['shop'],
    asks: new Map([['SHIP', 'send one parcel']]),
    slots: new Map([['cost', 'money']]),
    acts: new Map([['SHIP', ['cost']]]),
  });
  expect(loadProfile(draft).diagnostics).toEqual([]);
});
