import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../src/text/characters.ts';
import { quoted } from '../../../src/text/span.ts';
import { builtIn, loadProfile, profilesOf } from '../../../src/vocabulary/index.ts';
import type { ProfileData } from '../../../src/vocabulary/profile-data.ts';
import { growth } from '../../support/cost.ts';

const ship: ProfileData = { profile: 'ship', version: '1', extends: 'RW1' };

function codesOf(json: unknown): readonly string[] {
  return loadProfile(json).diagnostics.map(({ code }) => code);
}

test('a finding names the file, the path and the place, and what was likely meant', () => {
  const text = '{\n  "profile": "ship",\r\n  "version": "1",\n  "extends": "RW1",\n  "exce": {}\n}\n';
  const { profile, diagnostics } = loadProfile(text, { file: 'ship.json' });
  expect(profile).toBeNull();
  expect(diagnostics).toHaveLength(1);
  const [found] = diagnostics;
  expect(found?.message).toBe('ship.json at $.exce: unknown key exce');
  expect(found?.hint).toContain('exec');
  expect(found?.data).toMatchObject({ file: 'ship.json', path: '$.exce', key: 'exce', near: 'exec' });
  expect(found?.at?.number).toBe(5);
  expect(found?.at && quoted(found.at.line, found.at.span)).toBe('"exce"');
  expect(loadProfile(text.replace('"1",', '1,\r')).diagnostics[0]?.at?.line).toBe('  "version": 1,');
});

test('a file may begin with one byte order mark, and holds at most 256 KiB of UTF-8', () => {
  const text = JSON.stringify(ship);
  const filled = (fill: string, bytes: number): string =>
    `{"description":"${fill.repeat((bytes - 19 - text.length) / Buffer.byteLength(fill))}",${text.slice(1)}`;
  expect(codesOf(`\uFEFF${text}`)).toEqual([]);
  expect(codesOf(`\uFEFF\uFEFF${text}`)).toEqual(['profile/json']);
  for (const fill of ['x', '€']) {
    const most = filled(fill, 256 * 1024);
    const slack = 256 * 1024 - Buffer.byteLength(most);
    expect([fill, codesOf(most + ' '.repeat(slack))]).toEqual([fill, []]);
    expect([fill, codesOf(most + ' '.repeat(slack + 1))]).toEqual([fill, ['profile/too-large']]);
  }
});

describe('an object in place of a text', () => {
  test('is judged the same, and copied', () => {
    const data = { ...ship, agents: ['crew'] };
    const { profile } = loadProfile(data);
    data.agents.push('ghost');
    expect(profile).toEqual({ ...ship, agents: ['crew'] });
    expect(Object.getPrototypeOf(profile)).toBeNull();
  });

  test('may leave members undefined', () => {
    expect(codesOf({ ...ship, exec: undefined })).toEqual([]);
  });

  test('holds nothing but JSON', () => {
    const cycle: Record<string, unknown> = { ...ship };
    cycle['translation'] = cycle;
    const withGetter = Object.create({ profile: 'inherited', version: '1', extends: 'RW1' });
    expect(codesOf(cycle)).toContain('profile/too-deep');
    expect(codesOf({ ...ship, asks: new Map() })).toEqual(['profile/wrong-type']);
    expect(codesOf({ ...ship, version: () => '1' })).toEqual(['profile/wrong-type']);
    expect(codesOf({ ...ship, version: Number.NaN })).toEqual(['profile/wrong-type']);
    expect(codesOf(withGetter)).toEqual(['profile/wrong-type']);
    for (const none of [null, undefined, 7, true, [], () => ship])
      expect(codesOf(none)).toEqual(['profile/wrong-type']);
  });
});

describe('names of the prototype', () => {
  test('are no asks, slots, codes or agents', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(
        codesOf(`{"profile":"ship","version":"1","extends":"RW1","irreversible":["${name}"]}`),
      ).not.toEqual([]);
      expect(codesOf({ ...ship, own_line: [name] })).not.toEqual([]);
      expect(codesOf({ ...ship, slots: [{ key: 'how', type: `enum:${name}`, on: ['HO'] }] })).toEqual([
        'profile/slot-type',
      ]);
    }
  });

  test('may be slots, where their form allows it, and do no harm', () => {
    const data = {
      ...ship,
      slots: [{ key: 'constructor', type: 'token', on: ['HO', 'DN'] }],
      exec: { FIX: ['constructor'] },
    };
    expect(codesOf(data)).toEqual([]);
    expect(codesOf({ ...ship, exec: { FIX: ['constructor'] } })).toEqual(['profile/unknown-name']);
  });
});

test('no finding prints a name of the profile raw', () => {
  const hidden = '\n\x1b\u202e\u200b';
  const { diagnostics } = loadProfile({
    profile: `sh${hidden}ip`,
    version: '1',
    extends: 'RW1',
    [`ex${hidden}ec`]: {},
    enums: { [`mode${hidden}`]: { [`A${hidden}`]: 'x' }, why: { UNK: 'x' } },
    asks: { [`SHIP${hidden}`]: 'send' },
    slots: [
      { key: `kg${hidden}`, type: `mon${hidden}ey`, on: ['HO'] },
      { key: `kg${hidden}`, type: `enum:mo${hidden}de`, on: ['ST'] },
      { key: 'n', type: `money${hidden}`, on: ['HO'] },
    ],
    agents: [`ops${hidden}`, `ops${hidden}`],
    exec: { SHIP: [`kg${hidden}`], [`SHIP${hidden}`]: [`kg${hidden}`, 'kg'] },
    own_line: [`kg${hidden}`],
    sums: [{ total: 'n', parts: ['n'], on: ['DN'], when: { [`kg${hidden}`]: [`x${hidden}`] } }],
    positive: { SHIP: ['n'] },
    roles: { ops: { gives: ['SHIP'] } },
    constraints: { aliases: { lang: { [`u${hidden}k`]: [`b${hidden}`] } } },
  });
  expect(new Set(diagnostics.map(({ code }) => code)).size).toBeGreaterThan(9);
  const words = diagnostics.flatMap(({ message, hint = '' }) => [...message, ...hint]);
  expect(words.filter((one) => faultOf(one.codePointAt(0) as number) !== undefined)).toEqual([]);
});

test('cost is linear in the size of the file, whatever it holds', () => {
  const head = '"profile":"ship","version":"1","extends":"RW1"';
  const counted = (count: number, one: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => one(at)).join(',');
  const hostile: readonly ((count: number) => string)[] = [
    (count) => `{${head},${counted(count, (at) => `"k${at}":1`)}}`,
    (count) =>
      `{${head},"asks":{${counted(count, (at) => `"A${at}":""`)}},"irreversible":[${counted(count, (at) => `"B${at}"`)}]}`,
    (count) => `{${head},"${'k'.repeat(count)}":[${counted(count, () => '1')}]}`,
    (count) => `{${head},"agents":[${counted(count, () => '"a"')}]}`,
    (count) => `{${head},${'\n'.repeat(count)}${counted(count, () => '"profile":"x"')}}`,
    (count) =>
      `{${head},"enums":{"q":{${counted(count / 4, (at) => `"A${at}":""`)}}},"slots":[${counted(count / 4, (at) => `{"key":"s${at}","type":"enum:q","on":["HO"]}`)}]}`,
  ];
  for (const write of hostile) {
    const [small, large] = [write(400), write(6400)];
    // 16 times the size; a quadratic reader would take 256 times as long
    expect(
      growth(
        () => loadProfile(small),
        () => loadProfile(large),
        80,
      ),
    ).toBeLessThan(100);
  }
});

describe('profilesOf', () => {
  test('adds profiles behind those that are there', () => {
    const { profiles, diagnostics } = profilesOf(builtIn, [ship]);
    expect(diagnostics).toEqual([]);
    expect(profiles?.names).toEqual(['pay', 'clin', 'deploy', 'pform', 'ship']);
    expect(profiles?.get('ship')?.name).toBe('ship');
    expect(builtIn.get('ship')).toBeUndefined();
  });

  test('refuses a name that is taken, by the set or within the list, unless told to replace', () => {
    const other = { ...ship, profile: 'pay' };
    const codes = (data: readonly ProfileData[]): unknown =>
      profilesOf(builtIn, data).diagnostics.map(({ code, data: { name } }) => [code, name]);
    expect(codes([other])).toEqual([['profile/name-taken', 'pay']]);
    expect(codes([ship, ship])).toEqual([['profile/name-taken', 'ship']]);
    expect(profilesOf(builtIn, [other]).profiles).toBeNull();
    const { profiles } = profilesOf(builtIn, [other], { replace: true });
    expect(profiles?.names).toEqual(builtIn.names);
    expect(profiles?.get('pay')?.execSlots.size).toBe(0);
    expect(profiles?.knowing('acct')).toEqual([]);
  });

  test('judges what it is given, and gives no set when one of them is faulty', () => {
    const { profiles, diagnostics } = profilesOf(builtIn, [
      ship,
      { ...ship, profile: 'sail', agents: ['human'] },
    ]);
    expect(profiles).toBeNull();
    expect(diagnostics.map(({ code }) => code)).toEqual(['profile/redefines']);
  });
});
