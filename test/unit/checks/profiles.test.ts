import { describe, expect, test } from 'vitest';
import { checkHandoff, checkReadback } from '../../../src/checks/index.ts';
import { decode } from '../../../src/codec/index.ts';
import type { Verdict } from '../../../src/diagnostic/verdict.ts';
import {
  builtIn,
  loadProfile,
  type ProfileData,
  type Profiles,
  profilesOf,
} from '../../../src/vocabulary/index.ts';

const now = '20261002T0900Z';

/** The built-in profiles and one named `lab`, with what a test gives it. */
function withLab(own: Partial<ProfileData>): Profiles {
  const { profile, diagnostics } = loadProfile({ profile: 'lab', version: '1', extends: 'RW1', ...own });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { profiles } = profilesOf(builtIn, profile === null ? [] : [profile]);
  if (profiles === null) throw new Error('the profile was refused');
  return profiles;
}

const errors = ({ diagnostics }: Verdict): string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);

const slots: ProfileData['slots'] = [
  { key: 'dish', type: 'token', on: ['HO', 'RB', 'DN'] },
  { key: 'count', type: 'int:0-99', on: ['HO', 'RB', 'DN'] },
];

describe('what a profile marks as not to be undone', () => {
  const profiles = withLab({ asks: { BURN: 'burn it' }, irreversible: ['BURN'] });
  const handoff = (rest: string): Verdict =>
    checkHandoff({
      ho: decode(`RW1 HO a-1 p=lab from=a to=b item=x:1 ask=BURN${rest}`, { profiles }),
      record: { item: 'x:1' },
      now,
    });

  test('asks rb=all where no slots are named for it', () => {
    expect(errors(handoff(''))).toEqual(['execution/needs-all']);
    expect(errors(handoff(' rb=exec'))).toEqual(['execution/needs-all']);
    expect(errors(handoff(' rb=acc+all'))).toEqual([]);
  });
});

test('constraint keys and aliases of a profile are compared like those of the core', () => {
  const profiles = withLab({
    constraints: {
      keys: { heat: { desc: 'how hot' }, herb: { desc: 'what to use', many: true } },
      aliases: { heat: { low: ['gentle', 'simmer'] } },
    },
  });
  const ho = decode('RW1 HO a-1 p=lab from=a to=b item=x:1 ask=DRAFT rb=acc keys=heat+herb', { profiles });
  const readback = (acc: string): string[] => {
    const rb = decode(`RW1 RB b-1 re=a-1 p=lab from=b to=a item=x:1 ask=DRAFT acc=${acc}`, { profiles });
    return errors(checkReadback({ ho, rb, now, kept: 'heat:low+herb:thyme+herb:sage' }));
  };
  expect(readback('heat:simmer+herb:sage+herb:thyme')).toEqual([]);
  expect(readback('heat:high+herb:sage+herb:thyme')).toEqual(['comprehension/contradiction']);
  expect(readback('heat:low+heat:simmer+herb:sage+herb:thyme')).toEqual(['comprehension/hedged']);
  expect(readback('heat:low+herb:sage')).toEqual(['comprehension/gap']);
});

test('R22: a profile that changed between two lines is another profile', () => {
  const [before, after] = [withLab({ slots }), withLab({ slots, description: 'changed' })];
  const ho = decode('RW1 HO a-1 p=lab from=a to=b item=x:1 ask=DRAFT', { profiles: before });
  const readback = (profiles: Profiles): string[] => {
    const rb = decode('RW1 RB b-1 re=a-1 p=lab from=b to=a item=x:1 ask=DRAFT', { profiles });
    return errors(checkReadback({ ho, rb, now }));
  };
  expect(readback(before)).toEqual([]);
  expect(readback(withLab({ slots }))).toEqual([]);
  expect(readback(after)).toEqual(['receipt/other-profile']);
});
