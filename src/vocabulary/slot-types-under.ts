import { type Names, type SlotType, slotType } from './slot-types.ts';

/** `slotType` under some names, each type made once: thousands of slots may be of one enum of thousands of codes. */
export function slotTypesUnder(names: Names): (text: string) => SlotType | undefined {
  const made = new Map<string, SlotType | undefined>();
  return (text) => {
    if (!made.has(text)) made.set(text, slotType(text, names));
    return made.get(text);
  };
}
