import { canonicalJson } from '../text/canonical-json.ts';
import type { EntryBody } from './entry.ts';
import { notTrusted } from './error.ts';
import type { PreparedStatement } from './fact.ts';
import { isSealed } from './proof/seal.ts';
import type { Seat } from './seat.ts';
import type { Rows, Statement } from './state.ts';

/**
 * Holds a statement against the entry that prepared it: what runs, and under which key, is what was sealed, whatever a
 * table says (I16). Throws LedgerError `ledger/not-trusted` where they differ, or the entry is not what was written.
 */
export async function assertAsPrepared(
  { store, by: { conversation } }: Pick<Seat, 'store' | 'by'>,
  rows: Rows,
  statement: Statement,
): Promise<void> {
  const sequence = rows.messages.get(statement.readback)?.sequence ?? 0;
  const [stored] = await store.entries(conversation, { after: sequence - 1, limit: 1 });
  const entry = stored?.entry;
  const isWhole = entry?.sequence === sequence && isSealed(entry);
  const differs = isWhole ? difference(entry.body, statement) : 'hash differs';
  if (differs === null) return;
  const place = `at entry ${sequence.toLocaleString('en-US')} of ${conversation}`;
  throw notTrusted(`${place} (${differs})`);
}

function difference({ facts }: EntryBody, statement: Statement): string | null {
  const prepared = facts.find((fact) => fact.fact === 'prepared' && fact.token === statement.token);
  if (prepared?.fact !== 'prepared') return `it did not prepare ${statement.token}`;
  for (const member of Object.keys(prepared.statement) as (keyof PreparedStatement)[]) {
    const is = canonicalJson({ is: statement[member] });
    if (is !== canonicalJson({ is: prepared.statement[member] })) return `the statement’s ${member} differs`;
  }
  return null;
}
