import { memberPath } from '../text/json.ts';
import type { CoreData } from './core-data.ts';
import { core as coreData } from './data/core.ts';
import type { ProfileData } from './profile-data.ts';
import type { Tell } from './profile-faults.ts';
import { anAsk, aSlot, type Known, refersTo, refersToEach } from './profile-known.ts';
import type { MessageType } from './vocabulary.ts';

const core: CoreData = coreData;
const figures: readonly string[] = ['money', 'days'];
const words: readonly string[] = ['token', 'ref'];

/** Tells what the keys that say a profile's prose as data (R23) name wrongly; a rule that cannot hold is one, too. */
export function checkOwnKeys(data: ProfileData, known: Known, tell: Tell): void {
  checkSums(data, known, tell);
  checkShapes(data, known, tell);
  checkTogether(data, known, tell);
  checkPositive(data, known, tell);
  checkLists(data, known, tell);
  checkAnswers(data, tell);
  checkRoles(data, known, tell);
  if (data.item_kinds_on !== undefined && Object.keys(data.item_kinds ?? {}).length === 0) {
    tell('profile/empty', '$.item_kinds_on', { needs: 'kinds in item_kinds' });
  }
}

/** A slot that a rule names, where it stands, and what the rule asks of it. */
interface Use {
  readonly slot: string;
  readonly path: string;
  readonly part?: 'key' | 'value';
  readonly on?: readonly MessageType[] | undefined;
  readonly fits?: (type: string) => boolean;
  readonly needs?: string;
}

/** Tells a slot that is not there, or on none of the types of its rule, or of a type that the rule cannot judge. */
function checkUse(
  { slot, path, part = 'value', on = [], fits, needs = '' }: Use,
  known: Known,
  tell: Tell,
): void {
  if (!refersTo(aSlot, known.slotKeys, { name: slot, path, part }, tell)) return;
  for (const type of on) {
    if (!known.types.get(type)?.takes.has(slot)) tell('profile/misplaced', path, { slot, type }, part);
  }
  const type = known.slots.get(slot) as string;
  if (fits !== undefined && !fits(type)) tell('profile/unfit', path, { slot, type, needs }, part);
}

function checkUses(slots: readonly string[], use: Omit<Use, 'slot'>, known: Known, tell: Tell): void {
  for (const [index, slot] of slots.entries()) {
    checkUse({ ...use, slot, path: memberPath(use.path, index) }, known, tell);
  }
}

const isFigure = (type: string): boolean => figures.includes(type) || type.startsWith('int:');
const aFigure = { fits: isFigure, needs: 'a money, int or days slot' };
const isWords = (type: string): boolean => words.includes(type.replace(/^list:/, ''));
const someWords = { fits: isWords, needs: 'a token or ref slot, or a list of them' };

function checkSums({ sums = [] }: ProfileData, known: Known, tell: Tell): void {
  for (const [index, { on, total, parts, when = {} }] of sums.entries()) {
    const path = `$.sums[${index}]`;
    checkUse({ slot: total, path: `${path}.total`, on, ...aFigure }, known, tell);
    checkUses(parts, { path: `${path}.parts`, on, ...aFigure }, known, tell);
    for (const [slot, values] of Object.entries(when)) {
      const own = memberPath(`${path}.when`, slot);
      checkUse({ slot, path: own, part: 'key', on }, known, tell);
      checkCodes(slot, values, own, known, tell);
    }
  }
}

/** The values of a condition on an enum slot are codes of it: a misspelt one would switch the rule off. */
function checkCodes(
  slot: string,
  values: readonly (string | null)[],
  path: string,
  { slots, enums }: Known,
  tell: Tell,
): void {
  const name = slots.get(slot)?.match(/^enum:(.*)$/)?.[1];
  const codes = name === undefined ? undefined : enums.get(name);
  if (codes === undefined) return;
  const known = new Set(codes.keys());
  for (const [index, value] of values.entries()) {
    const own = memberPath(path, index);
    if (value !== null) refersTo(`a code of ${name}`, known, { name: value, path: own }, tell);
  }
}

function checkShapes({ shapes = [] }: ProfileData, known: Known, tell: Tell): void {
  for (const [index, { slot, on }] of shapes.entries()) {
    checkUse({ slot, path: `$.shapes[${index}].slot`, on, ...someWords }, known, tell);
  }
}

function checkTogether({ together = [] }: ProfileData, known: Known, tell: Tell): void {
  for (const [index, { on, if: given, then }] of together.entries()) {
    checkUses(given, { path: `$.together[${index}].if`, on }, known, tell);
    checkUses(then, { path: `$.together[${index}].then`, on }, known, tell);
  }
}

function checkPositive({ positive = {} }: ProfileData, known: Known, tell: Tell): void {
  for (const [ask, slots] of Object.entries(positive)) {
    const path = memberPath('$.positive', ask);
    refersTo(anAsk, known.asks, { name: ask, path, part: 'key' }, tell);
    checkUses(slots, { path, on: ['RB'], ...aFigure }, known, tell);
  }
}

function checkLists(data: ProfileData, known: Known, tell: Tell): void {
  const execSlot = 'an execution slot';
  refersToEach(anAsk, known.asks, { listed: data.irreversible, path: '$.irreversible' }, tell);
  refersToEach(aSlot, known.slotKeys, { listed: data.own_line, path: '$.own_line' }, tell);
  refersToEach(execSlot, known.execSlots, { listed: data.open_scripts, path: '$.open_scripts' }, tell);
  refersToEach(execSlot, known.execSlots, { listed: data.single_use, path: '$.single_use' }, tell);
  for (const [index, name] of (data.own_line ?? []).entries()) {
    const as = { name, one: execSlot, other: "each line's own" };
    if (known.execSlots.has(name)) tell('profile/contradiction', `$.own_line[${index}]`, as);
  }
}

function checkAnswers({ answers = {}, enums = {} }: ProfileData, tell: Tell): void {
  const codes = new Set(Object.keys(enums['ans'] ?? {}));
  refersToEach('a code of the enum ans', codes, { listed: answers.go, path: '$.answers.go' }, tell);
  refersToEach('a code of the enum ans', codes, { listed: answers.stop, path: '$.answers.stop' }, tell);
  for (const [index, name] of (answers.stop ?? []).entries()) {
    const as = { name, one: 'an answer that means go', other: 'one that means stop' };
    if (answers.go?.includes(name)) tell('profile/contradiction', `$.answers.stop[${index}]`, as);
  }
}

function checkRoles({ roles = {}, agents = [] }: ProfileData, known: Known, tell: Tell): void {
  const named = new Set([...agents, ...core.reserved_agents]);
  for (const [agent, asks] of Object.entries(roles)) {
    const path = memberPath('$.roles', agent);
    refersTo('an agent of the profile', named, { name: agent, path, part: 'key' }, tell);
    refersToEach(anAsk, known.asks, { listed: asks.gives, path: `${path}.gives` }, tell);
    refersToEach(anAsk, known.asks, { listed: asks.takes, path: `${path}.takes` }, tell);
  }
}
