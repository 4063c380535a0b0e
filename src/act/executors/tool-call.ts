import type { Capabilities } from '../capabilities.ts';
import type { Executor, Found } from '../executor.ts';

/** One call of an agent's own tool, as its program numbers it. */
export interface ToolCall {
  /** The program's id of the call: the same before and after it. */
  readonly reference: string;
  /** What came of it; absent while it has not come back. */
  readonly came?: Found;
}

const can: Partial<Capabilities> = { settlesLater: true, lookup: { kind: 'by-reference', lag: 0 } };

/**
 * An executor for acts that an agent's own program runs, as a call of one of its tools: the claim lets one call
 * through, and what comes back settles it. Without a call it runs nothing, so that no `commit` claims what nobody then
 * does. It can prove nothing but a yes: a call that never comes back stays unknown until a person answers.
 */
export function toolCallExecutor(name: string, call?: ToolCall): Executor {
  return {
    name,
    can,
    timeout: 5_000,
    ready: (before) =>
      call === undefined && before === 'claim'
        ? 'this act runs by the agent’s own tool call, which hearback hook lets through: make that call'
        : null,
    run: async () =>
      call === undefined
        ? { outcome: 'declined', final: false, reason: 'no tool call was made' }
        : { outcome: 'pending', reference: call.reference },
    lookup: async () => {
      if (call === undefined) return { outcome: 'unknown', reason: 'only the tool call itself tells' };
      return call.came ?? { outcome: 'pending', reference: call.reference };
    },
  };
}
