import type { AskedSlot } from '../../ledger/approval/act.ts';
import type { Asked } from '../../ledger/approval/asked.ts';
import { instantOf } from '../../ledger/clock.ts';
import { escaped } from '../../text/shown.ts';

/** What a person decides by, in rows: the act, every value whole, what differs, who said go so far, and what stands against it. */
export function askedRows(asked: Asked): readonly (readonly [name: string, value: string])[] {
  const { ask, item, slots, options, goes, against, until } = asked;
  const isGo = options.some(({ meaning }) => meaning === 'go');
  return [
    ['act', ask === null ? 'none is named' : `${ask} ${item === null ? '' : escaped(item)}`],
    ...slots.flatMap(slotRows),
    ...(options.length === 0 ? [] : [['answers', options.map(({ val }) => val).join(', ')] as const]),
    ...(until === null ? [] : [['until', instantOf(until)] as const]),
    ...goes.map(({ person, at }) => ['said go', `${escaped(person)} at ${instantOf(at)}`] as const),
    ...(isGo ? against.map((why) => ['no go', escaped(why)] as const) : []),
  ];
}

function slotRows({ slot, value, differs }: AskedSlot): readonly (readonly [string, string])[] {
  return [
    [slot, value === null ? 'MISSING' : escaped(value)],
    ...differs.map(
      (one) =>
        [slot, `≠ ${one.source}: ${escaped(one.value)}${one.alike ? ', which looks alike' : ''}`] as const,
    ),
  ];
}
