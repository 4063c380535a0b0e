import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { configurations } from '../../model/configurations.ts';
import { check, findSpin, movesOf } from '../../model/spin.ts';
import { moves } from '../../src/ledger/changes.ts';
import { available } from '../support/skip.ts';
import { root } from '../tidy/source.ts';

const rows = configurations();
const model = readFileSync(join(root, 'model/rw1.pml'), 'utf8');

describe.skipIf(!available('Spin', findSpin))('the design, in every state that it can reach', () => {
  // the others take minutes: npm run model
  test.concurrent.each(rows.filter(({ states }) => states <= 10_000))(
    '$name $verdict',
    async ({ switches, states, verdict }) => {
      expect(await check({ switches, states })).toEqual({ states, verdict });
    },
  );

  describe('its statements', () => {
    const restored = ['-DN_RESTORE', '-DFIX_QUARANTINE'];
    let made: ReadonlySet<string>;
    beforeAll(async () => {
      const [plain, keyed] = await Promise.all([
        movesOf(['-DCODE', ...restored]),
        movesOf(['-DCODE_KEY', '-DCLAIMS=2', '-DCRASHES=0']),
      ]);
      made = new Set([...plain, ...keyed]);
    }, 60_000);

    /** What one has and the other has not, and why. */
    const onlyInModel: Readonly<Record<string, string>> = {
      'NONE PREPARED': 'the code has no row before a statement is prepared',
    };
    const onlyInCode: Readonly<Record<string, string>> = {
      'UNKNOWN UNKNOWN': 'another cause: in the model nothing changes',
      'PREPARED EXECUTED':
        'an effect under the key of a statement that only a lost copy of the ledger claimed',
      'CONFIRMED EXECUTED': 'the same; in the model such a statement is in quarantine by then',
    };

    test('go from state to state as those of the code', () => {
      const allowed = Object.entries(moves).flatMap(([from, to]) => to.map((state) => `${from} ${state}`));
      expect([...made, ...Object.keys(onlyInCode)].sort()).toEqual(
        [...allowed, ...Object.keys(onlyInModel)].sort(),
      );
    });
  });
});

test('every naive switch breaks something in a configuration of its own', () => {
  const naive = [...model.matchAll(/^ \* {3}(N_\w+) /gm)].map(([, name]) => `-D${name}`);
  expect(naive.length).toBeGreaterThan(20);
  const breaking = rows.filter(({ verdict }) => verdict !== 'holds').flatMap(({ switches }) => switches);
  expect(naive.filter((name) => !breaking.includes(name))).toEqual([]);
});

test('every switch of a configuration is explained', () => {
  const explained = [...model.matchAll(/^ \* {3}([A-Z_]+)(?:, ([A-Z_]+))? /gm)].flat();
  const used = rows.flatMap(({ switches }) => switches.map((one) => one.slice(2)));
  const bounds = (one: string): boolean => /^(CLAIMS|CRASHES)=\d$/.test(one);
  expect(used.filter((one) => !explained.includes(one) && !bounds(one))).toEqual([]);
});

test('the model names code that is there', () => {
  const named = [...model.matchAll(/(\w+)(?: and (\w+))? (?:in|of) (src\/[\w/-]+\.ts)/g)];
  expect(named.length).toBeGreaterThan(10);
  const wrong = named.filter(([, one = '', other = one, path = '']) => {
    const code = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
    return [one, other].some((name) => !new RegExp(`\\b${name}\\b`).test(code));
  });
  expect(wrong.map(([text]) => text)).toEqual([]);
});
