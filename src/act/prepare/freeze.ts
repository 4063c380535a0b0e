import type { AnyMessage } from '../../codec/message.ts';
import { written } from '../../codec/value.ts';
import { makeReadback } from '../../compose/index.ts';
import { timeOf } from '../../ledger/clock.ts';
import type { PreparedStatement } from '../../ledger/fact.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import type { Desk } from '../desk.ts';
import type { Reversed } from '../executor.ts';
import type { Sources } from '../sources.ts';
import { actKeysOf, frozen, keyOf, sha256Of } from '../statement.ts';
import type { Values } from '../tool.ts';
import type { Work } from '../work.ts';
import { limitsOf } from './notes.ts';
import type { Plan } from './plan.ts';

/** Everything about a statement that is known before the ledger is asked. */
export interface Drafted {
  readonly work: Work;
  readonly sources: Sources;
  readonly plan: Plan;
  /** What the receiver says of its own. */
  readonly readback: Values;
  /** Milliseconds. */
  readonly exp: number | null;
  readonly token: string;
}

/** The RB: what rb= asks for, with the execution slots as they will run; why it cannot be composed otherwise. */
export function readbackOf(draft: Drafted, id: string): AnyMessage | string {
  const { work, plan, sources, readback, token } = draft;
  const { ho } = work;
  const set: Record<string, unknown> = { ...readback, x_tok: token };
  for (const [slot, value] of plan.values) if (ho.slots[slot] === undefined) set[slot] = value;
  const exp = expOf(draft);
  if (exp !== null) set['exp'] = timeOf(exp);
  const hashes = Object.values(sources.artifacts);
  if (hashes.length > 0)
    set['x_sha'] = hashes.length === 1 ? hashes[0] : sha256Of(canonicalJson(sources.artifacts));
  const { message, diagnostics } = makeReadback({ ho, id, set });
  return (
    message ?? diagnostics.find(({ severity }) => severity === 'error')?.message ?? 'the readback is no line'
  );
}

/** When the statement expires, in milliseconds: never later than its handoff. */
export function expOf({ work, exp }: Drafted): number | null {
  const sent = work.handoff.exp;
  return exp === null ? sent : sent === null ? exp : Math.min(exp, sent);
}

/** The exact bytes that would run. */
export function callOf(
  { work, plan, sources }: Drafted,
  conversation: string,
): { readonly call: string; readonly sha256: string } {
  const { ask, item, id: handoff } = work.handoff;
  const values = Object.fromEntries([...plan.values].map(([slot, value]) => [slot, written(value)]));
  const { artifacts } = sources;
  return frozen({ ask, item, conversation, handoff, values, artifacts, ...reversedBy(work) });
}

/** What an executor needs to find the act that is reversed. */
function reversedBy({ ran }: Work): { readonly reverses?: Reversed } {
  if (ran === null || ran.result === null) return {};
  const { key, result, reference } = ran;
  return { reverses: { report: result.report, key, reference } };
}

/** What `prepare` freezes of it. */
export function statementOf(desk: Desk, draft: Drafted, readback: string): PreparedStatement {
  const { by, settings } = desk.seat;
  const { work, sources } = draft;
  const { id: handoff, root, ask } = work.handoff;
  const { tenant } = settings;
  const { conversation, principal } = by;
  return {
    ...{ handoff, root, readback, principal },
    executor: work.executor.name,
    ...callOf(draft, conversation),
    sources: sources.digest,
    key: keyOf({ tenant, conversation, root, ask }),
    actKeys: actKeys(desk, draft),
    exp: expOf(draft),
  };
}

/** What the executor does not promise, and what was not frozen: told before anybody confirms. */
export function notesOf({ work, sources }: Drafted): readonly string[] {
  return [
    ...limitsOf(work.executor),
    ...sources.unfrozen.map((reference) => `${reference} is not frozen: the tool has no artifact reader.`),
  ];
}

/** What no second statement may share with this one. */
export function actKeys({ seat }: Desk, { work, plan }: Drafted): readonly string[] {
  const { by, settings } = seat;
  const { ho, handoff } = work;
  return actKeysOf({
    tenant: settings.tenant,
    conversation: by.conversation,
    ho,
    handoff,
    values: plan.values,
  });
}
