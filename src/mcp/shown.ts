import type { Call } from '../act/executor.ts';
import { actRefusals } from '../act/refusal.ts';
import type { Refused, StatementView } from '../act/tool.ts';
import { type AnyMessage, parse, type ReadOptions } from '../codec/index.ts';
import type { Verdict } from '../diagnostic/verdict.ts';
import { timeOf } from '../ledger/clock.ts';
import type { EntryView, KeptVerdict, OpenHandoff } from '../ledger/ledger.ts';
import type { Handoff, Statement } from '../ledger/state.ts';
import { shownMessage, type Untrusted } from '../reply/shown-message.ts';
import { advice } from './advice.ts';
import { type Answer, findings, refusal } from './answer.ts';

type Json = Readonly<Record<string, unknown>>;

/** A verdict, with its findings. */
export function verdictJson({ diagnostics, ...rest }: KeptVerdict | Verdict): Json {
  return { ...rest, findings: findings(diagnostics) };
}

/** A handoff as it stands. */
export function handoffJson(handoff: Handoff): Json {
  const { id, state, ask, item, from, to, owner, exp, closed } = handoff;
  return {
    ...{ id, state, ask, item, from, to, owner },
    exp: exp === null ? null : timeOf(exp),
    closed: closed === null ? null : { by: closed.message, mismatch: closed.mismatch },
  };
}

/** An open handoff, with its age. */
export function openJson(handoff: OpenHandoff): Json {
  const { age, orphaned, late } = handoff;
  return { ...handoffJson(handoff), age_seconds: Math.floor(age / 1_000), orphaned, late };
}

/** A statement: the act as it is frozen, and what is told of it where that is known. */
export function statementJson(statement: Statement | StatementView): Json {
  const { token, state, handoff, readback, exp } = statement;
  const { ask, item, values } = JSON.parse(statement.call) as Call;
  return {
    ...{ token, state, handoff, readback, act: { ask, item, values } },
    exp: exp === null ? null : timeOf(exp),
    ...('notice' in statement ? { notice: statement.notice } : {}),
  };
}

/** Something told, and what in it others wrote. */
export interface Told {
  readonly json: Json;
  readonly untrusted: readonly Untrusted[];
}

/** An entry of the ledger. A line that cannot be read is told as text alone. */
export function entryTold(entry: EntryView, reading: ReadOptions): Told {
  const { sequence, at, principal, delegateFor, policy, refused, verdict, line } = entry;
  const { message, untrusted } = lineTold(line, reading, principal);
  const json = {
    ...{ sequence, at: new Date(at).toISOString(), principal, written_by_code_for: delegateFor },
    ...{ policy, refused, message, verdict: verdict === null ? null : verdictJson(verdict) },
  };
  return { json, untrusted };
}

/** A line of the ledger as a message. */
export function lineTold(
  line: string | null,
  reading: ReadOptions,
  principal: string,
): { readonly message: Json | null; readonly untrusted: readonly Untrusted[] } {
  if (line === null) return { message: null, untrusted: [] };
  const { message } = parse(line, reading);
  if (message !== null) return shownMessage(message);
  return { message: null, untrusted: [{ in: 'a line that cannot be read', by: principal, text: line }] };
}

/** A message that this caller or its tools composed: with its line, whatever stands on it. */
export function ownTold(message: AnyMessage, line: string): Told {
  const { message: json, untrusted } = shownMessage(message);
  return { json: { ...json, line }, untrusted };
}

/** Refusals whose detail names what the handoff's art= names, which its sender wrote freely. */
const naming: ReadonlySet<string> = new Set(['unreadable-artifact', 'unreadable-source', 'changed']);

/** A refusal of the act tool. */
export function refusedBy({ reason, message, retryable, line }: Refused, reading: ReadOptions): Answer {
  const answer = lineTold(line, reading, 'ledger');
  const isNaming = naming.has(reason);
  const detail = { in: `the detail of ${reason}`, by: 'the sender of the handoff', text: message };
  return {
    ...refusal(reason, isNaming ? `Refused: ${actRefusals[reason].means}.` : message, advice[reason], {
      retryable,
      ...(answer.message === null ? {} : { answered_by: answer.message }),
    }),
    untrusted: [...answer.untrusted, ...(isNaming ? [detail] : [])],
  };
}
