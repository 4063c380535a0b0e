import { memberPath } from '../text/json.ts';
import type { CoreData } from './core-data.ts';
import { core as coreData } from './data/core.ts';
import type { ProfileData } from './profile-data.ts';
import type { Tell } from './profile-faults.ts';
import { type Known, refersTo } from './profile-known.ts';
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
  checkConstraints(data, tell);
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
  if (!refersTo('a slot of the core or the profile', known.slots.keys(), { name: slot, path, part }, tell))
    return;
  for (const type of on) {
    if (!known.types.get(type)?.takes.has(slot)) tell('profile/misplaced', path, { slot, type }, part);
  }
  const type = known.slots.get(slot) as string;
  if (fits !== undefined && !fits(type)) tell('profile/unfit', path, { slot, type, needs }, part);
}

const isFigure = (type: string): boolean => figures.includes(type) || type.startsWith('int:');
const aFigure = { fits: isFigure, needs: 'a money, int or days slot' };
const isWords = (type: string): boolean => words.includes(type.replace(/^list:/, ''));
const someWords = { fits: isWords, needs: 'a token or ref slot, or a list of them' };

function checkSums({ sums = [] }: ProfileData, known: Known, tell: Tell): void {
  for (const [index, { on, total, parts, when = {} }] of sums.entries()) {
    const path = `$.sums[${index}]`;
    checkUse({ slot: total, path: `${path}.total`, on, ...aFigure }, known, tell);
    for (const [at, slot] of parts.entries()) {
      checkUse({ slot, path: `${path}.parts[${at}]`, on, ...aFigure }, known, tell);
    }
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
  for (const [index, value] of values.entries()) {
    if (value !== null)
      refersTo(`a code of ${name}`, codes.keys(), { name: value, path: memberPath(path, index) }, tell);
  }
}

function checkShapes({ shapes = [] }: ProfileData, known: Known, tell: Tell): void {
  for (const [index, { slot, on }] of shapes.entries()) {
    checkUse({ slot, path: `$.shapes[${index}].slot`, on, ...someWords }, known, tell);
  }
}

function checkTogether({ together = [] }: ProfileData, known: Known, tell: Tell): void {
  for (const [index, { on, if: given, then }] of together.entries()) {
    for (const [at, slot] of given.entries()) {
      checkUse({ slot, path: `$.together[${index}].if[${at}]`, on }, known, tell);
    }
    for (const [at, slot] of then.entries()) {
      checkUse({ slot, path: `$.together[${index}].then[${at}]`, on }, known, tell);
    }
  }
}

function checkPositive({ positive = {} }: ProfileData, known: Known, tell: Tell): void {
  for (const [ask, slots] of Object.entries(positive)) {
    const path = memberPath('$.positive', ask);
    refersTo('an ask of the core or the profile', known.asks, { name: ask, path, part: 'key' }, tell);
    for (const [index, slot] of slots.entries()) {
      checkUse({ slot, path: memberPath(path, index), on: ['RB'], ...aFigure }, known, tell);
    }
  }
}

function checkLists(data: ProfileData, known: Known, tell: Tell): void {
  const lists: readonly (readonly [keyof ProfileData, string, Iterable<string>, readonly string[]])[] = [
    ['irreversible', 'an ask of the core or the profile', known.asks, data.irreversible ?? []],
    ['own_line', 'a slot of the core or the profile', known.slots.keys(), data.own_line ?? []],
    ['open_scripts', 'an execution slot', known.execSlots, data.open_scripts ?? []],
    ['single_use', 'an execution slot', known.execSlots, data.single_use ?? []],
  ];
  for (const [key, kind, names, listed] of lists) {
    const all = [...names];
    for (const [index, name] of listed.entries())
      refersTo(kind, all, { name, path: `$.${key}[${index}]` }, tell);
  }
  for (const [index, name] of (data.own_line ?? []).entries()) {
    if (!known.execSlots.includes(name)) continue;
    const as = { name, one: 'an execution slot', other: "each line's own" };
    tell('profile/contradiction', `$.own_line[${index}]`, as);
  }
}

function checkAnswers({ answers = {}, enums = {} }: ProfileData, tell: Tell): void {
  const codes = Object.keys(enums['ans'] ?? {});
  for (const sense of ['go', 'stop'] as const) {
    for (const [index, name] of (answers[sense] ?? []).entries()) {
      refersTo('a code of the enum ans', codes, { name, path: `$.answers.${sense}[${index}]` }, tell);
    }
  }
  for (const [index, name] of (answers.stop ?? []).entries()) {
    if (!answers.go?.includes(name)) continue;
    tell('profile/contradiction', `$.answers.stop[${index}]`, {
      name,
      one: 'an answer that means go',
      other: 'one that means stop',
    });
  }
}

function checkRoles({ roles = {}, agents = [] }: ProfileData, known: Known, tell: Tell): void {
  const named = [...agents, ...core.reserved_agents];
  for (const [agent, asks] of Object.entries(roles)) {
    const path = memberPath('$.roles', agent);
    refersTo('an agent of the profile', named, { name: agent, path, part: 'key' }, tell);
    for (const part of ['gives', 'takes'] as const) {
      for (const [index, name] of (asks[part] ?? []).entries()) {
        refersTo(
          'an ask of the core or the profile',
          known.asks,
          { name, path: `${path}.${part}[${index}]` },
          tell,
        );
      }
    }
  }
}

function checkConstraints({ constraints: { keys = {}, aliases = {} } = {} }: ProfileData, tell: Tell): void {
  const coreKeys = core.constraints.keys ?? {};
  for (const key of Object.keys(keys)) {
    if (!Object.hasOwn(coreKeys, key)) continue;
    tell(
      'profile/redefines',
      memberPath('$.constraints.keys', key),
      { kind: 'constraint key', name: key },
      'key',
    );
  }
  const known = [...Object.keys(coreKeys), ...Object.keys(keys)];
  for (const [key, forms] of Object.entries(aliases)) {
    const path = memberPath('$.constraints.aliases', key);
    if (refersTo('a constraint key', known, { name: key, path, part: 'key' }, tell))
      checkAliases(key, forms, path, tell);
  }
}

/** A written form stands for one thing, which is itself no written form of another: aliases are followed once. */
function checkAliases(
  key: string,
  forms: Readonly<Record<string, readonly string[]>>,
  path: string,
  tell: Tell,
): void {
  const coreForms = Object.entries(core.constraints.aliases?.[key] ?? {});
  const coreMeanings = new Set(coreForms.map(([meaning]) => meaning));
  const coreWritten = new Set(coreForms.flatMap(([, written]) => written));
  const seen = new Set(Object.keys(forms));
  for (const [meaning, written] of Object.entries(forms)) {
    const own = memberPath(path, meaning);
    if (coreWritten.has(meaning)) tell('profile/redefines', own, { kind: 'alias', name: meaning }, 'key');
    for (const [index, form] of written.entries()) {
      const at = memberPath(own, index);
      if (coreWritten.has(form) || coreMeanings.has(form))
        tell('profile/redefines', at, { kind: 'alias', name: form });
      else if (seen.has(form)) tell('profile/twice', at, { kind: 'alias', name: form });
      seen.add(form);
    }
  }
}
