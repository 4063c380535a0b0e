import type { Stored } from '../../ledger/store.ts';
import { viewOf } from '../../ledger/view.ts';
import { slotOf, textOf } from '../picture/entry.ts';
import type { Export } from './reply.ts';

type Columns = Export<Stored>['columns'];

/** How an entry came out, as one word: `refused` before all else, nothing for a change and for what is not judged. */
export function verdictOf({ entry: { body } }: Pick<Stored, 'entry'>): string | null {
  if (body.refused !== null) return 'refused';
  if (body.verdict === null) return null;
  if (body.verdict.unchecked === true) return 'unchecked';
  return body.verdict.passes ? 'passes' : 'fails';
}

/** What a table of entries says of each. */
export const entryColumns: Columns = {
  conversation: ({ entry }) => entry.conversation,
  entry: ({ entry }) => entry.sequence,
  at: ({ entry }) => new Date(entry.at).toISOString(),
  principal: ({ entry }) => entry.principal,
  person: ({ entry }) => entry.body.person,
  written_for: ({ entry }) => entry.body.delegateFor,
  ...ofMessage('type', 'id', 're', 'from', 'to', 'item'),
  profile: ({ entry }) => slotOf(entry.body.message, 'p'),
  verdict: verdictOf,
  refused: ({ entry }) => entry.body.refused,
  line: ({ entry }) => entry.body.line,
  changes: ({ entry }) => entry.body.facts.map(({ fact }) => fact).join(' '),
  judged_by: ({ entry }) => entry.body.program,
  profile_hash: ({ entry }) => entry.body.profile,
  hash: ({ entry }) => entry.hash,
};

function ofMessage(...names: readonly string[]): Columns {
  return Object.fromEntries(
    names.map((name) => [name, ({ entry }: Stored) => textOf(entry.body.message, name)]),
  );
}

/** An entry whole, as a principal may see it. */
export function entryJson(stored: Stored, principal: string): Readonly<Record<string, unknown>> {
  const { conversation, body } = stored.entry;
  const { message, facts, person, program, profile } = body;
  const { at, ...view } = viewOf(stored, principal);
  return { conversation, ...view, at: new Date(at).toISOString(), person, message, facts, program, profile };
}
