import type { CommitOutcome, Refused } from '../../act/tool.ts';
import { renderHuman } from '../../diagnostic/render.ts';
import { verdictJson } from '../../ledger/entry-json.ts';
import type { KeptVerdict } from '../../ledger/ledger.ts';
import { escaped } from '../../text/shown.ts';
import { type Told, tell } from '../ledger/tell.ts';
import type { Call } from '../verb.ts';
import { exitOfCommit, exitOfRefusal } from './exits.ts';

/** Tells what came of a commit, or of what settles one. */
export function tellCommit(call: Call, outcome: CommitOutcome): void {
  tell(call, commitTold(outcome));
}

function commitTold(outcome: CommitOutcome): Told {
  if (outcome.outcome === 'refused') return refusedTold(outcome);
  const exit = exitOfCommit(outcome);
  const { message } = outcome;
  const line = outcome.outcome === 'unknown' ? null : outcome.line;
  const question = isOpen(outcome) ? outcome.question : null;
  const verdict = outcome.outcome === 'executed' ? outcome.verdict : null;
  const again =
    'repeat' in outcome && outcome.repeat ? ['This is what it came to before; nothing was done now.'] : [];
  const text = [
    escaped(message),
    ...again,
    ...(verdict === null ? [] : findingsOf(verdict)),
    ...(question === null ? [] : [`asked: ${escaped(question)}`]),
  ];
  const json = { ...outcome, ...(verdict === null ? {} : { verdict: verdictJson(verdict) }) };
  return { json, text: text.join('\n'), line, exit };
}

/** Whether its question still waits for somebody; one that was answered is told no more. */
function isOpen(outcome: CommitOutcome): outcome is Extract<CommitOutcome, { question: string | null }> {
  return outcome.outcome === 'unknown' || (outcome.outcome === 'executed' && outcome.mismatch);
}

/** Tells that it was refused, and the line that answers for it. */
export function tellRefused(call: Call, refusal: Refused): void {
  tell(call, refusedTold(refusal));
}

/** A refusal, and the line that answers for it. */
export function refusedTold(refusal: Refused): Told {
  const { reason, message, line } = refusal;
  const answer = line === null ? [] : [`answered by ${escaped(line)}`];
  return {
    json: { ...refusal },
    text: [`refused, ${reason}: ${escaped(message)}`, ...answer].join('\n'),
    line: null,
    exit: exitOfRefusal(reason),
  };
}

/** What a verdict found, for a person. */
export function findingsOf({ diagnostics }: KeptVerdict): readonly string[] {
  return diagnostics.map((one) => renderHuman(one));
}
