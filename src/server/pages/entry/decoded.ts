import type { EntryBody } from '../../../ledger/entry.ts';
import type { Profiles } from '../../../vocabulary/profiles.ts';
import { type Html, html, nothing, type SlotLine, slotTable } from '../../layout/index.ts';
import { slotOf, textOf } from '../../picture/entry.ts';

/** The members of a message that are no slots, in the order of a line. */
const envelope = ['re', 'from', 'to', 'item'] as const;

/** A message as it was decoded: every slot in full, with what it means; nothing where no line could be read. */
export function decodedPart({ message }: Pick<EntryBody, 'message'>, profiles: Profiles): Html {
  if (message === null) return nothing;
  const { slots, enums } = profiles.get(slotOf(message, 'p') ?? '') ?? profiles.core;
  const about = (slot: string, value: string): string => {
    const row = slots.get(slot);
    const code = row?.enum == null ? undefined : enums.get(row.enum)?.get(value);
    return [row?.desc, code].filter((text) => text !== undefined && text !== '').join(': ');
  };
  const rows = [...envelope.map((name) => [name, textOf(message, name)] as const), ...slotsOf(message)];
  const told = rows.flatMap(([slot, value]): SlotLine[] => {
    if (value === null) return [];
    const words = about(slot, value);
    return [{ slot, value, ...(words === '' ? {} : { about: words }) }];
  });
  return html`${slotTable(told, { caption: `Decoded: ${textOf(message, 'type')} ${textOf(message, 'id')}`, of: 'value' })}`;
}

function slotsOf(message: NonNullable<EntryBody['message']>): readonly (readonly [string, string | null])[] {
  const { slots } = message;
  const keys = typeof slots === 'object' && slots !== null ? Object.keys(slots) : [];
  return keys.map((key) => [key, slotOf(message, key)] as const);
}
