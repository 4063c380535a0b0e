import { escaped } from '../../text/shown.ts';
import { core } from '../../vocabulary/data/core.ts';
import type { ProfileData } from '../../vocabulary/profile-data.ts';
import { draftProfile } from '../../vocabulary/profile-draft.ts';
import { type Definitions, saysItReads } from './listing.ts';
import { isMembers, type Members } from './mapping/arguments.ts';
import { type FormatName, formats } from './mapping/formats.ts';
import { pinOf } from './mapping/frozen.ts';
import type { Approver, GuardedTool, Policy, SlotSource, ToolPolicy } from './policy/policy.ts';
import { ownNames } from './told.ts';

/** What a policy is drafted for. */
export interface DraftOptions {
  /** The name of the policy and of its profile. */
  readonly name: string;
  readonly approver: Approver;
  readonly definitions: Definitions;
}

/** A policy to start from, its profile, and what a person should look at, in sentences. */
export interface Drafted {
  readonly policy: Policy & { readonly notes: readonly string[] };
  readonly profile: ProfileData;
  readonly notes: readonly string[];
}

/**
 * A policy that guards every tool which does not say that it only reads, with a profile made of the schemas of their arguments.
 * What is a judgement is left on the side of refusing, and noted.
 */
export function draftPolicy({ name, approver, definitions }: DraftOptions): Drafted {
  const notes: string[] = [...general];
  const found = new Map<string, ToolPolicy>();
  const types = new Map<string, string>([['tool', 'token']]);
  const asks = new Map<string, string>();
  for (const [tool, listed] of definitions) {
    const [definition] = listed;
    if (definition === undefined) continue;
    if (listed.length > 1) {
      found.set(tool, 'refuse');
      notes.push(`${tool}: the server lists it twice, so that it is refused.`);
    } else if (Object.values<string>(ownNames).includes(tool)) {
      found.set(tool, 'refuse');
      notes.push(`${tool}: the guard has a tool of that name itself, so that it is refused.`);
    } else if (saysItReads(definition)) found.set(tool, 'pass');
    else {
      const ask = freeAsk(tool, asks);
      asks.set(ask, tool);
      found.set(tool, guardedAs(definition, { tool, name, ask }, types, notes));
    }
  }
  const acts = new Map<string, readonly string[]>(
    [...found.values()].flatMap((tool) =>
      typeof tool === 'string' ? [] : [[tool.ask, Object.keys(tool.slots)]],
    ),
  );
  const said = new Map([...asks].map(([ask, tool]) => [ask, `run ${escaped(tool)}`]));
  const draft = draftProfile({ name, over: 'RW1', agents: [], asks: said, slots: types, acts });
  const profile = {
    ...draft,
    description: `The tools of ${name} that may change something, as their schemas say what they take.`,
    irreversible: [...asks.keys()],
  };
  const tools = Object.fromEntries(found); // whatever a tool is called, __proto__ too
  const policy = { notes, name, profile: name, approver, undeclared: 'refuse', tools } as const;
  return { policy, profile, notes };
}

const general = [
  'Read this file as what it is: the one list of what runs without anybody being asked.',
  'A tool that says of itself that it only reads passes. Do you believe it?',
  'item: {call} makes each call one of its own. Where a thing is acted on once, such as an invoice, name it: inv:{invoice}.',
  'outcomes: an error of a tool is an unknown outcome, which a person settles. Where it proves that nothing ran, say so: {"if":{"isError":true},"means":"failed"}.',
  'as: long shows a text up to 1,000 characters and names a longer one by its hash; text and exact refuse longer ones. Amounts are money, accounts exact.',
  'reports: where a result says what was done, name the slot, so that it is compared with what was confirmed.',
] as const;

/** An ask of its own for each tool, of what its name has of letters and digits. */
function freeAsk(tool: string, taken: ReadonlyMap<string, string>): string {
  const code = tool
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 20);
  const first = code === '' ? 'TOOL' : code;
  for (let number = 1; ; number++) {
    const ask = number === 1 ? first : `${first}-${number}`;
    if (!taken.has(ask) && !protocolAsks.has(ask)) return ask;
  }
}

/** Asks that the protocol has for other things. */
const protocolAsks: ReadonlySet<string> = new Set(Object.keys(core.enums.ask));

function guardedAs(
  definition: Members,
  { tool, name, ask }: Readonly<Record<'tool' | 'name' | 'ask', string>>,
  types: Map<string, string>,
  notes: string[],
): GuardedTool {
  const schema = isMembers(definition['inputSchema']) ? definition['inputSchema'] : {};
  const properties = isMembers(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const slots: Record<string, SlotSource> = { tool: { constant: constantOf(tool) } };
  for (const [argument, property] of Object.entries(properties)) {
    if (argument === '') {
      notes.push(`${tool}: an argument without a name is left out, and a call that has it is refused.`);
      continue;
    }
    const isRequired = required.includes(argument);
    const as = formatOf(property, isRequired);
    const slot = freeSlot(argument, formats[as].type, types, slots);
    types.set(slot, formats[as].type);
    slots[slot] = { argument, as, ...(isRequired ? {} : { absent }) };
    if (as === 'sha256')
      notes.push(`${tool}: ${argument} is shown by its hash; the approver sees it whole beside the handoff.`);
    if (as === 'number')
      notes.push(`${tool}: ${argument} is a number; where it is an amount, make it money.`);
  }
  return { ask, item: `${name}:${constantOf(tool)}.{call}`, slots, pin: pinOf(definition) };
}

/** The name as a value of a slot. */
function constantOf(tool: string): string {
  return tool.replaceAll(/[^A-Za-z0-9._-]/g, '_');
}

/** How values of a schema are written; what is neither short nor simple goes by its hash. */
function formatOf(property: unknown, isRequired: boolean): FormatName {
  const { type, format, items } = isMembers(property) ? property : {};
  if (type === 'string') return format === 'date' && isRequired ? 'date' : 'long';
  const isTexts = type === 'array' && isMembers(items) && items['type'] === 'string';
  if (!isRequired) return isTexts || simple.includes(type) ? 'json' : 'sha256';
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  return isTexts ? 'list' : 'sha256';
}

const simple: readonly unknown[] = ['boolean', 'number', 'integer'];

/** What stands for an argument that is not there: no value is written so. */
const absent = '%-';

/** A slot for an argument: its own name where that is one, and no slot of the protocol or of another type. */
function freeSlot(
  argument: string,
  type: string,
  types: ReadonlyMap<string, string>,
  own: Readonly<Record<string, SlotSource>>,
): string {
  const letters = argument
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_');
  const first = /^[a-z]/.test(letters) && !letters.startsWith('x_') ? letters : `a_${letters}`;
  for (let number = 1; ; number++) {
    const slot = number === 1 ? first : `${first}_${number}`;
    const known = types.get(slot);
    const isFree =
      !Object.hasOwn(own, slot) && !protocolSlots.has(slot) && (known === undefined || known === type);
    if (isFree) return slot;
  }
}

/** Slots of the protocol. */
const protocolSlots: ReadonlySet<string> = new Set(Object.keys(core.slots));
