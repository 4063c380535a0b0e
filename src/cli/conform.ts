import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { UsageError } from '../diagnostic/usage-error.ts';
import { quoted } from '../text/span.ts';
import { kinds, type Ran } from './vectors/kinds.ts';
import { type Context, MalformedVector, RefusedLine, type Row, Vector } from './vectors/vector.ts';

/** How a vector ended. `problems` are the messages of errors, `notes` those of warnings and notes. */
export interface VectorOutcome {
  readonly id: string;
  readonly kind: string;
  readonly expect: string;
  readonly got: string;
  readonly ok: boolean;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** Why the case is not ok, one sentence a fault. */
  readonly faults: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Runs one vector in the form of the published suite, with this project's `codes`, `mended` and further kinds; null
 * when its kind is none of ours. Never throws: a usage error or a refused line counts as invalid or mismatch, a row
 * that is no vector as malformed and not ok.
 */
export function conform(value: unknown, context: Context): VectorOutcome | null {
  const row = rowOf(value);
  const [id = '', expect = '', name = ''] = ['id', 'expect', 'kind'].map((member) => textIn(row, member));
  const kind = kinds.get(name);
  if (row === null || name === '') {
    return malformed({ id, kind: name, expect }, 'it is no JSON object with a kind');
  }
  if (kind === undefined) return null;
  if (isDeeper(row, deepest)) {
    return malformed({ id, kind: name, expect }, `it is nested deeper than ${deepest} levels`);
  }
  let ran: Ran;
  try {
    ran = ranIn(() => kind.run(new Vector(row, context)));
  } catch (error) {
    if (error instanceof MalformedVector) return malformed({ id, kind: name, expect }, error.message);
    throw error;
  }
  const { diagnostics, value: text, fault } = ran;
  const passes = !hasErrors(diagnostics);
  const got = (passes ? text : undefined) ?? inWordsOf(expect, passes, kind);
  const problems = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  const notes = diagnostics.filter(({ severity }) => severity !== 'error').map(({ message }) => message);
  const faults = [
    ...(fault === undefined ? [] : [fault]),
    ...lacking(row, 'errors_contain', problems),
    ...lacking(row, 'problems_contain', problems),
    ...lacking(row, 'notes_contain', notes),
    ...codeFaults(row, diagnostics),
    ...mendedFaults(row, context),
  ];
  const ok = got === expect && faults.length === 0;
  return { id, kind: name, expect, got, ok, problems, notes, faults, diagnostics };
}

/** The row without its null members; null when it is no JSON object. */
function rowOf(value: unknown): Row | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** A member as text; empty where it is neither text nor a number. */
function textIn(row: Row | null, name: string): string {
  const member = row?.[name];
  return typeof member === 'string' || typeof member === 'number' ? String(member) : '';
}

const deepest = 32;

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((member) => isDeeper(member, most - 1));
}

function ranIn(run: () => Ran): Ran {
  try {
    return run();
  } catch (error) {
    if (error instanceof RefusedLine) return { diagnostics: error.diagnostics };
    if (!(error instanceof UsageError)) throw error;
    const { code, message } = error;
    return { diagnostics: [{ code, severity: 'error', message, data: {} }] };
  }
}

/** A suite may say valid or match of any kind: both mean that the case passes. */
function inWordsOf(expect: string, passes: boolean, kind: { passes: string; fails: string }): string {
  if (expect === 'valid' || expect === 'invalid') return passes ? 'valid' : 'invalid';
  if (expect === 'match' || expect === 'mismatch') return passes ? 'match' : 'mismatch';
  return passes ? kind.passes : kind.fails;
}

function lacking(row: Row, member: string, messages: readonly string[]): readonly string[] {
  const parts = row[member] === undefined ? [] : [row[member]].flat();
  return parts
    .filter((part) => typeof part !== 'string' || !messages.some((message) => message.includes(part)))
    .map((part) => `${member}: no message holds ${JSON.stringify(part)}`);
}

/** `codes` are all findings, as a code and the text that its span quotes, in any order. */
function codeFaults({ codes }: Row, diagnostics: readonly Diagnostic[]): readonly string[] {
  if (codes === undefined) return [];
  const found = pairs(diagnostics).sort();
  const expected = Array.isArray(codes) ? codes.map((pair) => JSON.stringify(pair)).sort() : [];
  if (found.join() === expected.join()) return [];
  return [`codes are ${found.join(' ') || 'none'}`, `expected codes ${expected.join(' ') || 'none'}`];
}

function pairs(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, at }) =>
    JSON.stringify([code, at === undefined ? '' : quoted(at.line, at.span)]),
  );
}

/** The row with `mended` laid over it passes, and its first code is gone. */
function mendedFaults({ mended, ...row }: Row, context: Context): readonly string[] {
  if (mended === undefined) return [];
  const { codes, expect, errors_contain: _, problems_contain: __, notes_contain: ___, ...rest } = row;
  const outcome = conform({ ...rest, ...(mended as Row), expect: 'match' }, context);
  const first = Array.isArray(codes) ? codes[0]?.[0] : undefined;
  const faults = [];
  if (!outcome?.ok) {
    const why = [...(outcome?.faults ?? []), ...(outcome?.problems ?? [])];
    faults.push(`mended, it does not pass: ${why.join('; ')}`);
  }
  if (outcome?.diagnostics.some(({ code }) => code === first)) faults.push(`mended, it still has ${first}`);
  return faults;
}

function malformed(head: { id: string; kind: string; expect: string }, fault: string): VectorOutcome {
  return {
    ...head,
    got: 'malformed',
    ok: false,
    problems: [fault],
    notes: [],
    faults: [fault],
    diagnostics: [],
  };
}
