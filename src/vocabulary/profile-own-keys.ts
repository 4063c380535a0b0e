import { memberPath } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
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
  checkAmounts(data, known, tell);
  checkLists(data, known, tell);
  checkAnswers(data, tell);
  checkRoles(data, known, tell);
  checkEvidence(data, known, tell);
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
    tellBoth(parts, [total], { path: `${path}.parts`, one: 'a part of the sum', other: 'its total' }, tell);
    for (const [slot, values] of Object.entries(when)) {
      const own = memberPath(`${path}.when`, slot);
      checkUse({ slot, path: own, part: 'key', on }, known, tell);
      checkConditions(slot, values, own, known, tell);
    }
  }
}

/** The values of a condition are such as a line is written with: another one would switch the rule off. */
function checkConditions(
  slot: string,
  values: readonly (string | null)[],
  path: string,
  { slots, enums, typeOf }: Known,
  tell: Tell,
): void {
  const type = typeOf(slots.get(slot) ?? '');
  if (type === undefined) return;
  const codes = enums.get(type.enum ?? '') ?? new Map<string, string>();
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const decoded = type.decode(value);
    const written = decoded === undefined ? undefined : type.encode(decoded);
    if (written === value) continue;
    const near = written ?? nearest(value, codes.keys());
    tell('profile/unknown-name', memberPath(path, index), { kind: `a value of ${slot}`, name: value, near });
  }
}

/** Tells names that stand in two lists of which they can be in one only. */
function tellBoth(
  names: readonly string[],
  others: readonly string[],
  { path, ...as }: { readonly path: string; readonly one: string; readonly other: string },
  tell: Tell,
): void {
  for (const [index, name] of names.entries()) {
    if (others.includes(name)) tell('profile/contradiction', memberPath(path, index), { name, ...as });
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
    const as = { path: `$.together[${index}].then`, one: 'what is needed', other: 'what it is needed with' };
    tellBoth(then, given, as, tell);
  }
}

function checkPositive({ positive = {} }: ProfileData, known: Known, tell: Tell): void {
  for (const [ask, slots] of Object.entries(positive)) {
    const path = memberPath('$.positive', ask);
    refersTo(anAsk, known.asks, { name: ask, path, part: 'key' }, tell);
    checkUses(slots, { path, on: ['RB'], ...aFigure }, known, tell);
  }
}

function checkAmounts({ amounts = {} }: ProfileData, known: Known, tell: Tell): void {
  const money = { fits: (type: string) => type === 'money', needs: 'a money slot' };
  const code = { fits: (type: string) => type.startsWith('enum:'), needs: 'a slot of one code' };
  for (const [slot, currency] of Object.entries(amounts)) {
    const path = memberPath('$.amounts', slot);
    checkUse({ slot, path, part: 'key', ...money }, known, tell);
    checkUse({ slot: currency, path, ...code }, known, tell);
  }
}

function checkLists(data: ProfileData, known: Known, tell: Tell): void {
  const execSlot = 'an execution slot';
  refersToEach(anAsk, known.asks, { listed: data.irreversible, path: '$.irreversible' }, tell);
  refersToEach(aSlot, known.slotKeys, { listed: data.own_line, path: '$.own_line' }, tell);
  refersToEach(execSlot, known.execSlots, { listed: data.open_scripts, path: '$.open_scripts' }, tell);
  refersToEach(execSlot, known.execSlots, { listed: data.single_use, path: '$.single_use' }, tell);
  if (data.approval !== undefined)
    refersTo(execSlot, known.execSlots, { name: data.approval, path: '$.approval' }, tell);
  const ownLine = { path: '$.own_line', one: "each line's own", other: execSlot };
  tellBoth(data.own_line ?? [], [...known.execSlots], ownLine, tell);
}

function checkAnswers({ answers = {}, enums = {} }: ProfileData, tell: Tell): void {
  const codes = new Set(Object.keys(enums['ans'] ?? {}));
  refersToEach('a code of the enum ans', codes, { listed: answers.go, path: '$.answers.go' }, tell);
  refersToEach('a code of the enum ans', codes, { listed: answers.stop, path: '$.answers.stop' }, tell);
  const stop = { path: '$.answers.stop', one: 'an answer that means stop', other: 'one that means go' };
  tellBoth(answers.stop ?? [], answers.go ?? [], stop, tell);
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

/** What lines point at, and what is looked for there: slots that lines carry, kinds that items have. */
function checkEvidence({ evidence, item_kinds }: ProfileData, known: Known, tell: Tell): void {
  if (evidence === undefined) return;
  const {
    pointer,
    sought = {},
    stated_on = {},
    written = {},
    labels = {},
    item,
    needed = {},
    matter,
    free,
  } = evidence;
  checkUse({ slot: pointer, path: '$.evidence.pointer', ...someWords }, known, tell);
  for (const [namespace, slots] of Object.entries(sought)) {
    const path = memberPath('$.evidence.sought', namespace);
    checkUses(slots, { path }, known, tell);
    tellBoth(slots, [pointer], { path, one: 'what is looked for', other: 'the pointer' }, tell);
  }
  for (const [slot, on] of Object.entries(stated_on)) {
    checkUse({ slot, path: memberPath('$.evidence.stated_on', slot), part: 'key', on }, known, tell);
  }
  for (const [slot, codes] of Object.entries(written)) {
    const path = memberPath('$.evidence.written', slot);
    checkUse({ slot, path, part: 'key' }, known, tell);
    for (const value of Object.keys(codes))
      checkConditions(slot, [value], memberPath(path, value), known, tell);
  }
  for (const slot of Object.keys(labels)) {
    checkUse({ slot, path: memberPath('$.evidence.labels', slot), part: 'key' }, known, tell);
  }
  refersToEach(aSlot, known.slotKeys, { listed: matter, path: '$.evidence.matter' }, tell);
  refersToEach(aSlot, known.slotKeys, { listed: free, path: '$.evidence.free' }, tell);
  for (const type of Object.keys(needed)) {
    const on = [type as MessageType]; // the form has checked it
    checkUse({ slot: pointer, path: memberPath('$.evidence.needed', type), part: 'key', on }, known, tell);
  }
  if (item_kinds === undefined) return;
  const kinds = new Set(Object.keys(item_kinds));
  refersToEach('a kind of item_kinds', kinds, { listed: item, path: '$.evidence.item' }, tell);
  for (const [type, listed] of Object.entries(needed)) {
    refersToEach(
      'a kind of item_kinds',
      kinds,
      { listed, path: memberPath('$.evidence.needed', type) },
      tell,
    );
  }
}
