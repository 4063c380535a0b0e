import { expect } from 'vitest';
import { parse } from '../../src/codec/index.ts';
import { momentOf } from '../../src/ledger/clock.ts';
import { type Entry, fold, type Handoff, type Rows, type Statement } from '../../src/ledger/index.ts';
import type { Effect } from './bank.ts';
import type { World } from './world.ts';

/** Everything that the ledger holds at one moment. */
export interface Held {
  readonly entries: readonly Entry[];
  readonly rows: Rows;
}

export async function held(world: World): Promise<Held> {
  const stored = await world.store.entries('main', { after: 0, limit: 100_000 });
  const entries = stored.map(({ entry }) => entry);
  return { entries, rows: fold('main', entries) };
}

/** What holds after every single thing that happens (act.md 5). */
export async function checkAlways(world: World): Promise<void> {
  const now = await held(world);
  for (const [name, broken] of Object.entries(always)) {
    expect(broken(world, now), name).toEqual([]);
  }
  await checkReplay(world, now);
}

/** What holds when everybody has come to rest past exp. */
export async function checkAtRest(world: World): Promise<void> {
  const { rows } = await held(world);
  const open = [...rows.handoffs.values()]
    .filter(({ state }) => !isClosed(state))
    .map(({ id, state }) => `${id} ${state}`);
  expect(open, 'I13 at rest and past exp, the handoff is closed').toEqual([]);
  const silent = made(world).filter(({ token }) => rows.statements.get(token)?.state !== 'EXECUTED');
  expect(silent, 'I12 at rest, an effect is reported').toEqual([]);
  expect(await world.people.ledger.verify()).toMatchObject({ holds: true });
}

/** What holds besides where the executor honours a deadline. */
export function checkDeadline({ bank }: World): void {
  expect(bank.effects.filter(isLate), 'I15 no effect after exp').toEqual([]);
}

/** Who may speak as whom. */
const speaks: Readonly<Record<string, string>> = {
  'ap-office': 'scheduler',
  treasury: 'payer',
  'm.okafor': 'human',
};

function isLate({ at, validUntil }: { readonly at: number; readonly validUntil: string | null }): boolean {
  return validUntil !== null && at >= momentOf(validUntil);
}

/** The payments that this life of the ledger can know of. */
function made({ bank }: World): readonly Effect[] {
  return bank.effects.filter(({ lost }) => !lost);
}

type Broken = (world: World, held: Held) => readonly unknown[];

const always: Readonly<Record<string, Broken>> = {
  'I1 at most one effect per root handoff': (world, { rows }) =>
    twice(made(world).map(({ handoff }) => rows.handoffs.get(handoff)?.root)),
  'I2 a handoff closes at most once': (_, { entries }) =>
    twice(
      entries.flatMap(({ body }) =>
        body.facts.flatMap((fact) => (fact.fact === 'closed' ? fact.handoff : [])),
      ),
    ),
  'I3 closed by CX: no effect, now or later': (world, { rows }) => ended(world, rows, 'CLOSED_CX'),
  'I4 closed by FL: no effect, now or later': (world, { rows }) => ended(world, rows, 'CLOSED_FL'),
  'I5 no claim at or after exp': (_, { entries, rows }) =>
    entries.filter(({ at, body }) =>
      body.facts.some(
        (fact) => fact.fact === 'claimed' && at >= (rows.statements.get(fact.token)?.exp ?? Infinity),
      ),
    ),
  'I6 NOTEXEC, ABANDONED, EXPIRED: no effect, now or later': (world, { rows }) =>
    made(world).filter(({ token }) => ['NOTEXEC', 'ABANDONED', 'EXPIRED'].includes(stateOf(rows, token))),
  'I7 EXECUTED: an effect exists': (world, { rows }) =>
    statements(rows).filter((one) => one.state === 'EXECUTED' && world.paidFor(one).length === 0),
  'I8 DN: its statement is EXECUTED': (_, { rows }) =>
    handoffs(rows).filter(
      ({ id, state }) =>
        state === 'CLOSED_DN' &&
        !statements(rows).some((one) => one.handoff === id && one.state === 'EXECUTED'),
    ),
  'I9 at most one live statement per root handoff': (_, { rows }) =>
    twice(
      statements(rows)
        .filter(({ state }) => live.includes(state))
        .map(({ root }) => root),
    ),
  'I10 closed: no statement waits': (_, { rows }) =>
    statements(rows).filter(
      ({ handoff, state }) =>
        ['PREPARED', 'CONFIRMED'].includes(state) && isClosed(rows.handoffs.get(handoff)?.state ?? ''),
    ),
  'I11 every effect has its statement CLAIMED, UNKNOWN or EXECUTED': (world, { rows }) =>
    made(world).filter(({ token }) => !['CLAIMED', 'UNKNOWN', 'EXECUTED'].includes(stateOf(rows, token))),
  'I14 no send begins after exp': ({ bank }) => bank.sends.filter(isLate),
  'I16 what ran is what was frozen and confirmed': (world, { rows }) =>
    made(world).filter(({ token, values }) => !world.cleared.has(token) || !isFrozen(rows, token, values)),
  'I20 nobody but its own principal, or a delegate that says so, wrote a line': (_, { entries }) =>
    entries.filter(({ principal, body }) => {
      const { message, refused, delegateFor } = body;
      const from = String(message?.['from']);
      if (message === null || refused !== null) return false;
      return delegateFor === null ? speaks[principal] !== from : delegateFor !== from;
    }),
  'nobody is told what is not so': ({ lies }) => lies,
  'I3, I4 what was told as not done is not done by a copy': ({ bank, toldNotDone }) =>
    bank.effects.filter(({ handoff }, index) => index >= (toldNotDone.get(handoff) ?? Infinity)),
  'nothing is acted on by accident: no incident': (_, { rows }) =>
    statements(rows).filter(({ incident }) => incident !== null),
};

/** I17, I18: the rows of the store are what replaying the log gives, and the owner of an item with them. */
async function checkReplay(world: World, { rows }: Held): Promise<void> {
  const stored = await world.store.read('main', { ids: [...rows.messages.keys()] });
  expect(Object.fromEntries(stored.rows.handoffs), 'I18 handoffs').toEqual(Object.fromEntries(rows.handoffs));
  expect(Object.fromEntries(stored.rows.statements), 'I18 statements').toEqual(
    Object.fromEntries(rows.statements),
  );
  for (const item of new Set(handoffs(rows).map((handoff) => handoff.item))) {
    const read = handoffs(rows).filter((handoff) => handoff.item === item && handoff.owner === handoff.to);
    expect(await world.people.scheduler.owner(item), 'I17').toBe(read.length > 0 ? 'payer' : 'scheduler');
  }
}

const live: readonly string[] = ['PREPARED', 'CONFIRMED', 'CLAIMED', 'UNKNOWN'];

function ended(world: World, rows: Rows, state: string): readonly unknown[] {
  return made(world).filter(({ handoff }) => rows.handoffs.get(handoff)?.state === state);
}

/** The frozen bytes, the confirmed readback and the effect hold the same values. */
function isFrozen(rows: Rows, token: string, values: Readonly<Record<string, string>>): boolean {
  const statement = rows.statements.get(token);
  if (statement === undefined) return false;
  const frozen = (JSON.parse(statement.call) as { values: Record<string, string> }).values;
  const rb = parse(rows.messages.get(statement.readback)?.line ?? '').message;
  const slots = Object.keys(frozen);
  return (
    JSON.stringify(frozen) === JSON.stringify(values) &&
    slots.every((slot) => String(rb?.slots[slot]) === frozen[slot])
  );
}

function isClosed(state: string): boolean {
  return state.startsWith('CLOSED_') || state === 'SUPERSEDED';
}

function stateOf(rows: Rows, token: string): string {
  return rows.statements.get(token)?.state ?? 'none';
}

function statements(rows: Rows): readonly Statement[] {
  return [...rows.statements.values()];
}

function handoffs(rows: Rows): readonly Handoff[] {
  return [...rows.handoffs.values()];
}

function twice<T>(values: readonly T[]): readonly T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
