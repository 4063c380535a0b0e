import { UsageError } from '../../../diagnostic/usage-error.ts';
import type { HookDesk } from '../../../mcp/hook/before.ts';
import { assertRules, type HookRule } from '../../../mcp/hook/rule.ts';
import type { FoundConfig } from '../../config/config.ts';
import type { Room } from '../../ledger/conversation.ts';

/** The rules of the config file. Throws UsageError where there are none: a hook without rules would guard nothing. */
export function hookRulesOf({ config, file, placeOf }: FoundConfig): readonly HookRule[] {
  const rules = config.hook?.rules;
  if (rules === undefined) {
    throw new UsageError(
      'usage/hook',
      `${file ?? 'no config file was found, and it'} has no hook.rules: a hook without them would guard nothing`,
    );
  }
  assertRules(rules, { placeOf });
  return rules;
}

/** What a hook judges with, in a room. */
export function hookDeskOf({ handle, opened: { found } }: Room): HookDesk {
  const { executors = {} } = found.config;
  return {
    ledger: handle,
    rules: hookRulesOf(found),
    executorOf: (ask) => {
      const { kind, name } = (Object.hasOwn(executors, ask) ? executors[ask] : {}) as Record<string, unknown>;
      return kind === 'tool-call' && typeof name === 'string' ? name : null;
    },
  };
}
