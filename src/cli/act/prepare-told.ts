import type { Prepared, StatementView } from '../../act/tool.ts';
import { verdictJson } from '../../ledger/entry-json.ts';
import { escaped } from '../../text/shown.ts';
import { handoffText } from '../ledger/handoff-text.ts';
import { plainValue } from '../ledger/plain.ts';
import { verdictText } from '../ledger/sent-text.ts';
import type { Told } from '../ledger/tell.ts';
import { actText, noticeText } from './statement-text.ts';
import { findingsOf, refusedTold } from './told.ts';

/** What came of a prepare; `view` is the statement as the ledger has it, where it has one. */
export function preparedTold(outcome: Prepared, view: StatementView | null): Told {
  switch (outcome.outcome) {
    case 'prepared': {
      const { line, statement, verdict, notes } = outcome;
      const text = [
        view === null ? 'DRY RUN: nothing was written and nothing was executed.' : noticeText(view),
        actText(statement),
        ...findingsOf(verdict),
        verdictText(verdict),
        ...notes.map((note) => `note: ${escaped(note)}`),
      ];
      return { json: jsonOf(outcome), text: text.join('\n'), line };
    }
    case 'held': {
      const { line, handoff, verdict } = outcome;
      const head =
        'HELD: the readback fails against what the sender kept; the statement was discarded and nothing was executed.';
      const text = [head, ...findingsOf(verdict), verdictText(verdict), handoffText(handoff)];
      return { json: jsonOf(outcome), text: text.join('\n'), line, exit: 1 };
    }
    case 'question': {
      const { line, contradictions, repeat } = outcome;
      const differ = contradictions.map(
        ({ slot, sent, resolved, source }) =>
          `  ${slot}  sent ${plainValue(sent)}, ${source === 'call' ? 'the call says' : 'the records say'} ${plainValue(resolved)}`,
      );
      const head = `QUESTION${repeat ? ', asked before' : ''}: nothing was frozen and nothing was executed. These differ:`;
      return { json: { ...outcome }, text: [head, ...differ].join('\n'), line, exit: 3 };
    }
    case 'refused':
      return refusedTold(outcome);
    default:
      return outcome satisfies never;
  }
}

function jsonOf(outcome: Extract<Prepared, { verdict: unknown }>): Told['json'] {
  return { ...outcome, verdict: verdictJson(outcome.verdict) };
}
