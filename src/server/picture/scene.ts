import { shown } from '../../text/shown.ts';
import { type PictureEntry, slotOf, textOf } from './entry.ts';
import { type Followed, type Followings, follow, type Ownership } from './handoffs.ts';
import { changeWords } from './words.ts';

/** How a line came out: by its verdict, or refused before it was one of the thread's. */
export type Mark = 'passes' | 'fails' | 'unchecked' | 'refused';

/** One entry as a row of the picture. Texts hold nothing that cannot be seen. */
export interface Row {
  readonly sequence: number;
  readonly at: number;
  readonly kind: 'message' | 'change';
  /** Lanes by number; null where an end is unknown. */
  readonly from: number | null;
  readonly to: number | null;
  readonly type: string;
  /** Beside the type: the id, and what it says. */
  readonly label: string;
  readonly item: string | null;
  readonly mark: Mark | null;
  /** A person said it. */
  readonly person: boolean;
}

/** The owner of an item beside its lane, from one row to another. */
export interface Band {
  readonly lane: number;
  readonly item: string;
  readonly from: number;
  readonly to: number;
  /** Which of the bands that run beside each other on this lane it is. */
  readonly place: number;
  /** It begins before the first row, or goes on behind the last. */
  readonly isCut: boolean;
}

/** Rows in which a handoff's window was over and the handoff open. */
export interface Shade {
  readonly handoff: string;
  readonly exp: number;
  readonly from: number;
  readonly to: number;
}

export interface Scene {
  readonly lanes: readonly string[];
  readonly rows: readonly Row[];
  readonly bands: readonly Band[];
  readonly shades: readonly Shade[];
  /** It is all about one item, which then need not be said at each row. */
  readonly ofOneItem: boolean;
}

export interface SceneOptions {
  /** Milliseconds: windows that are over by now are shaded to the end. */
  readonly now: number;
  /** Only what is about this item. */
  readonly item?: string;
  /** Rows of entries after this sequence; what comes before is followed and not drawn. */
  readonly after?: number;
  /** At most so many rows. */
  readonly limit?: number;
}

/** What entries in order amount to as a picture: pure, whatever they hold. */
export function sceneOf(entries: readonly PictureEntry[], options: SceneOptions): Scene {
  const { now, item, after = 0, limit = Infinity } = options;
  const followings = follow(entries);
  const items = itemsOf(followings);
  const drawn = entries
    .filter(({ sequence }) => sequence > after)
    .filter((entry) => item === undefined || itemOf(entry, followings, items) === item)
    .slice(0, limit);
  const lanes = lanesOf(drawn, followings);
  const rows = drawn.map((entry) => rowOf(entry, { lanes, followings, items }));
  const at = placesOf(drawn);
  const handoffs = followings.handoffs.filter((handoff) => item === undefined || handoff.item === item);
  const owned = followings.ownerships.filter((band) => item === undefined || band.item === item);
  return {
    lanes: lanes.map(shown),
    rows,
    bands: placed(owned.flatMap((ownership) => bandOf(ownership, lanes, at))),
    shades: handoffs.flatMap((handoff) => shadeOf(handoff, drawn, { at, now })),
    ofOneItem: item !== undefined,
  };
}

/** Handoff -> its item. */
function itemsOf({ handoffs }: Followings): ReadonlyMap<string, string> {
  return new Map(handoffs.map(({ id, item }) => [id, item]));
}

/** The handoff that the facts of an entry are about. */
function handoffOf({ facts }: PictureEntry, { statements }: Followings): string | null {
  for (const fact of facts) {
    if ('handoff' in fact && typeof fact.handoff === 'string') return fact.handoff;
    if (fact.fact === 'prepared') return fact.statement.handoff;
    if ('token' in fact) return statements.get(fact.token) ?? null;
  }
  return null;
}

function itemOf(
  entry: PictureEntry,
  followings: Followings,
  items: ReadonlyMap<string, string>,
): string | null {
  return textOf(entry.message, 'item') ?? items.get(handoffOf(entry, followings) ?? '') ?? null;
}

/** The agents in the order in which they first speak or are spoken to; a person last, at the edge. */
function lanesOf(entries: readonly PictureEntry[], { handoffs }: Followings): readonly string[] {
  const names = new Set<string>();
  for (const { message } of entries) {
    const [from, to] = [textOf(message, 'from'), textOf(message, 'to')];
    if (from !== null && to !== null) names.add(from).add(to);
  }
  if (names.size === 0) for (const { from, to } of handoffs) names.add(from).add(to);
  return [...names].sort((one, other) => Number(one === person) - Number(other === person));
}

const person = 'human';

interface Around {
  readonly lanes: readonly string[];
  readonly followings: Followings;
  readonly items: ReadonlyMap<string, string>;
}

function rowOf(entry: PictureEntry, around: Around): Row {
  const { sequence, at, message, line, refused, facts } = entry;
  const laneOf = (name: string | null): number | null => {
    const lane = name === null ? -1 : around.lanes.indexOf(name);
    return lane < 0 ? null : lane;
  };
  const item = itemOf(entry, around.followings, around.items);
  const common = { sequence, at, item: item === null ? null : shown(item), person: entry.person };
  if (line === null || message === null) {
    const handoff = around.followings.handoffs.find(({ id }) => id === handoffOf(entry, around.followings));
    const lane = laneOf(handoff?.to ?? null);
    const label = line === null ? facts.map(changeWords).join('; ') : shown(line);
    const kind = line === null ? 'change' : 'message';
    return {
      ...common,
      kind,
      from: lane,
      to: null,
      type: '',
      label,
      mark: refused === null ? null : 'refused',
    };
  }
  return {
    ...common,
    kind: 'message',
    from: laneOf(textOf(message, 'from')),
    to: laneOf(textOf(message, 'to')),
    type: shown(textOf(message, 'type') ?? ''),
    label: [textOf(message, 'id') ?? '', saying(message)]
      .filter((part) => part !== '')
      .map(shown)
      .join(' '),
    mark: markOf(entry),
  };
}

function markOf({ refused, verdict }: PictureEntry): Mark | null {
  if (refused !== null) return 'refused';
  if (verdict === null) return null;
  if (verdict.unchecked) return 'unchecked';
  return verdict.passes ? 'passes' : 'fails';
}

/** The slots of the core that say what a message of a type is for (spec 3). */
const telling: readonly string[] = ['ask', 'val', 'out', 'why', 'need'];

function saying(message: PictureEntry['message']): string {
  for (const slot of telling) {
    const value = slotOf(message, slot);
    if (value !== null) return value;
  }
  return '';
}

/** The row of an entry, or of the first drawn one after it. */
function placesOf(drawn: readonly PictureEntry[]): (sequence: number) => number {
  const sequences = drawn.map(({ sequence }) => sequence);
  return (sequence) => {
    let [from, to] = [0, sequences.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sequences[middle] as number) < sequence) from = middle + 1;
      else to = middle;
    }
    return from;
  };
}

function bandOf(
  { item, owner, from, to }: Ownership,
  lanes: readonly string[],
  at: (sequence: number) => number,
): readonly Omit<Band, 'place'>[] {
  const lane = lanes.indexOf(owner);
  const [first, last] = [at(from), to === null ? at(Infinity) : at(to)];
  const isCut = first === 0 || to === null;
  return lane < 0 || last <= first ? [] : [{ lane, item: shown(item), from: first, to: last, isCut }];
}

/** Gives bands that run beside each other on one lane a place each. */
function placed(bands: readonly Omit<Band, 'place'>[]): readonly Band[] {
  const sorted = [...bands].sort((one, other) => one.from - other.from);
  const ends = new Map<number, number[]>();
  return sorted.map((band) => {
    const used = ends.get(band.lane) ?? [];
    const free = used.findIndex((end) => end <= band.from);
    const place = free < 0 ? used.length : free;
    used[place] = band.to;
    ends.set(band.lane, used);
    return { ...band, place };
  });
}

function shadeOf(
  { id, exp, opened, closed }: Followed,
  drawn: readonly PictureEntry[],
  { at, now }: { readonly at: (sequence: number) => number; readonly now: number },
): readonly Shade[] {
  if (exp === null || drawn.length === 0) return [];
  const late = drawn.findIndex((entry) => entry.at >= exp && entry.sequence > opened);
  const end = closed === null ? drawn.length : at(closed);
  if (late >= 0 && late < end) return [{ handoff: shown(id), exp, from: late, to: end }];
  const isOver = closed === null && now >= exp && opened <= (drawn.at(-1)?.sequence ?? 0);
  return isOver ? [{ handoff: shown(id), exp, from: drawn.length, to: drawn.length }] : [];
}
