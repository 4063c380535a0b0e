/** What a store promises with the settings that it found, for `doctor`. */
export interface StoreReport {
  readonly kind: 'memory' | 'sqlite' | 'postgres';
  /** Of the database, as it names itself. */
  readonly version: string;
  /** The version of the ledger's tables; 0 where there are none. */
  readonly schema: number;
  /** As found, by the database's own names. */
  readonly settings: Readonly<Record<string, string>>;
  readonly promises: readonly Promised[];
  /** Bytes of the ledger. */
  readonly size?: number;
}

/** A promise to the user, whether it holds here, and the setting or fact on which that depends. */
export interface Promised {
  readonly promise: string;
  readonly holds: boolean;
  readonly because: string;
}
