import { renderHuman } from '../../diagnostic/render.ts';
import type { KeptVerdict, Sent } from '../../ledger/ledger.ts';
import { type Refusal, refusals } from '../../ledger/refusal.ts';
import { escaped } from '../../text/shown.ts';
import { handoffText } from './handoff-text.ts';

/** What became of a line, for a person. */
export function sentText(sent: Sent): string {
  if (sent.outcome === 'refused') {
    const { reason, message, diagnostics, answer } = sent;
    return [
      ...diagnostics.map((one) => renderHuman(one)),
      `refused, ${reason}: ${escaped(message)}`,
      ...(answer === null ? [] : [`answered by ${escaped(answer)}`]),
    ].join('\n');
  }
  const { outcome, id, entry, verdict, handoff, written } = sent;
  return [
    ...(verdict?.diagnostics.map((one) => renderHuman(one)) ?? []),
    `${words[outcome]}: ${id}, entry ${entry.sequence}`,
    ...(verdict === null ? [] : [verdictText(verdict)]),
    ...(handoff === null ? [] : [handoffText(handoff)]),
    ...written.map((line) => `written: ${escaped(line)}`),
  ].join('\n');
}

const words: Readonly<Record<Exclude<Sent['outcome'], 'refused'>, string>> = {
  accepted: 'accepted',
  exists: 'was there',
  declined: 'BUSY: declined',
};

/** How a call ends: 1 refused for good, or taken with a verdict that fails; 4 where it may be taken later. */
export function exitOfSent(sent: Sent): 0 | 1 | 4 {
  if (sent.outcome === 'refused') return exitOfRefusal(sent.reason);
  if (sent.outcome === 'declined') return 4;
  return sent.verdict?.passes === false ? 1 : 0;
}

function exitOfRefusal(reason: Refusal): 1 | 4 {
  return refusals[reason].retryable ? 4 : 1;
}

/** A verdict in a few words. */
export function verdictText({ passes, roger, wilco, unchecked }: KeptVerdict): string {
  return [
    passes ? 'passes' : 'fails',
    ...(roger === undefined ? [] : [roger ? 'roger' : 'not roger']),
    ...(wilco === undefined ? [] : [wilco ? 'wilco' : 'not wilco']),
    ...(unchecked === true ? ['unchecked: its sender has to judge it'] : []),
  ].join(', ');
}
