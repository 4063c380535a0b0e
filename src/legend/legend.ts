import type { CoreData } from '../vocabulary/core-data.ts';
import { coreData } from '../vocabulary/index.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { profileRules, protocolRules } from './rules.ts';
import { type LegendOptions, type Scope, scopeOf } from './scope.ts';
import { codes, profileSlots, values } from './slots.ts';
import { glossed, section } from './words.ts';

export type { LegendOptions } from './scope.ts';

const core: CoreData = coreData;

/**
 * What a model must know to write and read a vocabulary's lines (spec 2 to 6), as text: grammar, types, slots, codes,
 * rules. Lean leaves out the criteria keys and what the profile's names mean; `role` and `ask` leave out what one agent
 * or one ask has no use for. Throws `UsageError` for a role or an ask that the vocabulary does not have.
 */
export function legend(vocabulary: Vocabulary, options: LegendOptions = {}): string {
  const scope = scopeOf(vocabulary, options);
  const sections = [
    head(scope),
    types(scope),
    profileSlots(scope),
    values(scope),
    codes(scope),
    execution(scope),
    criteria(scope),
    protocolRules(scope),
    profileRules(scope),
  ];
  return `${sections.flat().join('\n')}\n`;
}

function head({ vocabulary, role, asks }: Scope): string[] {
  const { name, profile, agents } = vocabulary;
  const names = agents.size > 0 ? [...agents].join(' ') : 'any name';
  return [
    profile ? `RW1, profile ${name}: p=${name} on every line.` : 'RW1.',
    'A message is one line: RW1 TYPE id key=value ... // tail',
    'id: your name-number, never reused. No blanks in values. ' +
      `Tail: optional free text, at most ${core.limits.tail} characters; facts go in slots.`,
    `Agents: ${names}, ${core.reserved_agents.join(' ')} (the person)`,
    ...roleOf({ vocabulary, role, asks }),
  ];
}

/** Who the reader is, and what it writes and reads of the asks that its profile gives it. */
function roleOf({ vocabulary, role, asks }: Pick<Scope, 'vocabulary' | 'role' | 'asks'>): string[] {
  if (role === null) return [];
  const own = vocabulary.profile?.roles?.[role];
  const shown = (part: readonly string[] = []): string => part.filter((ask) => asks.includes(ask)).join(' ');
  const [given, taken] = [shown(own?.gives), shown(own?.takes)];
  return [
    `You are ${role}.`,
    ...(given === '' ? [] : [`You give ${given}: write HO CX AN, read RB AQ ST DN UN FL.`]),
    ...(taken === '' ? [] : [`You take ${taken}: read HO CX AN, write RB AQ ST DN UN FL, AN to a CX.`]),
  ];
}

/** Core slots of each type; the profile's are listed once for the types that share them. */
function types({ vocabulary: { types, slots } }: Scope): string[] {
  const isCore = (key: string): boolean =>
    slots.get(key)?.origin === 'core' && key !== 'from' && key !== 'to';
  const list = (keys: readonly string[]): string => keys.filter(isCore).join(' ');
  const rows = [...types.values()].map((row) => {
    const other = core.types[row.type].also;
    const also = other === undefined ? '' : `, ${other}'s slots`;
    return `${row.type} ${row.name}: ${list(row.required)} | ${list(row.optional)}${also}`;
  });
  return section('TYPES must carry | may carry. All: from to | p x_...', rows);
}

/** The slots that each act runs with. */
function execution({ vocabulary: { exec }, asks }: Scope): string[] {
  const acts = [...exec].filter(([ask]) => asks.includes(ask));
  return section(
    'EXECUTION SLOTS',
    acts.map(([ask, slots]) => `${ask}: ${slots.join(' ')}`),
  );
}

/** The closed set of criteria keys, for handoffs that ask what was understood (spec 6.2). */
function criteria({ vocabulary: { constraintKeys }, isLean }: Scope): string[] {
  if (isLean) return [];
  const keys = [...constraintKeys.values()];
  const row = (isMany: boolean): string =>
    keys
      .filter(({ many }) => many === isMany)
      .map(({ key, desc }) => glossed(key, desc))
      .join('; ');
  return section('CRITERIA key:value in acc', [`once: ${row(false)}`, `repeatable: ${row(true)}`]);
}
