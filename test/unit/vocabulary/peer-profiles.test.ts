import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { builtIn, loadProfile, profilesOf } from '../../../src/vocabulary/index.ts';
import type { ProfileData } from '../../../src/vocabulary/profile-data.ts';
import { findPeerFolder } from '../../support/peer.ts';
import { available } from '../../support/skip.ts';

const folder = findPeerFolder();

describe.skipIf(!available('the peer', () => folder))("the peer's own profiles", () => {
  const files =
    folder === undefined ? [] : readdirSync(`${folder}/profiles`).filter((file) => file !== 'core.json');
  const textOf = (file: string): string => readFileSync(`${folder}/profiles/${file}`, 'utf8');

  test.each(files)('%s loads unchanged', (file) => {
    const { profile, diagnostics } = loadProfile(textOf(file), { file });
    expect(diagnostics).toEqual([]);
    expect(JSON.stringify(profile)).toBe(JSON.stringify(JSON.parse(textOf(file))));
  });

  test('are the four that come with the package', () => {
    expect(files.map((file) => file.replace('.json', '')).sort()).toEqual([...builtIn.names].sort());
  });

  test('take the place of ours only when told to', () => {
    const data = files.map((file) => loadProfile(textOf(file)).profile as ProfileData);
    expect(profilesOf(builtIn, data).diagnostics.map(({ code }) => code)).toEqual(
      files.map(() => 'profile/name-taken'),
    );
    expect(profilesOf(builtIn, data, { replace: true }).profiles?.get('deploy')?.execSlots.size).toBe(0);
  });

  test.each(files)('%s names no code, agent or slot that ours lacks, and types them the same', (file) => {
    const theirs = loadProfile(textOf(file)).profile as ProfileData;
    const ours = builtIn.get(theirs.profile)?.profile as ProfileData;
    const codes = ({ enums = {} }: ProfileData): unknown =>
      Object.fromEntries(Object.entries(enums).map(([name, all]) => [name, Object.keys(all)]));
    const slots = (profile: ProfileData): ReadonlyMap<string, string> =>
      new Map((profile.slots ?? []).map(({ key, type, required }) => [key, `${type} ${required === true}`]));
    expect(codes(ours)).toEqual(codes(theirs));
    expect(Object.keys(ours.asks ?? {})).toEqual(Object.keys(theirs.asks ?? {}));
    expect(ours.agents).toEqual(theirs.agents);
    expect(Object.fromEntries(slots(ours))).toEqual(Object.fromEntries(slots(theirs)));
    for (const [ask, named] of Object.entries(theirs.exec ?? {})) expect(ours.exec?.[ask]).toEqual(named);
    for (const { key, on } of theirs.slots ?? []) {
      const own = ours.slots?.find((slot) => slot.key === key)?.on ?? [];
      expect([key, on.filter((type) => !own.includes(type))]).toEqual([key, []]);
    }
  });
});
