import { canonicalJson } from '../../text/canonical-json.ts';
import { count, exactly, flag, hasForm, hex, isObject, text, textOrNull } from '../form.ts';
import type { Link } from '../proof/chain.ts';

/** The version of the format that this program writes, and the newest that it reads (spec/LEDGER.md). */
export const exportVersion = 1;
/** Bytes of the longest line: a line that is longer is no export's. */
export const longestLine: number = 32 * 1024 * 1024;

/** What a line of an export says. */
export type ExportLine =
  | {
      readonly header: {
        readonly format: 'hearback ledger';
        readonly kept: boolean;
        readonly version: number;
      };
    }
  | { readonly entry: ExportedEntry }
  | { readonly number: { readonly agent: string; readonly conversation: string; readonly last: number } }
  | { readonly cursor: { readonly agent: string; readonly conversation: string; readonly sequence: number } }
  | { readonly end: ExportEnd };

/** An entry and the text of what is kept beside it. */
export type ExportedEntry = Link['entry'] & { readonly kept: string | null };

/** How many lines of each kind there were, and SHA-256 of every byte before this line. */
export interface ExportEnd {
  readonly cursors: number;
  readonly entries: number;
  readonly numbers: number;
  readonly sha256: string;
}

export type ExportKind = 'header' | 'entry' | 'number' | 'cursor' | 'end';

const forms = {
  header: exactly({
    format: { is: 'choice', kind: 'format', names: ['hearback ledger'] },
    kept: flag,
    version: { is: 'integer', least: exportVersion, most: exportVersion },
  }),
  entry: exactly({
    at: count,
    conversation: text,
    hash: hex(64),
    kept: textOrNull,
    previous: hex(64),
    principal: text,
    sequence: { is: 'integer', least: 1, most: Number.MAX_SAFE_INTEGER },
    text,
  }),
  number: exactly({ agent: text, conversation: text, last: count }),
  cursor: exactly({ agent: text, conversation: text, sequence: count }),
  end: exactly({ cursors: count, entries: count, numbers: count, sha256: hex(64) }),
} as const;

/** A line as it stands in an export, without its line end: canonical JSON. */
export function exportText(line: ExportLine): string {
  return canonicalJson(line);
}

/** What a line says; a sentence that says why it is none. What a line says has exactly one text. */
export function readExportLine(written: string): ExportLine | string {
  const value = jsonIn(written);
  if (!isObject(value)) return 'it is no JSON object';
  const [kind, ...others] = Object.keys(value);
  if (kind === undefined || others.length > 0 || !Object.hasOwn(forms, kind))
    return 'it is none of the five kinds';
  const newer = isNewer(value[kind]);
  if (kind === 'header' && newer !== null)
    return `it has version ${newer} of the format and this program reads ${exportVersion}: use the version that wrote it`;
  if (!hasForm(forms[kind as ExportKind], value[kind])) return `it has not the form of ${kind}`;
  return canonicalJson(value) === written
    ? (value as unknown as ExportLine)
    : 'it is not in the canonical form';
}

function isNewer(header: unknown): number | null {
  const version = isObject(header) ? header['version'] : undefined;
  return typeof version === 'number' && version > exportVersion ? version : null;
}

function jsonIn(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
