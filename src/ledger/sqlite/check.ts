import { LedgerError } from '../error.ts';
import type { Bad } from '../proof/faults.ts';
import type { Head } from '../proof/heads.ts';
import { examineChains } from './chains.ts';
import { nowOf, rowsOf, type Sql, sizeOf } from './read.ts';
import { isDamaged, type Log } from './wal.ts';

/** What was looked at when a file was opened. */
export interface Opening {
  /** What is wrong with it, as people are told (act.md 8); null: it is trusted. */
  readonly fault: string | null;
  /** What was looked at and what was not, a phrase each. */
  readonly checked: readonly string[];
}

/** What a look found, and what of it is worth keeping for the next. */
export interface Examined extends Opening {
  /** When the structure was looked at; null when it was not, or need not be remembered. */
  readonly structureAt: number | null;
  /** Where the chains were found whole, and that was not known yet. */
  readonly heads: readonly Head[];
}

/** A file of up to so many bytes is looked through each time it is opened, a larger one once a day. */
const small = 32 * 1024 * 1024;
const day = 24 * 60 * 60 * 1000;

/** What is wrong with the log beside a file: without it the file may look like an empty one. */
export function examineLog(log: Log | null): Examined | null {
  if (log === null || !isDamaged(log)) return null;
  const { frames, lost } = log;
  const what = `the log beside it is damaged: ${lost} transactions behind frame ${frames} are lost`;
  return { fault: notTrusted(`(${what})`), checked: ['the log'], structureAt: null, heads: [] };
}

/** Looks at a ledger's file before anything is written to it. Run inside a transaction. */
export function examine(sql: Sql, version: number): Examined {
  const nothing = { structureAt: null, heads: [] };
  try {
    const structure = examineStructure(sql, version);
    if (structure.fault !== null) {
      const fault = notTrusted(`(quick_check: ${structure.fault})`);
      return { ...nothing, fault, checked: [structure.checked] };
    }
    const chains = examineChains(sql, version);
    const fault = chains.bad === null ? null : notTrusted(at(chains.bad));
    const checked = [
      structure.checked,
      `the hash chain of ${count(chains.entries)} since the last checkpoint`,
    ];
    return { fault, checked, structureAt: structure.at, heads: chains.heads };
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'ledger/damaged') throw error;
    return { ...nothing, fault: notTrusted('(the file is damaged)'), checked: ['the file'] };
  }
}

/** A ledger that is not trusted, in the words of act.md 8; `where` says how that shows. */
export function notTrusted(where: string): string {
  return `LEDGER NOT TRUSTED ${where}. Read-only. Nothing will be executed. Restore a backup, and verify it.`;
}

function at({ conversation, sequence, fault, why }: Bad): string {
  const how = fault === 'changed' ? 'hash differs' : why;
  return `at entry ${sequence.toLocaleString('en-US')} of ${conversation} (${how})`;
}

function count(entries: number): string {
  return `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry' : 'entries'}`;
}

interface Structure {
  readonly fault: string | null;
  readonly checked: string;
  readonly at: number | null;
}

function examineStructure(sql: Sql, version: number): Structure {
  const now = nowOf(sql);
  const large = sizeOf(sql) > small;
  const last = large && version > 1 ? lastCheck(sql) : null;
  if (last !== null && now >= last && now - last < day) {
    const when = new Date(last).toISOString();
    return { fault: null, checked: `not its structure, which was looked through at ${when}`, at: null };
  }
  const [first] = rowsOf<{ quick_check: string }>(sql, 'PRAGMA quick_check(1)');
  const found = first?.quick_check ?? 'no answer';
  return {
    fault: found === 'ok' ? null : found.replaceAll('\n', ' '),
    checked: 'its structure (quick_check)',
    at: large ? now : null,
  };
}

function lastCheck(sql: Sql): number | null {
  const [row] = rowsOf<{ value: string }>(sql, "SELECT value FROM meta WHERE name = 'checked'");
  return row === undefined ? null : Number(row.value);
}
