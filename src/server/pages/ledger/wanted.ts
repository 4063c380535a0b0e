import type { Context } from 'hono';
import { asWritten, type Search } from '../../../ledger/search.ts';
import type { Stored } from '../../../ledger/store.ts';
import { verdictOf } from '../../export/entries.ts';
import { slotOf, textOf } from '../../picture/entry.ts';
import { textIn } from '../reading.ts';

/** What somebody looks for in the ledger; null where it does not matter. */
export interface Wanted {
  readonly conversation: string | null;
  readonly item: string | null;
  /** Who sent it, or to whom. */
  readonly agent: string | null;
  readonly slot: string | null;
  /** A text within a value. */
  readonly value: string | null;
  readonly type: string | null;
  readonly verdict: string | null;
  /** Days as YYYY-MM-DD, UTC; both are in it. */
  readonly from: string | null;
  readonly until: string | null;
}

/** Verdicts that may be looked for, each with the texts of which one stands in such an entry. */
export const verdicts: Readonly<Record<string, readonly string[]>> = {
  passes: ['"passes":true'],
  fails: ['"passes":false'],
  unchecked: ['"unchecked":true'],
  refused: ['"refused":"'],
};

/** What a query asks for; a day that is none, and a verdict that there is not, are left out. */
export function wantedIn(c: Context): Wanted {
  const text = (name: string): string | null => textIn(c, name);
  const day = (name: string): string | null => (millisecondsOf(text(name)) === null ? null : text(name));
  const verdict = text('verdict');
  return {
    conversation: text('conversation'),
    ...{ item: text('item'), agent: text('agent'), type: text('type') },
    ...{ slot: text('slot'), value: text('value') },
    verdict: verdict !== null && Object.hasOwn(verdicts, verdict) ? verdict : null,
    ...{ from: day('from'), until: day('until') },
  };
}

/** The first moment of a day as YYYY-MM-DD, in milliseconds; null for what is none. */
export function millisecondsOf(day: string | null): number | null {
  if (day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const moment = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== day ? null : moment;
}

export const dayLong = 86_400_000;

/** What the store looks for: more than is wanted, never less. */
export function searchOf(wanted: Wanted, bounds: Pick<Search, 'before' | 'span' | 'limit'>): Search {
  const { item, agent, value, type, verdict } = wanted;
  const texts = [item, agent, value].filter((text) => text !== null).map((text) => [asWritten(text)]);
  const [from, until] = [millisecondsOf(wanted.from), millisecondsOf(wanted.until)];
  return {
    ...bounds,
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until: until + dayLong }),
    holding: [
      ...texts,
      ...(type === null ? [] : [[`"type":"${asWritten(type)}"`, ` ${asWritten(type)} `]]),
      ...(verdict === null ? [] : [verdicts[verdict] ?? []]),
    ],
  };
}

/** Whether an entry that the store found is one that is wanted. */
export function isWanted(stored: Stored, { item, agent, slot, value, type, verdict }: Wanted): boolean {
  const { message, line } = stored.entry.body;
  const words = message === null && line !== null ? line.split(' ') : [];
  const says = (name: string, text: string): boolean =>
    textOf(message, name) === text || words.includes(`${name}=${text}`);
  return (
    (verdict === null || verdictOf(stored) === verdict) &&
    (type === null || textOf(message, 'type') === type || words[1] === type) &&
    (item === null || says('item', item)) &&
    (agent === null || says('from', agent) || says('to', agent)) &&
    ((slot === null && value === null) || valuesOf(stored, slot).some((one) => one.includes(value ?? '')))
  );
}

/** The values of a slot, or of all of them and the names of the message; of an unreadable line what stands behind a `=`. */
function valuesOf({ entry }: Stored, slot: string | null): readonly string[] {
  const { message, line } = entry.body;
  if (message === null) {
    const words = (line ?? '').split(' ').filter((word) => slot === null || word.startsWith(`${slot}=`));
    return words.map((word) => word.slice(word.indexOf('=') + 1));
  }
  const { slots } = message;
  const keys = typeof slots === 'object' && slots !== null ? Object.keys(slots) : [];
  const names = ['id', 're', 'from', 'to', 'item'];
  const wanted = slot === null ? [...names, ...keys] : [slot];
  return wanted.flatMap(
    (name) => (names.includes(name) ? textOf(message, name) : slotOf(message, name)) ?? [],
  );
}
