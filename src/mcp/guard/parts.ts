import { createActTool } from '../../act/create.ts';
import type { Executor } from '../../act/executor.ts';
import type { ActTool } from '../../act/tool.ts';
import type { Handle, Ledger } from '../../ledger/ledger.ts';
import type { Owner } from '../../ledger/propose.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { Caller } from '../caller.ts';
import type { Approver, GuardedTool, Policy } from './policy/policy.ts';

/** What a guard works with for one caller. */
export interface GuardParts {
  readonly ledger: Ledger;
  readonly policy: Policy;
  /** The policy's profile. */
  readonly vocabulary: Vocabulary;
  readonly caller: Caller;
  /** The caller's agent: the receiver of every handoff. */
  readonly agent: string;
  /** Where people answer: `https://console.example`; null where there is none. */
  readonly console: string | null;
  readonly log: (text: string) => void;
}

/** Who confirms the calls of a tool: the agent that they are handed over by, and its principal. */
export interface Approving {
  readonly agent: string;
  readonly owner: Owner;
}

export function approvingOf(approver: Approver): Approving {
  if ('person' in approver) {
    const owner = { principal: approver.person, agents: ['human'], person: true };
    return { agent: 'human', owner };
  }
  const { principal, agent } = approver;
  return { agent, owner: { principal, agents: [agent] } };
}

export function approvingFor({ approver: usual }: Policy, { approver = usual }: GuardedTool): Approving {
  return approvingOf(approver);
}

/** The name of the executor that statements of a policy are frozen for. */
export function executorName({ name }: Policy): string {
  return `mcp:${name}`;
}

/** Milliseconds that a guarded tool may take, and what else the guard itself asks the server where no tool is named. */
export function timeoutOf(
  { timeout: usual = 60_000 }: Policy,
  { timeout = usual }: Pick<GuardedTool, 'timeout'> = {},
): number {
  return timeout;
}

/** An act tool in the caller's name for one ask; `text` is what art= of its handoff names. */
export function actToolFor(
  handle: Handle,
  {
    ask,
    executor,
    text,
  }: { readonly ask: string; readonly executor: Executor; readonly text: string | null },
): ActTool {
  return createActTool({
    ledger: handle,
    executors: { [ask]: executor },
    // the act tool compares the hash of what it is given with what was frozen
    artifact: async () => text,
  });
}
