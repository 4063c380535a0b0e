import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { buildUnder } from '../../compose/under.ts';
import { type Diagnostic, hasErrors } from '../../diagnostic/diagnostic.ts';
import { reporter } from '../../diagnostic/rule.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { levels, type ScalarValue, type SlotValue, type Vocabulary } from '../../vocabulary/vocabulary.ts';
import { counterpart } from './gaps.ts';
import type { Crosswalk } from './load.ts';
import { type Loss, rules } from './rules.ts';

/** A message in the other profile's words. */
export interface Translated {
  /** Null when the other profile cannot say it. */
  readonly message: AnyMessage | null;
  /** Everything that has no counterpart there, in the order of the line. */
  readonly lost: readonly Loss[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Says a message of one profile in the words of the other (6.8): asks, slots, codes, agents and kinds of item by their
 * counterparts. What has none is named; without its ask, its agents or its kind of item a message cannot be said. Throws
 * `usage/crosswalk` for a message of neither profile.
 */
export function translate(message: AnyMessage, crosswalk: Crosswalk): Translated {
  const path = pathOf(message, crosswalk);
  const lost: Loss[] = [];
  const found: Diagnostic[] = [];
  const lose = (what: string, slot: string, value: string): null => {
    lost.push({ what, slot, value, to: path.to.name });
    return null;
  };
  const from = agentOf(message.from, 'from', path, lose);
  const to = agentOf(message.to, 'to', path, lose);
  const item = itemOf(message.item, path, lose);
  const id = idOf(message.id, path);
  const re = message.re === null ? null : idOf(message.re, path);
  const slots = slotsOf(message, path, lose);
  const report = reporter(rules, found);
  for (const loss of lost) report(isUnsayable(loss) ? 'crosswalk/unsayable' : 'crosswalk/lost', loss);
  if (hasErrors(found) || from === null || to === null) return { message: null, lost, diagnostics: found };
  const { type, tail } = message;
  const built = buildUnder(path.to, {
    type,
    id,
    re,
    from,
    to,
    item,
    slots: { ...slots, p: path.to.name },
    tail,
  });
  return { message: built.message, lost, diagnostics: [...found, ...built.diagnostics] };
}

type Lose = (what: string, slot: string, value: string) => null;
type Pairs = ReadonlyMap<string, string>;

/** One direction of a crosswalk. */
interface Path {
  readonly from: Vocabulary;
  readonly to: Vocabulary;
  readonly slots: Pairs;
  readonly codes: ReadonlyMap<string, Pairs>;
  readonly agents: Pairs;
  readonly items: Pairs;
}

const unsayable: readonly string[] = ['ask', 'agent', 'kind of item'];

function isUnsayable({ what }: Loss): boolean {
  return unsayable.includes(what);
}

function pathOf(message: AnyMessage, { data, sides }: Crosswalk): Path {
  const { name } = vocabularyOf(message);
  const forth = sides[0].name === name;
  if (!forth && sides[1].name !== name) {
    throw new UsageError(
      'usage/crosswalk',
      `the crosswalk is between ${sides[0].name} and ${sides[1].name}, and the message is of ${name}`,
    );
  }
  const [from, to] = forth ? sides : [sides[1], sides[0]];
  const pairs = (given: Readonly<Record<string, string>> = {}): Pairs =>
    new Map(Object.entries(given).map(([one, other]) => (forth ? [one, other] : [other, one])));
  const slots = pairs(data.slots);
  const codes = Object.entries(data.codes ?? {}).map(
    ([name, each]) => [forth ? name : counterpart(name, data.slots, sides), pairs(each)] as const,
  );
  return { from, to, slots, codes: new Map(codes), agents: pairs(data.agents), items: pairs(data.items) };
}

/** An agent's counterpart; one that both profiles take keeps its name (`human`, or where agents are free). */
function agentOf(agent: string, slot: string, { agents, to }: Path, lose: Lose): string | null {
  const there = agents.get(agent);
  if (there !== undefined) return there;
  return agent === 'human' || to.agents.size === 0 || to.agents.has(agent)
    ? agent
    : lose('agent', slot, agent);
}

/** An id goes with the agent that gave it out. */
function idOf(id: string, { agents }: Path): string {
  const dash = id.lastIndexOf('-');
  return `${agents.get(id.slice(0, dash)) ?? id.slice(0, dash)}${id.slice(dash)}`;
}

function itemOf(item: string | null, { items }: Path, lose: Lose): string | null {
  const colon = item?.indexOf(':') ?? -1;
  if (item === null || colon < 0 || items.size === 0) return item;
  const kind = items.get(item.slice(0, colon));
  return kind === undefined ? lose('kind of item', 'item', item) : `${kind}${item.slice(colon)}`;
}

/** Slots that are said anew: the profile, and the digest of a message that is another one now. */
const ownSlots: ReadonlySet<string> = new Set(['p', 'h']);

function slotsOf(message: AnyMessage, path: Path, lose: Lose): Readonly<Record<string, SlotValue>> {
  const slots: Record<string, SlotValue> = Object.create(null);
  for (const [slot, value] of Object.entries(message.slots)) {
    if (ownSlots.has(slot)) continue;
    const row = path.from.slots.get(slot);
    const there = row === undefined || row.origin === 'core' ? slot : path.slots.get(slot);
    if (there === undefined) {
      lose('slot', slot, written(value));
      continue;
    }
    const said = saidOf(slot, value, path, lose);
    if (said !== null) slots[there] = said;
  }
  return slots;
}

/** A value in the other profile's codes; a list without those that have none. */
function saidOf(slot: string, value: SlotValue, path: Path, lose: Lose): SlotValue | null {
  if (!Array.isArray(value)) return scalarOf(slot, value as ScalarValue, path, lose);
  const said = value.flatMap((one) => scalarOf(slot, one, path, lose) ?? []);
  return said.length === 0 ? null : said;
}

/** Core slots that name something of the profile. */
const naming: Readonly<Record<string, 'level' | 'id' | 'answer' | 'agent'>> = {
  rb: 'level',
  ctx: 'id',
  opts: 'answer',
  val: 'answer',
  keep: 'agent',
};

function scalarOf(slot: string, value: ScalarValue, path: Path, lose: Lose): ScalarValue | null {
  const text = written(value);
  const names = Object.hasOwn(naming, slot) ? naming[slot] : undefined;
  if (names === 'id') return idOf(text, path);
  if (names === 'level') return levelOf(slot, text, path, lose);
  if (names === 'answer') return codeOf('ans', 'code', slot, text, path, lose);
  if (names === 'agent') return path.agents.get(text) ?? value;
  const row = path.from.slots.get(slot);
  if (row?.base !== 'enum' || row.enum === null) return value;
  return codeOf(row.enum, row.enum === 'ask' ? 'ask' : 'code', slot, text, path, lose);
}

function levelOf(slot: string, name: string, { from, slots }: Path, lose: Lose): string | null {
  if (levels.includes(name) || from.slots.get(name)?.origin === 'core') return name;
  return slots.get(name) ?? lose('slot', slot, name);
}

/** A code's counterpart; one of the core's that the profile has not taken up is the same in both. */
function codeOf(
  name: string,
  what: string,
  slot: string,
  code: string,
  { from, to, codes }: Path,
  lose: Lose,
): string | null {
  const there = codes.get(name)?.get(code);
  if (there !== undefined) return there;
  const isOwn = from.enums.get(name)?.has(code) === true;
  if (name === 'ans') return isOwn ? lose(what, slot, code) : code;
  const isCore =
    from.profile?.enums?.[name]?.[code] === undefined && from.profile?.asks?.[code] === undefined;
  return isCore && to.enums.get(name)?.has(code) === true ? code : lose(what, slot, code);
}
