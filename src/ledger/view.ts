import type { Fact } from './fact.ts';
import { unpacked } from './kept-diagnostics.ts';
import type { EntryView } from './ledger.ts';
import type { Stored } from './store.ts';

/**
 * An entry as a principal may see it: what a sender kept to itself is in the verdict for that sender alone. What was found
 * in a refused line, which may tell it too, is for the principal that brought the line.
 */
export function viewOf({ entry, kept }: Pick<Stored, 'entry' | 'kept'>, principal: string): EntryView {
  const { sequence, at, hash, body } = entry;
  const { line, message, refused, delegateFor } = body;
  const own = kept !== null && kept.principal === principal ? kept.diagnostics : null;
  const open = refused === null || entry.principal === principal ? body.verdict?.diagnostics : [];
  const verdict = body.verdict === null ? null : { ...body.verdict, diagnostics: own ?? open ?? [] };
  return {
    sequence,
    at,
    principal: entry.principal,
    delegateFor,
    policy: policyOf(body.facts),
    line,
    id: typeof message?.['id'] === 'string' ? message['id'] : null,
    type: typeof message?.['type'] === 'string' ? message['type'] : null,
    refused,
    verdict: verdict === null ? null : { ...verdict, diagnostics: unpacked(verdict.diagnostics, line ?? '') },
    hash,
  };
}

function policyOf(facts: readonly Fact[]): string | null {
  const found = facts.find(({ fact }) => fact === 'by-policy');
  return found?.fact === 'by-policy' ? found.policy : null;
}
