import { createActTool } from '../../act/create.ts';
import { toolCallExecutor } from '../../act/executors/tool-call.ts';
import { thawed } from '../../act/statement.ts';
import type { Handle, OpenHandoff } from '../../ledger/ledger.ts';
import type { Statement } from '../../ledger/state.ts';
import type { HookEvent } from './event.ts';
import { rulesFor } from './match.ts';
import type { HookRule } from './rule.ts';
import { callFor, otherwise } from './states.ts';

/** `pass`: this hook has nothing to say, and the program asks or allows as it would without it. */
export type Verdict = { readonly verdict: 'pass' } | { readonly verdict: 'deny'; readonly reason: string };

/** What a hook judges with: the handle of the principal that executes, its rules, and its executors' names by ask. */
export interface HookDesk {
  readonly ledger: Handle;
  readonly rules: readonly HookRule[];
  /** The name under which the act tool knows the executor of an ask; null when the config file has none for tool calls. */
  readonly executorOf: (ask: string) => string | null;
}

/**
 * Before a call: a call that nobody guards passes. A guarded one is denied, unless a confirmed statement says exactly
 * the same; that one is claimed for this call, so that it covers no second one.
 */
export async function before(desk: HookDesk, event: HookEvent): Promise<Verdict> {
  const rules = rulesFor(desk.rules, event);
  if (rules.length === 0) return { verdict: 'pass' };
  const [first] = rules;
  const open = await desk.ledger.open();
  const why: string[] = [];
  for (const rule of rules) {
    for (const { statement, values } of confirmedFor(desk, open, rule.ask)) {
      const other = otherwise(rule, event.input, values);
      if (other !== null)
        why.push(`${statement.token} of ${statement.handoff} is confirmed, and ${other.because}.`);
      else return claimFor(desk, rule, statement, event.reference);
    }
  }
  return { verdict: 'deny', reason: denial(desk, open, (first as HookRule).ask, why) };
}

interface Confirmed {
  readonly statement: Statement;
  readonly values: Readonly<Record<string, string>>;
}

/** Statements of this principal that wait to run, with the values that they were frozen with. */
function confirmedFor({ ledger }: HookDesk, open: readonly OpenHandoff[], ask: string): readonly Confirmed[] {
  return open.flatMap(({ statement, ask: asked }) => {
    if (statement?.state !== 'CONFIRMED' || asked !== ask || statement.principal !== ledger.principal)
      return [];
    const call = thawed(statement);
    return call === null ? [] : [{ statement, values: call.values }];
  });
}

async function claimFor(
  desk: HookDesk,
  { ask }: HookRule,
  { token }: Statement,
  reference: string,
): Promise<Verdict> {
  const name = desk.executorOf(ask);
  if (name === null)
    return {
      verdict: 'deny',
      reason: `${ask} has no executor of kind tool-call in the config file: hearback cannot record what this call does.`,
    };
  const executor = toolCallExecutor(name, { reference });
  let isClaimed = false;
  const run = executor.run.bind(executor);
  const claimed = {
    ...executor,
    run: (attempt: Parameters<typeof run>[0]) => {
      isClaimed = true;
      return run(attempt);
    },
  };
  const outcome = await createActTool({ ledger: desk.ledger, executors: { [ask]: claimed } }).commit({
    token,
  });
  if (isClaimed) return { verdict: 'pass' };
  const message =
    outcome.outcome === 'refused' ? outcome.message : `statement ${token} was taken by another call`;
  return { verdict: 'deny', reason: `${ask} was not let through: ${message}` };
}

const most = 3;

/** What to do instead, for a model that reads it. */
function denial(
  { ledger }: HookDesk,
  open: readonly OpenHandoff[],
  ask: string,
  why: readonly string[],
): string {
  const waiting = open.filter(
    ({ statement, ask: asked }) =>
      asked === ask && statement?.state === 'PREPARED' && statement.principal === ledger.principal,
  );
  const words = [
    `${ask} cannot be undone, and no confirmed statement covers this call.`,
    ...why.slice(0, most),
    ...waiting
      .slice(0, most)
      .map(({ statement, id }) => `${statement?.token} of ${id} waits for its sender to confirm it.`),
  ];
  if (why.length === 0 && waiting.length === 0)
    words.push(
      'Have the work handed over (send), prepare it (prepare HANDOFF), and wait until its sender has confirmed.',
    );
  return words.join(' ');
}

/** The calls that would be let through now, for a person who looks. */
export async function coveredCalls(
  desk: HookDesk,
): Promise<readonly { readonly token: string; readonly tool: string; readonly call: string }[]> {
  const open = await desk.ledger.open();
  return desk.rules.flatMap((rule) =>
    confirmedFor(desk, open, rule.ask).flatMap(({ statement: { token }, values }) => {
      const call = callFor(rule, values);
      return call === null ? [] : [{ token, tool: rule.tool, call }];
    }),
  );
}
