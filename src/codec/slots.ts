import type { SlotValue } from '../vocabulary/vocabulary.ts';

/**
 * An object for slots that has nothing but its slots: its prototype is empty, so that a key such as `constructor`
 * finds nothing, and it keeps the speed of a plain object.
 */
export interface Slots {
  [key: string]: SlotValue;
}

interface SlotsConstructor {
  new (): Slots;
}

function EmptySlots(): void {}
EmptySlots.prototype = Object.freeze(Object.create(null));

export const Slots: SlotsConstructor = EmptySlots as unknown as SlotsConstructor; // called with `new` it makes an object that inherits nothing
