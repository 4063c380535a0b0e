import type { AnyMessage } from 'hearback';
import type { Approval } from '../read/folder.ts';
import { answerTo, type Said, slot } from './said.ts';

/** What became of an approved act, by the ledger's lines. */
export interface Outcome {
  readonly approval: Approval;
  /** `differs`: it ran with other values, and was not taken back. `open`: its handoff has not ended. */
  readonly state: 'done' | 'taken back' | 'differs' | 'not done' | 'open';
  /** The done report, where there is one. */
  readonly dn: AnyMessage | null;
  /** Why it was not done, in the words of the line that ended it. */
  readonly why: string;
}

/** What became of an approval: its handoffs are those that carry its reference. */
export function outcomeOf(approval: Approval, lines: readonly Said[]): Outcome {
  const handoffs = lines.filter(
    ({ message }) => message.type === 'HO' && slot(message, 'apref') === approval.apref,
  );
  const ids = handoffs.map(({ message }) => message.id);
  const done = lines.find(({ message }) => message.type === 'DN' && ids.includes(message.re ?? ''));
  if (done === undefined) return { approval, dn: null, ...withoutReport(approval, ids.at(-1), lines) };
  const dn = done.message;
  if (done.entry.verdict?.passes) return { approval, dn, state: 'done', why: '' };
  const undo = lines.find(({ message }) => slot(message, 'ask') === 'UNDO' && slot(message, 'ctx') === dn.id);
  const undone = undo && answerTo(lines, 'DN', undo.message.id);
  return { approval, dn, state: undone?.entry.verdict?.passes ? 'taken back' : 'differs', why: '' };
}

function withoutReport(
  { withdrawn, after }: Approval,
  handoff: string | undefined,
  lines: readonly Said[],
): Pick<Outcome, 'state' | 'why'> {
  if (handoff === undefined) {
    const why =
      withdrawn !== undefined
        ? 'approval withdrawn'
        : after !== undefined
          ? `waits for ${after}`
          : 'not handed over';
    return { state: 'not done', why };
  }
  for (const type of ['CX', 'FL', 'UN']) {
    const end = answerTo(lines, type, handoff)?.message;
    if (end !== undefined) return { state: 'not done', why: end.tail ?? `${type} ${slot(end, 'why')}` };
  }
  return { state: 'open', why: `${handoff} is open` };
}
