import { UsageError } from '../diagnostic/usage-error.ts';
import { builtIn } from '../vocabulary/built-in.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { Caps, LedgerOptions } from './ledger.ts';
import { Pins } from './pins.ts';

/** A ledger's options with their defaults. */
export interface Settings {
  readonly profiles: Profiles;
  readonly tenant: string;
  readonly elsewhere: ReadonlySet<string>;
  readonly selfConfirm: boolean;
  readonly caps: Caps;
  /** The texts of the profiles that handoffs were judged by. */
  readonly pins: Pins;
}

/** The settings that options amount to. */
export function settingsOf({
  store,
  profiles = builtIn,
  tenant = 'default',
  elsewhere = [],
  selfConfirm = false,
  caps = {},
}: LedgerOptions): Settings {
  return {
    profiles,
    tenant,
    elsewhere: new Set(elsewhere),
    selfConfirm,
    caps: capsOf(caps),
    pins: new Pins(store),
  };
}

/** Beyond these somebody floods, or nobody closes anything. */
const usualCaps: Caps = { openHandoffs: 10_000, liveStatements: 10_000 };

/** The caps with their defaults. Throws UsageError for one that is none. */
export function capsOf(given: Partial<Caps> = {}): Caps {
  const caps = { ...usualCaps, ...given };
  for (const [name, cap] of Object.entries(caps)) {
    if (!Number.isInteger(cap) || cap < 0)
      throw new UsageError('usage/cap', `${name} is a whole number, 0 or more`);
  }
  return caps;
}
