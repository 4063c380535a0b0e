import { memberPath } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
import { shown } from '../text/shown.ts';
import type { CoreData } from './core-data.ts';
import { core as coreData } from './data/core.ts';
import { checkConstraints } from './profile-constraints.ts';
import type { ProfileData } from './profile-data.ts';
import type { Tell } from './profile-faults.ts';
import { anAsk, type Known, knownTo, refersTo, refersToEach } from './profile-known.ts';
import { checkOwnKeys } from './profile-own-keys.ts';
import { slotTypeNames } from './slot-types.ts';

const core: CoreData = coreData;

/** Tells what a profile of the right form names wrongly: something that is the core's, or that is not there (R21). */
export function checkFacts(data: ProfileData, tell: Tell): void {
  const known = knownTo(data);
  checkNames(data, tell);
  checkEnums(data, tell);
  checkSlots(data, known, tell);
  checkExec(data, known, tell);
  checkOwnKeys(data, known, tell);
  checkConstraints(data, tell);
}

function checkNames(data: ProfileData, tell: Tell): void {
  const redefines = (kind: string, name: string, path: string): void =>
    tell('profile/redefines', path, { kind, name }, 'value');
  if (data.profile === core.profile) redefines('profile', data.profile, '$.profile');
  for (const [index, agent] of (data.agents ?? []).entries()) {
    if (core.reserved_agents.includes(agent.toLowerCase())) redefines('agent', agent, `$.agents[${index}]`);
  }
}

/** They answer a question whatever its profile: what means go or stop cannot be said of them. */
const yesAndNo: readonly string[] = ['Y', 'N'];

/** The core's enums are closed, but for `why`, to which a profile may add, and `ask`, whose codes go under `asks`. */
function checkEnums(data: ProfileData, tell: Tell): void {
  const redefines = (kind: string, name: string, path: string): void =>
    tell('profile/redefines', path, { kind, name }, 'key');
  for (const ask of Object.keys(data.asks ?? {})) {
    if (has(core.enums['ask'], ask)) redefines('ask', ask, memberPath('$.asks', ask));
  }
  for (const [name, codes] of Object.entries(data.enums ?? {})) {
    const path = memberPath('$.enums', name);
    if (name !== 'why' && has(core.enums, name)) redefines('enum', name, path);
    for (const code of Object.keys(codes)) {
      if (name === 'why' && has(core.enums[name], code)) redefines('reason', code, memberPath(path, code));
      if (name === 'ans' && yesAndNo.includes(code)) redefines('answer', code, memberPath(path, code));
    }
  }
}

function checkSlots(data: ProfileData, known: Known, tell: Tell): void {
  const seen = new Set<string>();
  for (const [index, { key, type }] of (data.slots ?? []).entries()) {
    const path = `$.slots[${index}]`;
    const kind = kindInCore(key);
    if (kind !== undefined) tell('profile/redefines', `${path}.key`, { kind, name: key });
    if (seen.has(key)) tell('profile/twice', `${path}.key`, { kind: 'slot', name: key });
    seen.add(key);
    checkSlotType(type, known, `${path}.type`, tell);
  }
}

/** What the core has that a slot's key would collide with; `rb=` names slots and levels alike. */
function kindInCore(key: string): string | undefined {
  if (has(core.slots, key)) return 'slot';
  if (has(core.levels, key)) return 'readback level';
  return key.startsWith('x_') ? 'extension key' : undefined;
}

function checkSlotType(type: string, { enums, typeOf }: Known, path: string, tell: Tell): void {
  if (typeOf(type) !== undefined) return;
  tell('profile/slot-type', path, { type, ...slotTypeFault(type, enums) });
}

function slotTypeFault(type: string, enums: Known['enums']): { fault: string; near: string | undefined } {
  const element = type.startsWith('list:') ? type.slice(5) : type;
  const [base, argument = ''] = element.split(':');
  if (base === 'list') return { fault: 'a list holds no lists', near: undefined };
  if (base === 'int')
    return { fault: 'int takes its bounds, the lower one first, as in int:0-100', near: undefined };
  if (base === 'enum') {
    const near = nearest(argument, enums.keys());
    return { fault: `there is no enum ${JSON.stringify(shown(argument))}`, near: near && `enum:${near}` };
  }
  return { fault: `known are ${slotTypeNames.join(' ')}`, near: nearest(type, slotTypeNames) };
}

/** An execution slot is read back on the RB and reported on the DN, so both take it. */
function checkExec(data: ProfileData, known: Known, tell: Tell): void {
  const inAct = actSlots(known);
  for (const [ask, slots] of Object.entries(data.exec ?? {})) {
    const path = memberPath('$.exec', ask);
    refersTo(anAsk, known.asks, { name: ask, path, part: 'key' }, tell);
    // R25: what is undone is read back whole, whatever the profile
    if (core.irreversible.includes(ask)) tell('profile/redefines', path, { kind: 'ask', name: ask }, 'key');
    for (const [index, slot] of slots.entries()) {
      const own = memberPath(path, index);
      if (!refersTo('a slot that an act can run with', inAct, { name: slot, path: own }, tell)) continue;
      for (const type of ['RB', 'DN']) {
        if (!known.types.get(type)?.takes.has(slot)) tell('profile/exec-slot', own, { slot, type });
      }
    }
  }
  refersToEach(anAsk, known.asks, { listed: data.asks_used, path: '$.asks_used' }, tell);
}

/** Every slot but those that only address a message. */
function actSlots({ slotKeys }: Known): ReadonlySet<string> {
  const addressing = ['p', 're', 'from', 'to', 'item'];
  return new Set([...slotKeys].filter((slot) => !addressing.includes(slot)));
}

function has(names: Readonly<Record<string, unknown>> | undefined, name: string): boolean {
  return names !== undefined && Object.hasOwn(names, name);
}
