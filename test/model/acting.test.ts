import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stores } from '../support/ledger/stores.ts';
import { checkAlways, checkAtRest } from './invariants.ts';
import { type Ability, abilities, type Death, exp, type Fate, World } from './world.ts';

/** One thing that happens; `which` picks among the handoffs or tokens that there are. */
type Event =
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

const which = fc.nat({ max: 5 });
const fate = fc.constantFrom<Fate>(
  'paid',
  'paid, reply lost',
  'late',
  'never arrives',
  'declined',
  'declined for good',
);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('hand over' as const),
      item: fc.nat({ max: 2 }),
      retries: fc.option(which),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('read back' as const), which, right: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('prepare' as const),
      which,
      until: fc.option(fc.constant('20261002T1500Z')),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('confirm' as const),
      which,
      answer: fc.constantFrom('Y' as const, 'Y' as const, 'Y' as const, 'N' as const),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('commit' as const), which, fate }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('recover' as const), which, fate }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('abandon' as const, 'decide' as const), which }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('tick' as const),
      milliseconds: fc.constantFrom(1, 30_000, 700_000, 3_600_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('sweep' as const, 'arrive' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('deliver twice' as const), which: fc.nat({ max: 30 }) }),
  },
);
const death: fc.Arbitrary<Death | null> = fc.option(
  fc.record({
    step: fc.integer({ min: 1, max: 3 }),
    when: fc.constantFrom('before' as const, 'after' as const, 'stopped' as const),
  }),
  { freq: 3 },
);
const story = fc.array(fc.tuple(event, death), { minLength: 4, maxLength: 30 });

async function happens(world: World, what: Event): Promise<unknown> {
  const pick = (list: readonly string[], index: number): string =>
    list[index % Math.max(list.length, 1)] ?? 'none';
  switch (what.does) {
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
        { numRuns: name === 'memory' ? 250 : 25 },
      );
    },
    240_000,
  );
});
