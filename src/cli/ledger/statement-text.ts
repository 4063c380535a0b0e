import type { Call as Act } from '../../act/executor.ts';
import { timeOf } from '../../ledger/clock.ts';
import type { Handoff, Statement, StatementState } from '../../ledger/state.ts';
import { escaped } from '../../text/shown.ts';
import { columns, momentText, plainValue } from './plain.ts';

/** A statement with what is needed to say how it stands. */
export interface Standing {
  readonly statement: Statement;
  readonly handoff: Handoff | null;
  /** Milliseconds, by the ledger's clock. */
  readonly now: number;
}

/** How a statement stands and what to do (act.md 8), then the act as it would run: every slot, whole. */
export function statementText(standing: Standing): string {
  return `${standingText(standing)}\n${actText(standing.statement)}`;
}

/** How a statement stands, and what to do. */
export function standingText(standing: Standing): string {
  return sentences[standing.statement.state](standing);
}

/** What runs, slot by slot; nothing is cut, and nothing that hides or looks like something else stays unseen (F17). */
export function actText(statement: Statement): string {
  const { ask, item, values, artifacts } = actOf(statement);
  return columns([
    ['act', `${ask} ${plainValue(item)}`],
    ...Object.entries(values).map(([slot, value]) => [slot, plainValue(value)] as const),
    ...Object.entries(artifacts).map(([name, hash]) => [escaped(name), `sha256 ${hash}`] as const),
    ['handoff', statement.handoff],
    ['readback', statement.readback],
    ['token', statement.token],
    ['key', statement.key],
  ]);
}

/** The act that a statement froze. */
export function actOf({ call }: Statement): Act {
  return JSON.parse(call) as Act;
}

const sentences: Readonly<Record<StatementState, (standing: Standing) => string>> = {
  PREPARED: ({ statement: { exp }, handoff }) =>
    `PREPARED: nothing was executed. It waits for ${handoff?.from ?? 'the sender'} to confirm it${until(exp, 'before')}.`,
  CONFIRMED: ({ statement: { confirmed, exp } }) =>
    `READY: nothing was executed. Confirmed ${momentText(confirmed?.at ?? 0)}, may run${until(exp, 'before')}.`,
  CLAIMED: ({ statement: { lastClaimedAt, fence, lease } }) =>
    `RUNNING: attempt ${fence}, since ${momentText(lastClaimedAt ?? 0)}. Its outcome is known, or taken for unknown, by ${momentText(lease ?? 0)}.`,
  UNKNOWN: unknownText,
  EXECUTED: ({ statement: { result } }) =>
    result?.mismatch === true
      ? `MISMATCH: executed ${told(result.values)}, which is not what was planned. ${result.report} reports it; whether to undo it is asked.`
      : `EXECUTED: ${result?.report} reports it.`,
  NOTEXEC: ({ statement: { cause, report } }) =>
    `NOT EXECUTED: ${escaped(cause ?? '')}. ${report} reports it.`,
  ABANDONED: ({ statement: { abandoned } }) => {
    const by = abandoned?.by == null ? '' : ` ${abandoned.by}`;
    return `ABANDONED (${abandoned?.why === 'cancel' ? 'CX' : abandoned?.why}${by}): nothing was executed.`;
  },
  EXPIRED: ({ statement: { exp }, now }) =>
    `EXPIRED: window closed${until(exp, 'at')}, now ${momentText(now)} (ledger clock). Nothing was executed. Prepare again.`,
};

function unknownText({ statement, now }: Standing): string {
  const { lastClaimedAt, reference, key, cause, question } = statement;
  const { ask, item, values } = actOf(statement);
  const where = reference === null ? `key ${key}` : `reference ${escaped(reference)}, or key ${key}`;
  return [
    `UNKNOWN: ${ask} of ${plainValue(item)} (${told(values)}) may or may not have been done at ${momentText(lastClaimedAt ?? now)}.`,
    `Why: ${escaped(cause ?? 'nobody said')}. Look for ${where}, then answer EXECUTED or NOTEXEC${question === null ? '' : ` to ${question}`}:`,
    `hearback reconcile ${statement.token} --answer NOTEXEC --evidence "what you looked at"`,
  ].join('\n');
}

function told(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([slot, value]) => `${slot}=${plainValue(value)}`)
    .join(' ');
}

function until(exp: number | null, word: 'before' | 'at'): string {
  return exp === null ? '' : ` ${word} ${timeOf(exp)}`;
}
