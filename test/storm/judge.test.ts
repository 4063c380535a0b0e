import { beforeAll, expect, test } from 'vitest';
import { timeOf } from '../../src/ledger/clock.ts';
import type { Evidence } from '../support/storm/evidence.ts';
import { type Fault, isClean, judge } from '../support/storm/judge.ts';
import { storm } from '../support/storm/storm.ts';

/** The evidence of a storm that was survived. */
let evidence: Evidence;
beforeAll(async () => {
  const patience = { timeout: 300, sendWithin: 1_000, horizon: 2_000 };
  const size = { seed: 9, kills: 3, restarts: 0, statements: 20, workers: 2, expiring: 0 };
  const aftermath = await storm({ store: 'SQLite', ...size, patience });
  expect(aftermath.failures).toEqual([]);
  evidence = aftermath.evidence;
}, 60_000);

const now = timeOf(Date.now());

test('a storm that was survived is clean', () => {
  expect(judge(evidence, now)).toSatisfy(isClean);
  expect([evidence.effects.length > 10, evidence.told.length > 50]).toEqual([true, true]);
});

/** The evidence as it would be had this happened; each is found as what it is, and as nothing else. */
const planted: readonly { what: string; plant: (was: Evidence) => Evidence; found: readonly Fault[] }[] = [
  {
    what: 'a payment made twice',
    plant: (was) => ({ ...was, effects: [...was.effects, one(was.effects)] }),
    found: ['doubled'],
  },
  {
    what: 'a payment that nobody reports',
    plant: (was) => ({ ...was, lines: was.lines.filter((line) => line !== aDone(was)), told: [] }),
    found: ['lost'],
  },
  {
    what: 'a handoff that never reached the ledger',
    plant: (was) => ({ ...was, payments: [...was.payments, { ...one(was.payments), id: 'scheduler-99' }] }),
    found: ['lost', 'open at the end'],
  },
  {
    what: 'a line that was acknowledged and is gone',
    plant: (was) => ({ ...was, told: [...was.told, { ...one(was.told), line: 'RW1 ST gone' }] }),
    found: ['lost'],
  },
  {
    what: 'a DN of a payment that was not made',
    plant: (was) => ({ ...was, effects: was.effects.slice(1) }),
    found: ['false DN'],
  },
  {
    what: 'a DN with another amount than was paid',
    plant: (was) => {
      const [first, ...rest] = was.effects;
      const values = { ...one(was.effects).values, amt: '5400.01' };
      return { ...was, effects: [{ ...one(was.effects), ...first, values }, ...rest] };
    },
    found: ['false DN'],
  },
  {
    what: 'a handoff that was taken back, with a payment',
    plant: (was) => {
      const [close, ...rest] = was.closes.filter(({ closer }) => closer === 'DN');
      const others = was.closes.filter(({ closer }) => closer !== 'DN');
      return { ...was, closes: [{ ...one(was.closes), ...close, closer: 'CX' }, ...rest, ...others] };
    },
    found: ['false FL'],
  },
  {
    what: 'an FL of a payment that was made',
    plant: (was) => {
      const done = aDone(was);
      const failed = { ...done, message: { ...done.message, type: 'FL' as const } };
      return { ...was, lines: was.lines.map((line) => (line === done ? failed : line)) };
    },
    found: ['lost', 'false FL'],
  },
  {
    what: 'a handoff closed twice',
    plant: (was) => ({ ...was, closes: [...was.closes, { ...one(was.closes), closer: 'DN' }] }),
    found: ['closed twice'],
  },
  {
    what: 'two reports of one handoff',
    plant: (was) => ({ ...was, lines: [...was.lines, aDone(was)] }),
    found: ['closed twice'],
  },
  {
    what: 'a handoff that is still open',
    plant: (was) => ({ ...was, closes: was.closes.slice(1) }),
    found: ['open at the end'],
  },
  {
    what: 'an effect of a statement that had ended without one',
    plant: (was) => ({ ...was, incidents: ['keyed t0'] }),
    found: ['incidents'],
  },
  {
    what: 'an entry that was changed',
    plant: (was) => ({ ...was, broken: 'keyed 7: its hash differs from what it holds' }),
    found: ['breaks in the chain'],
  },
  {
    what: 'a readback that is not in the thread',
    plant: (was) => {
      const { re } = aDone(was).message;
      const lines = was.lines.filter(({ message }) => message.type !== 'RB' || message.re !== re);
      return { ...was, lines, told: [] };
    },
    found: ['problems in the thread'],
  },
  {
    what: 'an act that ran after a CX of which the ledger knows nothing',
    plant: (was) => ({
      ...was,
      crossed: [...was.crossed, { ...one(was.closes.filter(({ closer }) => closer === 'DN')) }],
    }),
    found: ['problems in the thread'],
  },
];

test.each(planted)('$what is seen', ({ plant, found }) => {
  const verdict = judge(plant(evidence), now);
  const seen = Object.entries(verdict).flatMap(([fault, list]) => (list.length > 0 ? [fault] : []));
  expect(seen).toEqual(found);
});

function one<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('the storm left nothing to plant a fault in');
  return first;
}

function aDone({ lines }: Evidence): Evidence['lines'][number] {
  return one(lines.filter(({ message }) => message.type === 'DN'));
}
