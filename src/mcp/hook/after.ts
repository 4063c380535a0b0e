import { createActTool } from '../../act/create.ts';
import { toolCallExecutor } from '../../act/executors/tool-call.ts';
import { thawed } from '../../act/statement.ts';
import type { CommitOutcome } from '../../act/tool.ts';
import { cameOf } from './answers.ts';
import type { HookDesk } from './before.ts';
import { HookError, type HookEvent } from './event.ts';
import { rulesFor } from './match.ts';

/**
 * After a call: what came of one that was let through is written down, and compared with what was frozen. Null for a call
 * that nobody guards. Throws HookError for a guarded call that ran and that no statement covered.
 */
export async function after(desk: HookDesk, event: HookEvent): Promise<CommitOutcome | null> {
  const rules = rulesFor(desk.rules, event);
  const open = await desk.ledger.open();
  const found = open.find(
    ({ statement }) =>
      statement?.state === 'UNKNOWN' &&
      statement.reference === event.reference &&
      statement.principal === desk.ledger.principal,
  );
  const { statement, ask = '' } = found ?? {};
  if (statement == null) {
    if (rules.length === 0) return null;
    throw new HookError(
      `a guarded call of ${event.tool} ran (${event.reference}), and no statement covers it: tell a person at once`,
    );
  }
  const values = thawed(statement)?.values ?? {};
  const name = desk.executorOf(ask) ?? '';
  const rule = rules.find((one) => one.ask === ask);
  const came =
    rule === undefined
      ? ({ outcome: 'declined', final: false, reason: 'another call ran than was let through' } as const)
      : cameOf(rule, event, values);
  const executor = toolCallExecutor(name, { reference: event.reference, came });
  return createActTool({ ledger: desk.ledger, executors: { [ask]: executor } }).settle({
    token: statement.token,
  });
}
