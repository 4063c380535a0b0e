import fc from 'fast-check';
import { expect } from 'vitest';
import type { Fate } from './bank.ts';
import type { Death } from './mortal.ts';
import type { World } from './world.ts';

/** What one of two may do at the same moment to one statement. */
export type Act =
  | 'commit'
  | 'recover'
  | 'recover hours later'
  | 'confirm'
  | 'abandon'
  | 'cancel'
  | 'sweep'
  | 'decide'
  | 'call back'
  | 'prepare';

/** One thing that happens; `which` picks among the handoffs or tokens that there are. */
export type Event =
  /** A handoff, its statement, the yes and the commit, one after the other, each in a process that may die. */
  | { readonly does: 'pay'; readonly item: number; readonly fate: Fate; readonly until: string | null }
  | { readonly does: 'hand over'; readonly item: number; readonly retries: number | null }
  | { readonly does: 'read back'; readonly which: number; readonly right: boolean }
  | { readonly does: 'prepare'; readonly which: number; readonly until: string | null }
  | { readonly does: 'confirm'; readonly which: number; readonly answer: 'Y' | 'N' }
  | { readonly does: 'commit' | 'recover' | 'undo'; readonly which: number; readonly fate: Fate }
  | { readonly does: 'abandon' | 'decide' | 'cancel' | 'call back' | 'forge'; readonly which: number }
  | {
      readonly does: 'race';
      readonly which: number;
      readonly one: Act;
      readonly other: Act;
      readonly fate: Fate;
    }
  | { readonly does: 'tick'; readonly milliseconds: number }
  | { readonly does: 'settle'; readonly yes: boolean }
  | { readonly does: 'sweep' | 'arrive' | 'back up' | 'restore' }
  | { readonly does: 'deliver twice'; readonly which: number };

/** Mostly the newest one. */
const which = fc.constantFrom(0, 0, 0, 0, 1, 2);
const fate = fc.constantFrom<Fate>(
  ...(['paid', 'paid, reply lost', 'paid, reply lost', 'late', 'late', 'never arrives', 'busy'] as const),
  ...(['declined', 'declined for good', 'taken', 'taken', 'taken, reply lost'] as const),
);
/** A statement's own window, shorter than its handoff's. */
const until = fc.option(fc.constant('20261002T1500Z'));
const act = fc.constantFrom<Act>(
  ...(['commit', 'commit', 'recover', 'recover', 'recover hours later', 'confirm', 'abandon'] as const),
  ...(['cancel', 'sweep', 'decide', 'call back', 'prepare'] as const),
);
const item = fc.nat({ max: 9 });
const one = <D extends Event['does']>(does: D): fc.Arbitrary<D> => fc.constant(does);
const milliseconds = fc.constantFrom(1, 30_000, 30_000, 700_000, 3_600_000);
const answer = fc.constantFrom<'Y' | 'N'>('Y', 'Y', 'Y', 'N');

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ does: one('pay'), item, fate, until }) },
  { weight: 2, arbitrary: fc.record({ does: one('hand over'), item, retries: fc.option(which) }) },
  { weight: 1, arbitrary: fc.record({ does: one('read back'), which, right: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: one('prepare'), which, until }) },
  { weight: 3, arbitrary: fc.record({ does: one('confirm'), which, answer }) },
  { weight: 5, arbitrary: fc.record({ does: one('commit'), which, fate }) },
  { weight: 5, arbitrary: fc.record({ does: one('recover'), which, fate }) },
  { weight: 1, arbitrary: fc.record({ does: one('undo'), which, fate }) },
  { weight: 1, arbitrary: fc.record({ does: one('abandon'), which }) },
  { weight: 2, arbitrary: fc.record({ does: one('decide'), which }) },
  { weight: 2, arbitrary: fc.record({ does: one('cancel'), which }) },
  { weight: 2, arbitrary: fc.record({ does: one('call back'), which }) },
  { weight: 1, arbitrary: fc.record({ does: one('forge'), which: fc.nat({ max: 3 }) }) },
  { weight: 6, arbitrary: fc.record({ does: one('race'), which, one: act, other: act, fate }) },
  { weight: 2, arbitrary: fc.record({ does: one('tick'), milliseconds }) },
  { weight: 3, arbitrary: fc.record({ does: one('arrive') }) },
  { weight: 3, arbitrary: fc.record({ does: one('settle'), yes: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: one('sweep') }) },
  { weight: 2, arbitrary: fc.record({ does: one('back up') }) },
  { weight: 2, arbitrary: fc.record({ does: one('restore') }) },
  { weight: 1, arbitrary: fc.record({ does: one('deliver twice'), which: fc.nat({ max: 30 }) }) },
);
const death: fc.Arbitrary<Death | null> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.integer({ min: 1, max: 6 }),
      when: fc.constantFrom<Death['when']>(
        'before',
        'after',
        'stopped',
        'stopped past exp',
        'asleep past exp',
      ),
    }),
  },
  // the claim of a payment that is made in one go: the moment at which it matters most
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant(4),
      when: fc.constantFrom<Death['when']>('after', 'stopped', 'stopped past exp', 'asleep past exp'),
    }),
  },
);

/** What happens, and where the process that does it dies of it. */
export const story: fc.Arbitrary<readonly (readonly [Event, Death | null])[]> = fc.array(
  fc.tuple(event, death),
  { minLength: 4, maxLength: 30 },
);

/** Whether one process does it, which may die of it. */
export function mayDie({ does }: Event): boolean {
  return does !== 'race' && does !== 'restore';
}

/** Has something happen; who is first of those that race is `order`'s to say. */
export async function happens(world: World, what: Event, order: fc.Scheduler): Promise<unknown> {
  switch (what.does) {
    case 'pay':
      return pay(world, what);
    case 'hand over':
      return world.handOver(
        what.item,
        what.retries === null ? null : (pick(world.handoffs, what.retries) ?? null),
      );
    case 'read back':
      return onHandoff(world, what.which, (handoff) => world.readBack(handoff, what.right));
    case 'prepare':
      return onHandoff(world, what.which, (handoff) => world.prepare(handoff, what.until));
    case 'confirm':
      return onToken(world, what.which, (token) => world.confirm(token, what.answer));
    case 'commit':
      return onToken(world, what.which, (token) => world.commit(token, what.fate));
    case 'recover':
      return onToken(world, what.which, (token) => world.recover(token, what.fate));
    case 'undo':
      return onToken(world, what.which, (token) => undo(world, token, what.fate));
    case 'abandon':
      return onToken(world, what.which, (token) => world.people.workers[0].abandon({ token }));
    case 'decide':
      return onToken(world, what.which, (token) => world.decide(token));
    case 'call back':
      return onToken(world, what.which, (token) => world.callBack(token));
    case 'cancel':
      return onHandoff(world, what.which, (handoff) => world.cancel(handoff));
    case 'race':
      return race(world, what, order);
    case 'tick':
      return world.tick(what.milliseconds);
    case 'sweep':
      return world.people.ledger.sweep();
    case 'arrive':
      return world.bank.arrive();
    case 'settle':
      return world.bank.settle(what.yes);
    case 'back up':
      return world.backUp();
    case 'restore':
      return world.restore();
    case 'deliver twice':
      return deliverTwice(world, what.which);
    case 'forge':
      return forge(world, what.which);
    default:
      return what satisfies never;
  }
}

/** The `index`-th newest. */
function pick(list: readonly string[], index: number): string | undefined {
  return list.at(-1 - (index % Math.max(list.length, 1)));
}

async function onHandoff<T>(
  world: World,
  which: number,
  does: (handoff: string) => Promise<T>,
): Promise<T | null> {
  const handoff = pick(world.handoffs, which);
  return handoff === undefined ? null : does(handoff);
}

async function onToken<T>(
  world: World,
  which: number,
  does: (token: string) => Promise<T>,
): Promise<T | null> {
  const token = pick(world.tokens, which);
  return token === undefined ? null : does(token);
}

async function pay(world: World, { item, fate, until }: Extract<Event, { does: 'pay' }>): Promise<void> {
  await world.handOver(item, null);
  await onHandoff(world, 0, (handoff) => world.prepare(handoff, until));
  await onToken(world, 0, (token) => world.confirm(token, 'Y'));
  await onToken(world, 0, (token) => world.commit(token, fate));
}

/** What was reported is handed over to be reversed, and that is done as any other act. */
async function undo(world: World, token: string, fate: Fate): Promise<void> {
  await world.handOverUndo(token);
  await onHandoff(world, 0, (handoff) => world.prepare(handoff, null));
  await onToken(world, 0, (reversal) => world.confirm(reversal, 'Y'));
  await onToken(world, 0, (reversal) => world.commit(reversal, fate));
}

/** Two processes at one statement, each look and each step of theirs in an order of its own. */
async function race(
  world: World,
  { which, one, other, fate }: Extract<Event, { does: 'race' }>,
  order: fc.Scheduler,
): Promise<void> {
  world.turn = () => order.schedule(Promise.resolve());
  try {
    await order.waitFor(Promise.all([acts(world, one, which, fate, 0), acts(world, other, which, fate, 1)]));
  } finally {
    world.turn = null;
  }
}

const acts = (world: World, act: Act, which: number, fate: Fate, worker: 0 | 1): Promise<unknown> =>
  act === 'prepare' || act === 'cancel'
    ? onHandoff(world, which, (handoff) =>
        act === 'cancel' ? world.cancel(handoff) : world.prepare(handoff, null, worker),
      )
    : onToken(world, which, (token) => byAct[act](world, token, fate, worker));

const byAct: Readonly<
  Record<
    Exclude<Act, 'prepare' | 'cancel'>,
    (world: World, token: string, fate: Fate, worker: 0 | 1) => Promise<unknown>
  >
> = {
  commit: (world, token, fate, worker) => world.commit(token, fate, worker),
  recover: (world, token, fate, worker) => world.recover(token, fate, worker),
  'recover hours later': async (world, token, fate, worker) => {
    await world.tick(2 * 3_600_000);
    await world.recover(token, fate, worker);
  },
  confirm: (world, token) => world.confirm(token, 'Y'),
  abandon: (world, token, _, worker) => world.people.workers[worker].abandon({ token }),
  sweep: (world) => world.people.ledger.sweep(),
  decide: (world, token) => world.decide(token),
  'call back': (world, token) => world.callBack(token),
};

/** A line arrives once more: nothing changes. */
async function deliverTwice(world: World, index: number): Promise<void> {
  const lines = (await world.people.scheduler.thread({ limit: 10_000 })).filter(
    ({ line, refused }) => line !== null && refused === null,
  );
  const again = lines[index % Math.max(lines.length, 1)];
  if (again?.line == null || again.line.includes(' from=human ')) return;
  const handle = again.line.includes(' from=payer ') ? world.people.payer : world.people.scheduler;
  expect(await handle.send(again.line)).toMatchObject({ outcome: 'exists' });
}

/** The executing side says yes, takes back or orders in the sender's name: nothing is taken. */
async function forge(world: World, index: number): Promise<void> {
  const token = pick(world.tokens, 0) ?? 'none';
  const statement = await world.people.payer.statement(token);
  const handoff = pick(world.handoffs, 0) ?? 'scheduler-1';
  const forged = [
    `RW1 AN scheduler-77777 re=${statement?.readback ?? 'payer-1'} p=pay from=scheduler to=payer val=Y x_tok=${token}`,
    `RW1 CX scheduler-77778 re=${handoff} p=pay from=scheduler to=payer item=inv:1 why=REVOKED`,
    `RW1 HO scheduler-77779 from=scheduler to=payer item=inv:1 ask=DRAFT`,
    `RW1 AN human-77777 re=payer-1 from=human to=payer val=EXECUTED`,
  ][index];
  expect(await world.people.payer.send(forged ?? '')).toMatchObject({
    outcome: 'refused',
    reason: 'identity',
  });
}
