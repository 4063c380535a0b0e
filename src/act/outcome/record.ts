import { profileSlot } from '../../compose/under.ts';
import type { ExecutedResult, Heard } from '../../ledger/fact.ts';
import { acknowledge } from '../../ledger/judge/cancel.ts';
import { messageOf } from '../../ledger/judge/hearing.ts';
import type { Sitting } from '../../ledger/seat.ts';
import { isClosed, isLive } from '../../ledger/state.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import type { Case } from '../case.ts';
import type { Desk } from '../desk.ts';
import { tailOf } from '../tail.ts';
import { executorFor } from '../who-acts.ts';
import {
  composeDone,
  differencesOf,
  executedValues,
  type Seen,
  told,
  verdictOn,
  writtenOf,
} from './done-report.ts';
import { settlesItself } from './evidence.ts';
import { askPerson, askToUndo } from './question.ts';

/**
 * Positive evidence, from whichever attempt: a yes is a yes. EXECUTED, the result, the DN and the close of the handoff
 * are one entry. On a statement that ended without an act, or with another one, it is an incident, recorded and asked about.
 */
export function recordExecuted(desk: Desk, at: Case, seen: Seen, sitting: Sitting): void {
  const { statement, handoff, ho } = at;
  const { token, state } = statement;
  const executed = executedValues(at, seen);
  const result = { values: writtenOf(executed), reference: seen.reference ?? null, evidence: seen.evidence };
  if (statement.result !== null && !isAnother(statement.result, result)) return;
  if (!isLive(statement) || isClosed(handoff)) {
    const cause = `an effect was found, and the statement was ${state}`;
    sitting.scribe.event({
      fact: 'incident',
      token,
      cause,
      result: { ...result, report: '', mismatch: true },
    });
    return askToUndo(desk, at, { re: ho.id, tail: cause }, sitting);
  }
  const differences = differencesOf(at, executed, seen);
  const dn = composeDone(at, executed, differences, sitting);
  const { verdict, full } = verdictOn(at, dn, sitting);
  const mismatch = differences.length > 0 || !verdict.passes;
  sitting.scribe.write({
    message: dn,
    facts: [
      { fact: 'executed', token, result: { ...result, report: dn.id, mismatch } },
      ...(handoff.cancel === null
        ? []
        : [{ fact: 'answered', message: handoff.cancel, answer: dn.id } as const]),
      { fact: 'closed', handoff: handoff.id, closer: 'DN', message: dn.id, mismatch },
    ],
    verdict,
    delegate: true,
    ...(full === null ? {} : { secret: { principal: handoff.principal, diagnostics: full } }),
  });
  if (mismatch) askToUndo(desk, at, { re: dn.id, tail: told(differences) }, sitting);
}

/** Whether two pieces of evidence tell of two effects: another reference, or other values. */
function isAnother(
  known: Pick<ExecutedResult, 'values' | 'reference'>,
  seen: Pick<ExecutedResult, 'values' | 'reference'>,
): boolean {
  const named = known.reference !== null && seen.reference !== null;
  if (named) return known.reference !== seen.reference;
  return canonicalJson(known.values) !== canonicalJson(seen.values);
}

/** Negative evidence that is final: NOTEXEC with the FL, or with the AN that a waiting CX gets. */
export function recordNotExecuted(
  { statement, handoff, ho, settings }: Case,
  { cause, why, retry }: { readonly cause: string; readonly why: 'ERR' | 'TIMEOUT'; readonly retry: boolean },
  { scribe, rows }: Sitting,
): void {
  const { token } = statement;
  const cancel = handoff.cancel === null ? undefined : rows.messages.get(handoff.cancel);
  const cx = cancel === undefined ? null : messageOf(cancel, handoff, settings);
  if (handoff.state === 'CANCELLING' && cx !== null) {
    acknowledge(scribe, cx, (an) => [
      { fact: 'not-executed', token, cause, report: an.id },
      { fact: 'closed', handoff: handoff.id, closer: 'CX', message: cx.id, mismatch: false },
    ]);
    return;
  }
  const parts = { type: 'FL', re: ho.id, from: ho.to, to: ho.from, item: ho.item } as const;
  const slots = { ...profileSlot(ho), why, retry };
  const fl = scribe.compose({ ...parts, slots, tail: tailOf(cause) }, settings.profiles);
  scribe.write({
    message: fl,
    facts: [
      { fact: 'not-executed', token, cause, report: fl.id },
      { fact: 'closed', handoff: handoff.id, closer: 'FL', message: fl.id, mismatch: false },
    ],
    verdict: null,
    delegate: true,
  });
}

/** Nobody can say: UNKNOWN, and a question to a person where nothing else can settle it. */
export function recordUnknown(
  desk: Desk,
  at: Case,
  { cause, reference, heard }: Unsettled,
  sitting: Sitting,
): void {
  const { token, fence, heard: before } = at.statement;
  const said = heard === undefined ? {} : { heard };
  sitting.scribe.event({ fact: 'unknown', token, fence, cause, reference, ...said });
  const executor = executorFor(desk, at.statement);
  const statement = { ...at.statement, heard: { ...before, ...heard } };
  const settles = executor !== null && settlesItself(desk, executor, statement, sitting.at);
  if (!settles) askPerson(desk, at, sitting);
}

/** Why an outcome is unknown, and what the executor said of it. */
export interface Unsettled {
  readonly cause: string;
  readonly reference: string | null;
  readonly heard?: Heard;
}
