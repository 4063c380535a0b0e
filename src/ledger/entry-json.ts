import { diagnosticJson } from '../diagnostic/render-json.ts';
import type { EntryView, KeptVerdict, Sent } from './ledger.ts';

type Json = Readonly<Record<string, unknown>>;

/** A verdict as JSON: its findings have the form that they have everywhere. */
export function verdictJson(verdict: KeptVerdict | null): Json | null {
  return verdict === null ? null : { ...verdict, diagnostics: verdict.diagnostics.map(diagnosticJson) };
}

/** An entry as JSON. */
export function entryJson(entry: EntryView): Json {
  return { ...entry, verdict: verdictJson(entry.verdict) };
}

/** What became of a line, as JSON. */
export function sentJson(sent: Sent): Json {
  return sent.outcome === 'refused'
    ? { ...sent, diagnostics: sent.diagnostics.map(diagnosticJson) }
    : { ...sent, entry: entryJson(sent.entry), verdict: verdictJson(sent.verdict) };
}
