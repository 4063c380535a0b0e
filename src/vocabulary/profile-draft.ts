import type { ProfileData, ProfileSlot } from './profile-data.ts';
import type { MessageType } from './vocabulary.ts';

/** What a starting profile is made from. */
export interface Draft {
  readonly name: string;
  readonly over: string;
  readonly agents: readonly string[];
  /** Ask -> what it asks for. */
  readonly asks: ReadonlyMap<string, string>;
  /** Slot -> its type. */
  readonly slots: ReadonlyMap<string, string>;
  /** Ask -> the slots that the act runs with. */
  readonly acts: ReadonlyMap<string, readonly string[]>;
}

/** Where a slot that an act runs with stands: it is handed over, read back, asked about and reported. */
const acting: readonly MessageType[] = ['HO', 'RB', 'AQ', 'AN', 'DN'];
const stated: readonly MessageType[] = ['HO', 'RB', 'ST', 'AQ', 'AN', 'DN'];

/** A profile to start from: valid as it is, with a word on what comes next in its description and its notes (spec 5). */
export function draftProfile({ name, over, agents, asks, slots, acts }: Draft): ProfileData {
  const needed = new Set([...acts.values()].flat());
  const own = [...slots].map(
    ([key, type]): ProfileSlot => ({
      key,
      type,
      on: needed.has(key) ? stated : acting,
      desc: 'say what it is',
    }),
  );
  return {
    profile: name,
    version: '1',
    extends: over,
    description: 'Say in one sentence what is handed over here.',
    ...(agents.length === 0 ? {} : { agents }),
    ...(asks.size === 0 ? {} : { asks: Object.fromEntries(asks) }),
    ...(own.length === 0 ? {} : { slots: own }),
    ...(acts.size === 0 ? {} : { exec: Object.fromEntries(acts) }),
    translation: notes,
  };
}

/** A profile is JSON and has no comments: what they would say stands where its readers look. */
const notes: Readonly<Record<string, string>> = {
  slots: 'A slot is on the types that carry it; add "required": true where a line without it is wrong.',
  acts: 'exec lists what an act runs with: each of these slots is read back before the act and reported after it.',
  rules:
    'sums, shapes, together, positive and single_use say as data what must hold; see docs/guides/profiles.md.',
  next: 'hearback profile check FILE, then profile docs FILE; take these notes out when they are read.',
};
