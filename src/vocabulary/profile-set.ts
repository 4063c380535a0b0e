import type { Profiles } from './profiles.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The profiles of a list of vocabularies, over core; of two with one name the later counts, in the place of the earlier. */
export function profileSet(core: Vocabulary, vocabularies: Iterable<Vocabulary>): Profiles {
  const byName = new Map<string, Vocabulary>();
  for (const vocabulary of vocabularies) byName.set(vocabulary.name, vocabulary);
  const bySlot = new Map<string, string[]>();
  for (const { name, slots } of byName.values()) {
    for (const { key, origin } of slots.values()) {
      if (origin === core.name) continue;
      const names = bySlot.get(key) ?? [];
      names.push(name);
      bySlot.set(key, names);
    }
  }
  return {
    core,
    names: [...byName.keys()],
    get: (name) => byName.get(name),
    knowing: (key) => bySlot.get(key) ?? [],
  };
}
