import type { ProfileData, ProfileSlot } from './profile-data.ts';
import { diffEvidence } from './profile-diff-evidence.ts';

/**
 * What a change of a profile means to others: `breaking` lines that were valid are refused or mean something else,
 * `loosened` a guard is gone, so that something passes that did not, `added` lines that nobody could write before.
 */
export type Effect = 'breaking' | 'loosened' | 'added' | 'wording';

/** One difference between two versions of a profile. */
export interface Change {
  readonly effect: Effect;
  /** The JSON path in the newer version, or in the older one for what is gone. */
  readonly path: string;
  readonly says: string;
}

/**
 * The differences between two versions of a profile, the gravest first. A newer version is compatible when every valid
 * line stays valid and means the same, and no guard is gone: nothing `breaking`, nothing `loosened`.
 */
export function diffProfiles(before: ProfileData, after: ProfileData): readonly Change[] {
  const changes: Change[] = [];
  const tell = (effect: Effect, path: string, says: string): void =>
    void changes.push({ effect, path, says });
  if (before.profile !== after.profile)
    tell('breaking', '$.profile', `lines say p=${before.profile}, and now p=${after.profile}`);
  diffNames('ask', '$.asks', keysOf(before.asks), keysOf(after.asks), tell);
  diffEnums(before, after, tell);
  diffSlots(before, after, tell);
  diffAgents(before, after, tell);
  diffActs(before, after, tell);
  for (const rule of rules) diffRule(rule, before, after, tell);
  diffAnswers(before, after, tell);
  diffEvidence(before, after, tell);
  diffWording(before, after, tell);
  return changes.sort((one, other) => gravity.indexOf(one.effect) - gravity.indexOf(other.effect));
}

export type Tell = (effect: Effect, path: string, says: string) => void;

const gravity: readonly Effect[] = ['breaking', 'loosened', 'added', 'wording'];

function diffNames(
  kind: string,
  path: string,
  before: readonly string[],
  after: readonly string[],
  tell: Tell,
): void {
  for (const name of before) if (!after.includes(name)) tell('breaking', path, `${kind} ${name} is gone`);
  for (const name of after) if (!before.includes(name)) tell('added', path, `${kind} ${name}`);
}

function diffEnums(
  { enums: before = {} }: ProfileData,
  { enums: after = {} }: ProfileData,
  tell: Tell,
): void {
  diffNames('enum', '$.enums', keysOf(before), keysOf(after), tell);
  for (const name of keysOf(before)) {
    if (after[name] !== undefined)
      diffNames('code', `$.enums.${name}`, keysOf(before[name]), keysOf(after[name]), tell);
  }
}

function diffSlots(
  { slots: before = [] }: ProfileData,
  { slots: after = [] }: ProfileData,
  tell: Tell,
): void {
  const byKey = new Map(before.map((slot) => [slot.key, slot]));
  for (const [index, slot] of after.entries()) {
    const path = `$.slots[${index}]`;
    const old = byKey.get(slot.key);
    byKey.delete(slot.key);
    if (old !== undefined) diffSlot(old, slot, path, tell);
    else if (slot.required === true)
      tell('breaking', path, `${slot.on.join(' ')} must carry ${slot.key}, which no line has yet`);
    else tell('added', path, `slot ${slot.key} on ${slot.on.join(' ')}`);
  }
  for (const key of byKey.keys())
    tell('breaking', '$.slots', `slot ${key} is gone: it becomes an unknown key`);
}

function diffSlot(old: ProfileSlot, slot: ProfileSlot, path: string, tell: Tell): void {
  const { key } = slot;
  if (old.type !== slot.type) tell('breaking', `${path}.type`, `${key} was ${old.type}, and is ${slot.type}`);
  const gone = old.on.filter((type) => !slot.on.includes(type));
  const more = slot.on.filter((type) => !old.on.includes(type));
  if (gone.length > 0) tell('breaking', `${path}.on`, `${key} is no longer on ${gone.join(' ')}`);
  if (more.length > 0) tell('added', `${path}.on`, `${key} on ${more.join(' ')}`);
  if (slot.required === true && old.required !== true)
    tell('breaking', `${path}.required`, `${key} must be there`);
  if (slot.required !== true && old.required === true)
    tell('loosened', `${path}.required`, `${key} may be left out`);
}

/** Where a profile names agents, nobody else may speak; where it names none, anybody may. */
function diffAgents(
  { agents: before = [] }: ProfileData,
  { agents: after = [] }: ProfileData,
  tell: Tell,
): void {
  if (before.length === 0 && after.length > 0)
    tell('breaking', '$.agents', `only ${after.join(' ')} may speak`);
  else if (before.length > 0 && after.length === 0) tell('loosened', '$.agents', 'anybody may speak');
  else diffNames('agent', '$.agents', before, after, tell);
}

/** An act that runs with other slots is another act: statements of both versions are not comparable. */
function diffActs(older: ProfileData, newer: ProfileData, tell: Tell): void {
  const { exec: before = {} } = older;
  const { exec: after = {} } = newer;
  const isNew = additions(older, newer);
  for (const [ask, slots] of Object.entries(before)) {
    const now = after[ask];
    if (now === undefined)
      tell('loosened', '$.exec', `${ask} is no act any more: nothing of it is read back by tier 5`);
    else if (!isSame(slots, now))
      tell('breaking', `$.exec.${ask}`, `${ask} ran with ${slots.join(' ')}, and runs with ${now.join(' ')}`);
  }
  for (const ask of keysOf(after)) {
    if (before[ask] !== undefined) continue;
    if (isNew.ask(ask)) tell('added', `$.exec.${ask}`, `act ${ask}, which has to ask rb=exec`);
    else tell('breaking', `$.exec.${ask}`, `${ask} is an act now: it has to ask rb=exec`);
  }
}

/** What the newer version has and the older had not: no line that was valid names it. */
function additions(
  before: ProfileData,
  after: ProfileData,
): { readonly ask: (name: string) => boolean; readonly slot: (name: string) => boolean } {
  const slots = (profile: ProfileData): readonly string[] => (profile.slots ?? []).map(({ key }) => key);
  return {
    ask: (name) => keysOf(after.asks).includes(name) && !keysOf(before.asks).includes(name),
    slot: (name) => slots(after).includes(name) && !slots(before).includes(name),
  };
}

/** Keys whose entries each refuse lines: one more refuses more, one fewer lets something through. */
const rules = [
  'sums',
  'shapes',
  'together',
  'tail_on',
  'item_kinds_on',
  'irreversible',
  'single_use',
  'positive',
] as const;

function diffRule(key: (typeof rules)[number], before: ProfileData, after: ProfileData, tell: Tell): void {
  const [old, now] = [entriesOf(before[key]), entriesOf(after[key])];
  const isNew = additions(before, after);
  for (const rule of now) {
    if (old.includes(rule)) continue;
    const [name = ''] = rule.split(' ');
    if (isNew.ask(name) || isNew.slot(name)) tell('added', `$.${key}`, `${rule}, of what no line has yet`);
    else tell('breaking', `$.${key}`, `${rule} refuses lines that passed`);
  }
  for (const rule of old) if (!now.includes(rule)) tell('loosened', `$.${key}`, `${rule} is gone`);
}

function entriesOf(rule: ProfileData[(typeof rules)[number]]): readonly string[] {
  if (rule === undefined) return [];
  return Array.isArray(rule)
    ? rule.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    : Object.entries(rule).map(([ask, slots]) => `${ask} ${slots.join(' ')}`);
}

function diffAnswers(before: ProfileData, after: ProfileData, tell: Tell): void {
  const [old, now] = [before.answers?.go ?? [], after.answers?.go ?? []];
  for (const answer of now) if (!old.includes(answer)) tell('loosened', '$.answers.go', `${answer} means go`);
  for (const answer of old)
    if (!now.includes(answer)) tell('breaking', '$.answers.go', `${answer} does not mean go any more`);
  for (const slot of after.own_line ?? []) {
    if (!before.own_line?.includes(slot))
      tell('loosened', '$.own_line', `${slot} is not compared between plan and report`);
  }
  for (const slot of before.own_line ?? []) {
    if (!after.own_line?.includes(slot))
      tell('breaking', '$.own_line', `${slot} is compared between plan and report`);
  }
  for (const slot of after.open_scripts ?? []) {
    if (!before.open_scripts?.includes(slot))
      tell('loosened', '$.open_scripts', `${slot} may hold other scripts`);
  }
}

/** What a reader sees and no line depends on. */
function diffWording(before: ProfileData, after: ProfileData, tell: Tell): void {
  const wording = [
    'version',
    'description',
    'translation',
    'item_examples',
    'item_namespace',
    'asks_used',
    'roles',
    'constraints',
    'evidence',
    'approval',
    'amounts',
  ] as const;
  for (const key of wording) {
    if (!isSame(before[key], after[key])) tell('wording', `$.${key}`, `${key} changed`);
  }
}

function keysOf(map: object | undefined): readonly string[] {
  return Object.keys(map ?? {});
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
