import { type Parts, written } from './lines.ts';

/** What an edit may draw: two numbers to choose places and forms by, and a character that a line does not welcome. */
export interface Draw {
  readonly at: number;
  readonly by: number;
  readonly hostile: string;
}
export type Slots = Parts['slots'];
export type Edit = (parts: Parts, draw: Draw) => string;

export function pick<T>(list: readonly [T, ...T[]] | readonly T[], at: number): T {
  // An empty list has nothing to pick; callers hold lists that are never empty.
  return list[at % list.length] as T;
}

/** An edit of the line's characters, by code point. */
export function ofCharacters(change: (characters: string[], at: number, draw: Draw) => void): Edit {
  return (parts, draw) => {
    const characters = [...written(parts)];
    change(characters, draw.at % characters.length, draw);
    return characters.join('');
  };
}

/** An edit of one character out of those that `which` takes. */
export function ofOne(which: RegExp, change: (character: string, draw: Draw) => string): Edit {
  return ofCharacters((characters, at, draw) => {
    const places = characters.flatMap((character, place) => (which.test(character) ? [place] : []));
    if (places.length === 0) return;
    const place = pick(places, at);
    characters[place] = change(characters[place] ?? '', draw);
  });
}

export function ofSlots(change: (slots: Slots, draw: Draw) => Slots): Edit {
  return (parts, draw) => written({ ...parts, slots: change(parts.slots, draw) });
}

/** An edit of the value of one slot, of those of `keys` that the line carries, or of any. */
export function ofValue(change: (value: string, draw: Draw) => string, keys?: readonly string[]): Edit {
  return ofSlots((slots, draw) => {
    const places = slots.flatMap(([key], place) => (keys === undefined || keys.includes(key) ? [place] : []));
    if (places.length === 0) return slots;
    const place = pick(places, draw.at);
    return slots.map(([key, value], at) => [key, at === place ? change(value, draw) : value] as const);
  });
}

/** Gives the line a slot with a value, in place of the one it has. */
export function ofGivenSlot(key: string, values: readonly string[]): Edit {
  return ofSlots((slots, { by }) => [
    ...slots.filter(([other]) => other !== key),
    [key, pick(values, by)] as const,
  ]);
}

export function added(slots: Slots, slot: readonly [string, string], at: number): Slots {
  const place = at % (slots.length + 1);
  return [...slots.slice(0, place), slot, ...slots.slice(place)];
}
