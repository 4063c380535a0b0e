import type { ActTool } from '../act/tool.ts';
import type { Handle, Ledger } from '../ledger/ledger.ts';
import type { Profiles } from '../vocabulary/profiles.ts';
import type { ScopeOf } from './scope.ts';

/** What a server of tools stands on; whoever starts it says where it is. */
export interface McpParts {
  /** Null: only the tools that need none are served. */
  readonly ledger: Ledger | null;
  /** The conversation of a call that names none; the principal's own unless set. */
  readonly conversation?: string;
  /** The act tool in a caller's hands. */
  readonly actTool: (handle: Handle) => Promise<ActTool>;
  readonly profiles: Profiles;
  /** The time by which lines are judged outside a ledger, YYYYMMDDTHHMMZ. */
  readonly now: () => string;
  /** The address of the console, on which people answer; null for none. */
  readonly console: string | null;
  readonly scopes: ScopeOf;
  /** Files of the agent skill by their path in it, SKILL.md among them; null where there is none. */
  readonly skill: ReadonlyMap<string, string> | null;
  readonly version: string;
  /** Tells only the length of what others wrote freely. */
  readonly withhold?: boolean;
  /** Takes what goes wrong inside, for the one who runs the server: one line, and nothing that a line of theirs said. */
  readonly log: (text: string) => void;
}
