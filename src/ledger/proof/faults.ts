import { shown } from '../../text/shown.ts';
import { LedgerError } from '../error.ts';

/** What may be wrong with a ledger, in the order in which an entry is looked at: the first that holds is told. */
export const faults = {
  unreadable: 'the storage cannot give it back',
  missing: 'an entry is missing here',
  duplicate: 'an entry with this sequence was there already',
  predecessor:
    'it is whole, and it does not follow the entry before it: it comes from elsewhere, or what it followed was replaced',
  moved: 'it was sealed for another place',
  changed: 'its hash differs from what it holds',
  'no-entry': 'its text is no entry',
  redaction: 'what was dropped is not what a redaction dropped',
  kept: 'what is kept beside it is not what was kept',
  rewritten: 'its hash is not the one that was signed',
  truncated: 'a later entry was signed, and it is not there',
  state: 'a table holds otherwise than the entries say',
} as const;
faults satisfies Record<string, string>;

/** What is wrong with an entry. */
export type Fault = keyof typeof faults;

/** An entry's place. */
export interface Spot {
  readonly conversation: string;
  readonly sequence: number;
}

/** The first bad entry, and why; `why` is a sentence for people. */
export interface Bad extends Spot {
  readonly fault: Fault;
  readonly why: string;
}

/** A fault at an entry, in words; `detail` says what was found. */
export function bad({ conversation, sequence }: Spot, fault: Fault, detail?: string): Bad {
  const why = detail === undefined ? faults[fault] : `${faults[fault]}: ${detail}`;
  return { conversation, sequence, fault, why };
}

/** Throws LedgerError `ledger/damaged` for an entry that is bad. */
export function trusted(found: Bad | null): void {
  if (found === null) return;
  const where = `entry ${found.sequence} of ${shown(found.conversation)}`;
  throw new LedgerError('ledger/damaged', `LEDGER NOT TRUSTED at ${where}: ${found.why}`);
}
