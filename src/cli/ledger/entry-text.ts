import type { Fact } from '../../ledger/fact.ts';
import type { EntryView } from '../../ledger/ledger.ts';
import { escaped } from '../../text/shown.ts';
import { momentText } from './plain.ts';

/** An entry with what it changed, where that is known. */
export interface EntryShown extends EntryView {
  readonly facts?: readonly Fact[];
}

/** An entry on one row: its number, when, who, and the line, or the change that no line says. */
export function entryText({
  sequence,
  at,
  principal,
  delegateFor,
  line,
  refused,
  facts = [],
}: EntryShown): string {
  const who = delegateFor === null ? principal : `${principal} for ${delegateFor}`;
  const what =
    line === null
      ? `(${facts.map(factText).join('; ')})`
      : `${refused === null ? '' : `refused, ${refused}: `}${escaped(line)}`;
  return `${sequence}  ${momentText(at)}  ${escaped(who)}  ${what}`;
}

function factText(fact: Fact): string {
  if ('token' in fact) return `${fact.fact} ${fact.token}`;
  return 'handoff' in fact ? `${fact.fact} ${fact.handoff}` : fact.fact;
}
