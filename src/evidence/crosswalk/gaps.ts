import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Crosswalk } from './load.ts';

/** A name of one profile that the other has no counterpart for. */
export interface Gap {
  readonly profile: string;
  readonly what: 'ask' | 'slot' | 'code' | 'agent';
  readonly name: string;
  /** Acts that run with the slot: none of them can be read back across. */
  readonly acts: readonly string[];
}

/** Everything that is lost on the way from one profile to the other, in both directions (6.8). */
export function gapsOf({ data, sides }: Crosswalk): readonly Gap[] {
  const { slots, codes = {}, agents = {} } = data;
  const [one, other] = sides;
  const back = (pairs: Readonly<Record<string, string>>): ReadonlySet<string> =>
    new Set(Object.values(pairs));
  const forth = (pairs: Readonly<Record<string, string>>): ReadonlySet<string> => new Set(Object.keys(pairs));
  const codesBack = new Map(
    Object.entries(codes).map(([name, pairs]) => [counterpart(name, slots, sides), back(pairs)]),
  );
  const codesForth = new Map(Object.entries(codes).map(([name, pairs]) => [name, forth(pairs)]));
  return [
    ...gapsIn(one, { slots: forth(slots), codes: codesForth, agents: forth(agents), taken: other }),
    ...gapsIn(other, { slots: back(slots), codes: codesBack, agents: back(agents), taken: one }),
  ];
}

interface Mapped {
  readonly slots: ReadonlySet<string>;
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly agents: ReadonlySet<string>;
  /** The other side, whose own names may be the same. */
  readonly taken: Vocabulary;
}

function gapsIn(side: Vocabulary, { slots, codes, agents, taken }: Mapped): readonly Gap[] {
  const { name: profile, exec } = side;
  const gap = (what: Gap['what'], name: string, acts: readonly string[] = []): Gap => ({
    profile,
    what,
    name,
    acts,
  });
  const own = [...side.slots.values()].filter(({ origin }) => origin === profile).map(({ key }) => key);
  const asks = Object.keys(side.profile?.asks ?? {}).filter((ask) => !codes.get('ask')?.has(ask));
  const enums = Object.entries(side.profile?.enums ?? {}).filter(
    ([name]) => name === 'ans' || isMapped(side, name, slots),
  );
  return [
    ...asks.map((ask) => gap('ask', ask)),
    ...own
      .filter((slot) => !slots.has(slot))
      .map((slot) =>
        gap(
          'slot',
          slot,
          [...exec].filter(([, needs]) => needs.includes(slot)).map(([ask]) => ask),
        ),
      ),
    ...enums.flatMap(([name, all]) =>
      Object.keys(all)
        .filter((code) => !codes.get(name)?.has(code))
        .map((code) => gap('code', `${name} ${code}`)),
    ),
    ...[...side.agents]
      .filter((agent) => !agents.has(agent) && !taken.agents.has(agent))
      .map((agent) => gap('agent', agent)),
  ];
}

/** Whether an enum belongs to a slot that has a counterpart: the codes of others are lost with their slot. */
function isMapped({ slots: rows }: Vocabulary, name: string, slots: ReadonlySet<string>): boolean {
  return [...slots].some((slot) => rows.get(slot)?.enum === name);
}

/** What an enum of the first profile is called in the second. */
export function counterpart(
  name: string,
  slots: Readonly<Record<string, string>>,
  [one, other]: Crosswalk['sides'],
): string {
  const [, there] = Object.entries(slots).find(([slot]) => one.slots.get(slot)?.enum === name) ?? [];
  return (there === undefined ? null : other.slots.get(there)?.enum) ?? name;
}
