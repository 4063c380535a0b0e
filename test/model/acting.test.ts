import fc from 'fast-check';
import { describe, test } from 'vitest';
import { stores } from '../support/ledger/stores.ts';
import { type Ability, abilities } from './bank.ts';
import { happens, mayDie, story } from './events.ts';
import { checkAlways, checkAtRest, checkDeadline } from './invariants.ts';
import { exp, World } from './world.ts';

/** Everybody comes to rest: late requests arrive or are lost, everything that is unknown is settled, exp passes. */
async function comeToRest(world: World): Promise<void> {
  while (world.bank.wire.length > 0) world.bank.arrive();
  while (world.bank.taken.length > 0) world.bank.settle(true);
  await world.tick(exp + 1_000_000 - Math.min(world.clock, exp));
  for (let round = 0; round < 3; round++) {
    await world.people.ledger.sweep({ limit: 1_000 });
    for (const token of world.tokens) await world.recover(token, 'paid');
    for (const token of world.tokens) await world.decide(token);
    await checkAlways(world);
  }
}

/** Stories an executor, by how long one takes in a store. More by hand: MODEL_RUNS=5000. */
const runs = Number(process.env['MODEL_RUNS'] ?? 300);
const share: Readonly<Record<string, number>> = { memory: 1, SQLite: 0.1, PostgreSQL: 0.05 };

describe.each(stores)('whatever happens, over $name', ({ name, open }) => {
  test.each(Object.keys(abilities) as Ability[])(
    'an executor of kind %s: no invariant breaks',
    async (ability) => {
      await fc.assert(
        fc.asyncProperty(story, fc.scheduler(), async (events, order) => {
          const world = await World.make(open, ability);
          try {
            await world.handOver(0, null);
            for (const [what, death] of events) {
              const dies = mayDie(what) ? death : null;
              await world.living(dies, () => happens(world, what, order));
              await checkAlways(world);
            }
            await comeToRest(world);
            await checkAtRest(world);
            if (ability === 'deadline') checkDeadline(world);
          } finally {
            await world.remove();
          }
        }),
        { numRuns: Math.ceil(runs * (share[name] ?? 1)) },
      );
    },
    3_600_000,
  );
});
