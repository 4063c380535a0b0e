import { rowsAfter } from '../changes.ts';
import { absorb } from '../fold.ts';
import type { SqlValue, Values, Writing } from '../sql/rows.ts';
import { type Writes, writesOf } from '../sql/writes.ts';
import type { Wanted } from '../store.ts';
import type { Conditions, Group, Held, Once, Room } from './once.ts';
import { beside } from './write.ts';

/** Steps of one conversation that were judged one after another, and are written in one go. */
export interface Judged extends Held {
  readonly writing: Writing;
  readonly writes: Writes;
  readonly conditions: Conditions;
}

/** Whether there is nothing whose writing could be refused. */
export function writesNothing({ writing: { entries, changes } }: Judged): boolean {
  return entries.length === 0 && changes.numbers.size === 0;
}

/**
 * Whether one statement can write them: PostgreSQL says nothing of the order in which its parts are done, so none may make
 * room for another one.
 */
export function fitTogether(judged: readonly Judged[]): boolean {
  const begins = judged.some(({ writes }) => writes.inserts.some(({ table }) => ofActs.has(table)));
  const givesUp = judged.some(
    ({ writes: { released, updates } }) =>
      released.length > 0 || updates.some(({ table }) => ofActs.has(table)),
  );
  const isPlain = judged.every(
    ({ writing, writes }) =>
      writing.redactions.length === 0 && writes.inserts.every(({ yields }) => yields !== true),
  );
  return isPlain && !(begins && givesUp);
}

const ofActs: ReadonlySet<string> = new Set(['statements', 'act_keys']);

/** Steps that follow each other in one conversation, as one. */
export function joined(judged: readonly Judged[]): Judged {
  const [first, ...others] = judged as readonly [Judged, ...Judged[]];
  if (others.length === 0) return first;
  const writing = judged.map((one) => one.writing).reduce(followedBy);
  return {
    ...first,
    at: Math.max(...judged.map(({ at }) => at)),
    until: Math.min(...judged.map(({ until }) => until)),
    writing,
    writes: writesOf(writing),
    conditions: allOf(judged.map(({ conditions }) => conditions)),
  };
}

function followedBy(first: Writing, second: Writing): Writing {
  const before = {
    messages: earlier(first, second, 'messages'),
    handoffs: earlier(first, second, 'handoffs'),
    statements: earlier(first, second, 'statements'),
    numbers: new Map([...second.before.numbers, ...first.before.numbers]),
  };
  return {
    conversation: first.conversation,
    before,
    entries: [...first.entries, ...second.entries],
    changes: absorb(absorb(rowsAfter(first.changes.head), first.changes), second.changes),
    kept: new Map([...first.kept, ...second.kept]),
    redactions: [],
  };
}

/** The rows of a table before both steps: what the first one made was not there. */
function earlier<T extends 'messages' | 'handoffs' | 'statements'>(
  { before, changes }: Writing,
  second: Writing,
  table: T,
): Writing['before'][T] {
  const rows = new Map<string, unknown>([...second.before[table], ...before[table]]);
  for (const key of changes[table].keys()) if (!before[table].has(key)) rows.delete(key);
  return rows as unknown as Writing['before'][T]; // of the same table
}

/** Whether the step begins every act that it asked about: then the index of acts says whether somebody else has one. */
export function beginsAll({ inserts }: Writes, { actKeys = [] }: Wanted): boolean {
  const begun = new Set(
    inserts.map(({ table, values }) => (table === 'act_keys' ? values['act_key'] : null)),
  );
  return actKeys.every((key) => begun.has(key));
}

/** What has to hold of other conversations for a step, and what is asked of principals in all of them. */
export function conditionsOf(
  { lastOf, openBy, openBelow, liveBy, liveBelow }: Wanted,
  last: number,
): Conditions {
  return {
    last: new Map(lastOf === undefined ? [] : [[lastOf, last]]),
    open: roomFor(openBy, openBelow),
    live: roomFor(liveBy, liveBelow),
  };
}

function roomFor(principal: string | undefined, below = 0): ReadonlyMap<string, Room> {
  return new Map(principal === undefined ? [] : [[principal, { below: below - reach, more: 1 }]]);
}

/**
 * So many of a principal may be under way at the same moment, in other conversations and processes: they are not seen. A cap
 * that is no farther away is looked at by one step of that principal after the other.
 */
const reach = 1_000;

/** Whether how many there are may decide: then nothing that is under way may be missed. */
export function nearsCap(
  { openBy, openBelow = 0, liveBy, liveBelow = 0 }: Wanted,
  { open, live }: { readonly open: number; readonly live: number },
): boolean {
  const nears = (principal: string | undefined, below: number, count: number): boolean =>
    principal !== undefined && count >= below - reach;
  return nears(openBy, openBelow, open) || nears(liveBy, liveBelow, live);
}

/** The conditions of all: each of several steps has the handoffs and statements of the ones before it beside it. */
export function allOf(conditions: readonly Conditions[]): Conditions {
  const rooms = (kind: 'open' | 'live'): Map<string, Room> => {
    const all = new Map<string, Room>();
    for (const [name, { below, more }] of conditions.flatMap((one) => [...one[kind]])) {
      const known = all.get(name) ?? { below, more: 0 };
      all.set(name, { below: Math.min(known.below, below), more: known.more + more });
    }
    return all;
  };
  return {
    last: new Map(conditions.flatMap(({ last }) => [...last])),
    open: rooms('open'),
    live: rooms('live'),
  };
}

/** One statement for the steps of several conversations, all of it or nothing; `mark` is on every entry of it. */
export function onceOf(judged: readonly Judged[], mark: string): Once {
  const groups = new Map<string, Group & { readonly rows: SqlValue[][] }>();
  const add = (
    kind: Group['kind'],
    table: string,
    columns: readonly string[],
    where: readonly string[],
    row: SqlValue[],
  ) => {
    const key = [kind, table, ...columns, '', ...where].join(' ');
    const group = groups.get(key) ?? { kind, table, columns, where, rows: [] };
    groups.set(key, group);
    group.rows.push(row);
  };
  const update = (table: string, changed: Values, where: Values): void => {
    const tests = Object.entries(where).map(([column, was]) => (was === null ? `${column}?` : column));
    add('update', table, Object.keys(changed), tests, [
      ...Object.values(changed),
      ...Object.values(where).filter((was) => was !== null),
    ]);
  };
  const insert = (table: string, values: Values): void =>
    add('insert', table, Object.keys(values), [], Object.values(values));
  for (const { conversation, writing, writes } of judged) {
    for (const row of writes.inserts) insert(row.table, { ...row.values, ...beside(writing, row, mark) });
    for (const { table, changed, where } of writes.updates) update(table, changed, where);
    for (const { token, actKeys } of writes.released) {
      for (const key of actKeys)
        add('delete', 'act_keys', [], ['conversation', 'token', 'act_key'], [conversation, token, key]);
    }
    for (const [agent, last] of writing.changes.numbers) {
      const old = writing.before.numbers.get(agent) ?? 0;
      if (old === 0) insert('numbers', { conversation, agent, last });
      else update('numbers', { last }, { conversation, agent, last: old });
    }
  }
  return {
    held: judged,
    mark,
    conditions: allOf(judged.map(({ conditions }) => conditions)),
    // in one order, whatever the order of the steps: fewer shapes
    groups: [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group),
  };
}
