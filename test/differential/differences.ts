import { isDeepStrictEqual } from 'node:util';
import { canonical, digest, parse, toJson } from '../../src/codec/index.ts';
import type { PeerParsed } from '../support/peer.ts';
import { type Anatomy, anatomyOf, type Word, wordAt } from './anatomy.ts';
import { type Ruling, rulings } from './rulings.ts';

/** A point on which we and the peer differ about a line, and the word of the line that it is about. */
export interface Difference {
  readonly code: string;
  readonly word: Word;
}

/**
 * Where our answer to a line differs from the peer's. Each error of ours where the peer accepts; each warning of ours
 * where it is silent; `(accepted)` where it refuses what we take; `(message)` where message, canonical form or digest
 * differ; `(written)` where the line that it writes is another message; `(silence)` where it warns and we do not.
 */
export function differencesOf(line: Anatomy, theirs: PeerParsed): readonly Difference[] {
  const { message, diagnostics } = parse(line.raw);
  const found = (severity: string): Difference[] =>
    diagnostics
      .filter((finding) => finding.severity === severity)
      .map(({ code, at }) => ({ code, word: wordAt(line, at?.span) }));
  const whole = (code: string): Difference => ({ code, word: wordAt(line, undefined) });
  const isAccepted = theirs.valid || theirs.crash !== undefined;
  if (!message) return isAccepted ? found('error') : [];
  if (!isAccepted) return [whole('(accepted)')];
  const isSame =
    isDeepStrictEqual(toJson(message), theirs.json) &&
    canonical(message) === theirs.canonical &&
    digest(message) === theirs.digest;
  const again = parse(theirs.written ?? '').message;
  const isWritten = again !== null && canonical(again) === theirs.canonical;
  const warnings = found('warning');
  return [
    ...(isSame ? [] : [whole('(message)')]),
    ...(isWritten ? [] : [whole('(written)')]),
    ...(theirs.warned ? (warnings.length === 0 ? [whole('(silence)')] : []) : warnings),
  ];
}

/** The rulings that excuse the differences, or the ones that nothing excuses. */
export function judged(raw: string, theirs: PeerParsed): { excusedBy: Set<Ruling>; unlisted: Difference[] } {
  const line = anatomyOf(raw);
  const excusedBy = new Set<Ruling>();
  const unlisted: Difference[] = [];
  for (const difference of differencesOf(line, theirs)) {
    const ruling = rulings.find(
      ({ codes, covers }) => codes.includes(difference.code) && covers(difference.word, line),
    );
    if (ruling) excusedBy.add(ruling);
    else unlisted.push(difference);
  }
  return { excusedBy, unlisted };
}
