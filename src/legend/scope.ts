import { UsageError } from '../diagnostic/usage-error.ts';
import { shown } from '../text/shown.ts';
import { isAgentName } from '../vocabulary/slot-types.ts';
import type { SlotRow, Vocabulary } from '../vocabulary/vocabulary.ts';

export interface LegendOptions {
  /** Without the criteria keys and without what codes mean. */
  readonly lean?: boolean;
  /** With what every code of the profile means, as its file says it. */
  readonly meanings?: boolean;
  /** An agent: the asks that its profile says it gives and takes, and what it writes and reads. */
  readonly role?: string;
  /** One ask: its execution slots and no other slots of the profile, where it has some. */
  readonly ask?: string;
}

/** What of a vocabulary a legend shows. */
export interface Scope {
  readonly vocabulary: Vocabulary;
  readonly isLean: boolean;
  readonly hasMeanings: boolean;
  /** Whether asks are left out. */
  readonly isCut: boolean;
  readonly role: string | null;
  readonly asks: readonly string[];
  readonly slots: readonly SlotRow[];
}

/** The part of a vocabulary that the options ask for. */
export function scopeOf(
  vocabulary: Vocabulary,
  { lean = false, meanings = false, role, ask }: LegendOptions,
): Scope {
  const known = [...(vocabulary.enums.get('ask')?.keys() ?? [])];
  if (ask !== undefined && !known.includes(ask)) {
    throw new UsageError('usage/ask', `${shown(ask)} is no ask of ${vocabulary.name}: ${known.join(' ')}`);
  }
  const { agents } = vocabulary;
  if (role !== undefined && role !== 'human' && !(agents.size > 0 ? agents.has(role) : isAgentName(role))) {
    const names = agents.size > 0 ? [...agents].join(' ') : 'a name is of letters, digits, . _ and -';
    throw new UsageError('usage/role', `${shown(role)} is no agent of ${vocabulary.name}: ${names}`);
  }
  const own = role === undefined ? undefined : vocabulary.profile?.roles?.[role];
  const ofRole = own
    ? known.filter((one) => [...(own.gives ?? []), ...(own.takes ?? [])].includes(one))
    : known;
  const exec = ask === undefined ? undefined : vocabulary.exec.get(ask);
  const isShown = ({ key, origin }: SlotRow): boolean => !exec || origin === 'core' || exec.includes(key);
  const asks = ask === undefined ? ofRole : [ask];
  return {
    vocabulary,
    isLean: lean,
    hasMeanings: meanings,
    isCut: asks.length < known.length,
    role: role ?? null,
    asks,
    slots: [...vocabulary.slots.values()].filter(isShown),
  };
}
