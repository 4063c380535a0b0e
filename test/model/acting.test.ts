import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stores } from '../support/ledger/stores.ts';
import { checkAlways, checkAtRest } from './invariants.ts';
import { type Ability, abilities, type Death, exp, type Fate, World } from './world.ts';

/** One thing that happens; `which` picks among the handoffs or tokens that there are. */
type Event =
  /** A handoff, its statement, the yes and the commit, one after the other, each in a process that may die. */
  | { readonly does: 'pay'; readonly item: number; readonly fate: Fate; readonly until: string | null }
  | { readonly does: 'hand over'; readonly item: number; readonly retries: number | null }
  | { readonly does: 'read back'; readonly which: number; readonly right: boolean }
  | { readonly does: 'prepare'; readonly which: number; readonly until: string | null }
  | { readonly does: 'confirm'; readonly which: number; readonly answer: 'Y' | 'N' }
  | { readonly does: 'commit' | 'recover'; readonly which: number; readonly fate: Fate }
  | { readonly does: 'abandon' | 'decide'; readonly which: number }
  | { readonly does: 'cancel'; readonly which: number }
  | { readonly does: 'tick'; readonly milliseconds: number }
  | { readonly does: 'sweep' | 'arrive' }
  | { readonly does: 'deliver twice'; readonly which: number };

/** Mostly the newest one. */
const which = fc.constantFrom(0, 0, 0, 0, 1, 2);
const fate = fc.constantFrom<Fate>(
  'paid',
  'paid, reply lost',
  'paid, reply lost',
  'late',
  'late',
  'never arrives',
  'declined',
  'declined for good',
);
/** A statement's own window, shorter than its handoff's. */
const until = fc.option(fc.constant('20261002T1500Z'));
const one = <D extends Event['does']>(does: D): fc.Arbitrary<D> => fc.constant(does);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ does: one('pay'), item: fc.nat({ max: 9 }), fate, until }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: one('hand over'), item: fc.nat({ max: 9 }), retries: fc.option(which) }),
  },
  { weight: 1, arbitrary: fc.record({ does: one('read back'), which, right: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: one('prepare'), which, until }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: one('confirm'),
      which,
      answer: fc.constantFrom<'Y' | 'N'>('Y', 'Y', 'Y', 'N'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: one('commit'), which, fate }) },
  { weight: 5, arbitrary: fc.record({ does: one('recover'), which, fate }) },
  { weight: 1, arbitrary: fc.record({ does: one('abandon'), which }) },
  { weight: 2, arbitrary: fc.record({ does: one('decide'), which }) },
  { weight: 2, arbitrary: fc.record({ does: one('cancel'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: one('tick'),
      milliseconds: fc.constantFrom(1, 30_000, 30_000, 700_000, 3_600_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: one('arrive') }) },
  { weight: 1, arbitrary: fc.record({ does: one('sweep') }) },
  { weight: 1, arbitrary: fc.record({ does: one('deliver twice'), which: fc.nat({ max: 30 }) }) },
);
const death: fc.Arbitrary<Death | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.integer({ min: 1, max: 6 }),
      when: fc.constantFrom<Death['when']>('before', 'after', 'stopped', 'stopped past exp'),
    }),
  },
  // the claim of a payment that is made in one go: the moment at which it matters most
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant(4),
      when: fc.constantFrom<Death['when']>('after', 'stopped', 'stopped past exp'),
    }),
  },
);
const story = fc.array(fc.tuple(event, death), { minLength: 4, maxLength: 30 });

async function happens(world: World, what: Event): Promise<unknown> {
  switch (what.does) {
    case 'pay':
      return pay(world, what);
    case 'hand over': {
      const re =
        what.retries === null || world.handoffs.length === 0 ? null : pick(world.handoffs, what.retries);
      return world.handOver(what.item, re);
    }
    case 'read back':
      return world.handoffs.length > 0 ? world.readBack(pick(world.handoffs, what.which), what.right) : null;
    case 'prepare':
      return world.prepare(pick(world.handoffs, what.which), what.until);
    case 'confirm':
      return world.confirm(pick(world.tokens, what.which), what.answer);
    case 'commit':
      return world.commit(pick(world.tokens, what.which), what.fate);
    case 'recover':
      return world.recover(pick(world.tokens, what.which), what.fate);
    case 'abandon':
      return world.paying.abandon({ token: pick(world.tokens, what.which) });
    case 'decide':
      return world.decide(pick(world.tokens, what.which));
    case 'cancel':
      return world.handoffs.length > 0 ? world.cancel(pick(world.handoffs, what.which)) : null;
    case 'tick':
      return world.tick(what.milliseconds);
    case 'sweep':
      return world.ledger.sweep();
    case 'arrive':
      return world.arrive();
    case 'deliver twice':
      return deliverTwice(world, what.which);
    default:
      return what satisfies never;
  }
}

/** The `index`-th newest. */
function pick(list: readonly string[], index: number): string {
  return list.at(-1 - (index % Math.max(list.length, 1))) ?? 'none';
}

async function pay(world: World, { item, fate, until: exp }: Extract<Event, { does: 'pay' }>): Promise<void> {
  await world.handOver(item, null);
  await world.prepare(pick(world.handoffs, 0), exp);
  const token = pick(world.tokens, 0);
  await world.confirm(token, 'Y');
  await world.commit(token, fate);
}

/** A line arrives once more: nothing changes. */
async function deliverTwice(world: World, index: number): Promise<void> {
  const lines = (await world.scheduler.thread({ limit: 10_000 })).filter(
    ({ line, refused }) => line !== null && refused === null,
  );
  const again = lines[index % Math.max(lines.length, 1)];
  if (again?.line == null) return;
  const handle = again.line.includes(' from=payer ') ? world.payer : world.scheduler;
  if (again.line.includes(' from=human ')) return;
  expect(await handle.send(again.line)).toMatchObject({ outcome: 'exists' });
}

/** Everybody comes to rest: late requests arrive or are lost, everything that is unknown is settled, exp passes. */
async function comeToRest(world: World): Promise<void> {
  while (world.wire.length > 0) await world.arrive();
  await world.tick(exp + 1_000_000 - Math.min(world.clock, exp));
  for (let round = 0; round < 3; round++) {
    await world.ledger.sweep({ limit: 1_000 });
    for (const token of world.tokens) await world.recover(token, 'paid');
    for (const token of world.tokens) await world.decide(token);
    await checkAlways(world);
  }
}

/** Stories an executor, over memory; a tenth of them over a file. More by hand: MODEL_RUNS=8000. */
const runs = Number(process.env['MODEL_RUNS'] ?? 500);

describe.each(stores)('whatever happens, over $name', ({ name, open }) => {
  test.each(Object.keys(abilities) as Ability[])(
    'an executor of kind %s: no invariant breaks',
    async (ability) => {
      await fc.assert(
        fc.asyncProperty(story, async (events) => {
          const under = await open();
          try {
            const world = new World(under, ability);
            await world.handOver(0, null);
            for (const [what, dies] of events) {
              await world.living(dies, () => happens(world, what));
              await checkAlways(world);
            }
            await comeToRest(world);
            await checkAtRest(world);
          } finally {
            await under.remove();
          }
        }),
        { numRuns: name === 'memory' ? runs : Math.ceil(runs / 10) },
      );
    },
    3_600_000,
  );
});
