import type { Caps } from '../../ledger/ledger.ts';
import type { HookRule } from '../../mcp/hook/rule.ts';

/** What the config file says; paths in it are relative to its folder. */
export interface Config {
  /** Where the ledger is: a file, or postgres://…. */
  readonly ledger?: string;
  readonly conversation?: string;
  /** A file with the key of the principal that speaks. */
  readonly keyFile?: string;
  /** Folders of profiles beside the built-in ones. */
  readonly profiles?: readonly string[];
  readonly tenant?: string;
  readonly elsewhere?: readonly string[];
  readonly selfConfirm?: boolean;
  readonly caps?: Partial<Caps>;
  readonly postgres?: {
    readonly schema?: string;
    readonly acceptDataLoss?: boolean;
    /** Connections of one process at most; 4 unless set. */
    readonly connections?: number;
  };
  /** How each ask is executed, as `executorOf` takes it. */
  readonly executors?: Readonly<Record<string, unknown>>;
  /** The records that resolve what a handoff leaves open, each as `sourceOf` takes it. */
  readonly sources?: readonly unknown[];
  /** Answerers that are no person, by the name that their answers are recorded under, each as `policyOf` takes it. */
  readonly policies?: Readonly<Record<string, unknown>>;
  /** The folder of the files that art=file:… names. */
  readonly artifacts?: string;
  /** Which calls of an agent's own tools are acts, for `hearback hook`. */
  readonly hook?: { readonly rules: readonly HookRule[] };
  readonly act?: {
    readonly ask?: string;
    readonly person?: string;
    readonly wait?: number;
    readonly sendWithin?: number;
    readonly statementLife?: number;
    readonly attempts?: number;
  };
}

/** A config with where it was read: paths in it are relative to `folder`. */
export interface FoundConfig {
  /** The file; null when there is none. */
  readonly file: string | null;
  readonly folder: string;
  readonly config: Config;
  /** Where a member stands, for errors about what it says: `hearback.json:4:3`. */
  readonly placeOf: (path: string) => string;
}
