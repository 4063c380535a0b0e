import { describe, expect, test } from 'vitest';
import {
  builtIn,
  coreData,
  hashOf,
  levels,
  loadProfile,
  neverEchoed,
  resolve,
} from '../../../src/vocabulary/index.ts';
import type { MessageType, Vocabulary } from '../../../src/vocabulary/vocabulary.ts';

function vocabulary(name: string): Vocabulary {
  const found = builtIn.get(name);
  if (found === undefined) throw new Error(`no profile ${name}`);
  return found;
}

const pay = vocabulary('pay');
const clin = vocabulary('clin');
const deploy = vocabulary('deploy');
const pform = vocabulary('pform');

/** Slots of a profile as the spec's tables give them: `type: keys on types`. */
function table({ profile }: Vocabulary): Record<string, string> {
  return Object.fromEntries(
    (profile?.slots ?? []).map(({ key, type, on }) => [key, `${type} on ${on.join(' ')}`]),
  );
}

test('every built-in profile passes its own loader', () => {
  for (const name of builtIn.names) expect(loadProfile(vocabulary(name).profile).diagnostics).toEqual([]);
  expect(builtIn.names).toEqual(['pay', 'clin', 'deploy', 'pform']);
  expect(builtIn.get('core')).toBeUndefined();
  expect(builtIn.get('constructor')).toBeUndefined();
});

test('core has the nine types with the slots of the type table', () => {
  const rows = [...builtIn.core.types.values()].map(({ type, required, optional }) => [
    type,
    required.join(' '),
    optional.join(' '),
  ]);
  expect(rows).toEqual([
    ['HO', 'from to item ask', 're due pri conf keep art ctx rb acc keys exp'],
    ['RB', 're from to item ask', 'due eta h do acc not asm exp'],
    ['AQ', 'from to need', 're item opts by'],
    ['AN', 're from to val', 'item'],
    ['ST', 'from to item', 're pct eta blk'],
    ['DN', 're from to item out', 'art next'],
    ['UN', 're from to why', 'item alt need'],
    ['FL', 're from to item why', 'art retry'],
    ['CX', 're from to item', 'why'],
  ]);
});

test('a readback takes every slot that a handoff takes, and every type takes p', () => {
  for (const name of [undefined, ...builtIn.names]) {
    const { types } = name === undefined ? builtIn.core : vocabulary(name);
    const taken = (type: MessageType): ReadonlySet<string> => types.get(type)?.takes ?? new Set();
    expect([...taken('HO')].filter((slot) => !taken('RB').has(slot))).toEqual([]);
    for (const { takes } of types.values()) expect(takes.has('p')).toBe(true);
  }
  expect(builtIn.core.types.get('DN')?.takes.has('ask')).toBe(false);
});

test('core has the codes, levels and criteria keys of the protocol', () => {
  const codes = (name: string): string => [...(builtIn.core.enums.get(name)?.keys() ?? [])].join(' ');
  expect(codes('ask')).toBe('REVIEW DRAFT DECIDE RESEARCH BUILD FIX SUMM PLAN TEST EXTRACT UNDO');
  expect(codes('why').split(' ').sort().join(' ')).toBe(
    'BUSY CONFLICT DUP ERR EXPIRED NOCAP NOCTX PERM REVOKED SCOPE SUPERSEDED TIMEOUT UNK VER',
  );
  expect([codes('out'), codes('need'), codes('conf')]).toEqual([
    'OK PARTIAL NOOP',
    'ENUM TEXT NUM DATE YESNO',
    'L M H',
  ]);
  expect(levels).toEqual(['echo', 'all', 'acc', 'plan', 'exec']);
  expect([...neverEchoed]).toEqual(['p', 'rb', 'exp', 're', 'from', 'to']);
  const many = [...builtIn.core.constraintKeys.values()].filter((key) => key.many).map(({ key }) => key);
  expect([...builtIn.core.constraintKeys.keys()].join(' ')).toBe(
    'len fmt lang tone voice aud out by must no scope src',
  );
  expect(many).toEqual(['must', 'no', 'scope', 'src']);
  expect(builtIn.core.constraintKeys.get('lang')?.aliases.get('british-english')).toBe('uk');
  expect(builtIn.core.constraintKeys.get('lang')?.aliases.get('english')).toBe('en');
  expect(builtIn.core.constraintKeys.get('fmt')?.aliases.get('british')).toBeUndefined();
  expect(coreData.limits).toEqual({ line: 8192, tail: 300 });
});

describe('pay', () => {
  const wide = 'HO RB ST AQ AN DN';

  test('has its slots', () => {
    expect(table(pay)).toEqual({
      sup: `token on ${wide} UN FL`,
      po: 'token on HO RB ST AQ AN',
      amt: `money on ${wide}`,
      cur: `enum:cur on ${wide}`,
      kind: `enum:kind on ${wide}`,
      dec: `enum:dec on ${wide}`,
      appr: `enum:appr on ${wide}`,
      flag: `list:enum:flag on ${wide} UN`,
      var: 'money on HO RB ST AQ AN',
      net: 'money on HO RB ST AQ AN',
      vat: 'money on HO RB ST AQ AN',
      n: 'int:0-9999 on HO RB ST DN',
      tot: 'money on ST DN',
      src: `list:token on ${wide}`,
      acct: `token on ${wide}`,
      ref: `token on ${wide}`,
      apref: `token on ${wide}`,
      addr: `token on ${wide}`,
      paid: `date on ${wide}`,
      eff: `date on ${wide}`,
      prev: 'token on RB DN',
    });
  });

  test('acts with its execution slots, in ASCII, and cannot take them back', () => {
    expect(Object.fromEntries(pay.exec)).toEqual({
      PAY: ['sup', 'amt', 'cur', 'kind', 'acct', 'paid', 'ref', 'apref'],
      CHGBANK: ['sup', 'acct', 'eff', 'apref', 'prev'],
      SEND: ['sup', 'addr', 'amt', 'cur', 'paid', 'ref'],
    });
    expect([...pay.slots.values()].filter(({ ascii }) => ascii).map(({ key }) => key)).toEqual([
      'sup',
      'amt',
      'cur',
      'kind',
      'acct',
      'paid',
      'ref',
      'eff',
      'apref',
      'addr',
      'prev',
    ]);
    expect([...pay.irreversible].sort()).toEqual(['CHGBANK', 'PAY', 'SEND', 'UNDO']);
  });

  test('means go by APPROVE alone', () => {
    expect([[...pay.go], [...pay.stop]]).toEqual([['APPROVE'], ['DECLINE', 'HOLD', 'REJECT', 'CALLBACK']]);
    expect([...pay.ownLine]).toEqual(['n', 'flag', 'src']);
  });
});

test('clin requires its five statements about a statement on ST only', () => {
  expect(clin.types.get('ST')?.required).toEqual([
    'from',
    'to',
    'item',
    'act',
    'pol',
    'cert',
    'subj',
    'time',
  ]);
  expect(clin.types.get('HO')?.required).toEqual(['from', 'to', 'item', 'ask']);
  expect(Object.keys(clin.profile?.item_kinds ?? {}).join(' ')).toBe(
    'sym dx med proc meas alg ref soc func fu',
  );
  expect([...(clin.enums.get('freq')?.keys() ?? [])].join(' ')).toBe(
    'OD BD TDS QDS PRN NOCTE MANE WKLY MTHLY STAT OTH',
  );
  expect(table(clin)['src']).toBe('token on ST HO DN');
});

test('deploy guards each of its acts, and its version says whose execution slots they are (R24)', () => {
  expect(Object.fromEntries(deploy.exec)).toEqual({
    DEPLOY: ['env', 'ver', 'prev', 'apref'],
    ROLLBACK: ['env', 'ver', 'prev', 'apref'],
    MIGRATE: ['env', 'mig', 'down', 'apref'],
  });
  expect(table(deploy)['down']).toBe('bool on HO RB AQ AN DN');
  expect(deploy.profile?.version).toContain('hearback');
  expect([[...deploy.go], [...deploy.stop]]).toEqual([['APPROVE'], ['DECLINE', 'HOLD']]);
});

test('pform adds slots and asks, and nothing that guards', () => {
  expect([...pform.agents].join(' ')).toBe('TRI STR ARC BLD QAR CPY GRD DAT MKT SCT IDE LUM');
  expect(pform.execSlots.size).toBe(0);
  expect(pform.slots.get('stall')?.decode('15d')).toBe(15);
});

test('says which profiles know a slot that another does not', () => {
  expect(builtIn.knowing('src')).toEqual(['pay', 'clin', 'pform']);
  expect(builtIn.knowing('acct')).toEqual(['pay']);
  expect(builtIn.knowing('ask')).toEqual([]);
  expect(builtIn.knowing('constructor')).toEqual([]);
});

describe('the hash of a vocabulary', () => {
  test('does not hang on the order of members, and changes with any fact', () => {
    const data = { profile: 'ship', version: '1', extends: 'RW1', asks: { SHIP: 'x', STOW: 'y' } };
    const same = { asks: { STOW: 'y', SHIP: 'x' }, extends: 'RW1', version: '1', profile: 'ship' };
    expect(resolve(data).hash).toBe(resolve(same).hash);
    expect(resolve(data).hash).not.toBe(resolve({ ...data, version: '2' }).hash);
    expect(hashOf(data)).toMatch(/^[0-9a-f]{12}$/);
  });
});

test('answers that no list names stop, where the profile says which ones go', () => {
  const ans = { GO: '', WAIT: '', NO: '' };
  const base = { profile: 'ship', version: '1', extends: 'RW1', enums: { ans } };
  expect([...resolve({ ...base, answers: { go: ['GO'] } }).stop]).toEqual(['WAIT', 'NO']);
  expect([...resolve({ ...base, answers: { go: ['GO'], stop: ['NO'] } }).stop]).toEqual(['NO']);
  expect([...resolve(base).stop]).toEqual([]);
});

test('open scripts lift the rule of ASCII, for the slot that is named', () => {
  const slots = ['dest', 'name'].map((key) => ({ key, type: 'token', on: ['HO', 'DN'] as const }));
  const data = {
    profile: 'ship',
    version: '1',
    extends: 'RW1',
    slots,
    exec: { BUILD: ['dest', 'name'] },
    open_scripts: ['name'],
  };
  const { slots: rows } = resolve(data);
  expect([rows.get('dest')?.ascii, rows.get('name')?.ascii, rows.get('art')?.ascii]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([pay, deploy])('an approval under $name serves one act (F06)', ({ profile }) => {
  expect(profile?.approval).toBe('apref');
  expect(profile?.single_use).toEqual(['apref']);
});

test('what is deployed once is an item with its version: the service is deployed again', () => {
  expect(deploy.profile?.item_examples).toEqual(['svc:api-1.4.2', 'mig:0142']);
});
