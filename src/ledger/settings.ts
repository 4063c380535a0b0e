import { builtIn } from '../vocabulary/built-in.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { LedgerOptions } from './ledger.ts';

/** A ledger's options with their defaults. */
export interface Settings {
  readonly profiles: Profiles;
  readonly tenant: string;
  readonly elsewhere: ReadonlySet<string>;
  readonly selfConfirm: boolean;
}

/** The settings that options amount to. */
export function settingsOf({
  profiles = builtIn,
  tenant = 'default',
  elsewhere = [],
  selfConfirm = false,
}: LedgerOptions): Settings {
  return { profiles, tenant, elsewhere: new Set(elsewhere), selfConfirm };
}
