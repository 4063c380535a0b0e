import { createHash } from 'node:crypto';
import { LedgerError } from '../error.ts';
import { Chain, type Link } from '../proof/chain.ts';
import { trusted } from '../proof/faults.ts';
import type { Head } from '../proof/heads.ts';
import { Inspection } from '../proof/inspection.ts';
import type { Store, Stored } from '../store.ts';
import { everyRow } from '../whole.ts';
import { type ExportedEntry, type ExportLine, exportText, exportVersion, longestLine } from './form.ts';

/** What goes into an export. */
export interface ExportOptions {
  /** What senders keep to themselves goes too: whoever has the export can read it. */
  readonly kept?: boolean;
  /** A ledger that does not hold is exported all the same, as evidence; no import takes it. */
  readonly evenDamaged?: boolean;
}

/**
 * The whole ledger as lines of JSON, each with its line end (spec/LEDGER.md), in memory that does not grow with it. The same
 * ledger gives the same bytes, wherever it is stored. Throws LedgerError `ledger/damaged` at an entry that does not hold.
 */
export async function* exportLedger(store: Store, options: ExportOptions = {}): AsyncGenerator<string> {
  const { kept = false, evenDamaged = false } = options;
  const counts = { cursors: 0, entries: 0, numbers: 0 };
  const hash = createHash('sha256');
  for await (const said of whatIsThere(store, { kept, evenDamaged })) {
    const written = `${exportText(said)}\n`;
    if (Buffer.byteLength(written, 'utf8') > longestLine) throw tooLong(said);
    hash.update(written, 'utf8');
    if ('entry' in said) counts.entries += 1;
    if ('number' in said) counts.numbers += 1;
    if ('cursor' in said) counts.cursors += 1;
    yield written;
  }
  yield `${exportText({ end: { ...counts, sha256: hash.digest('hex') } })}\n`;
}

async function* whatIsThere(
  store: Store,
  { kept, evenDamaged }: Required<ExportOptions>,
): AsyncGenerator<ExportLine> {
  const heads = await store.whole.heads();
  yield { header: { format: 'hearback ledger', kept, version: exportVersion } };
  for (const head of heads) {
    const chain = new Chain(head.conversation, new Inspection(), { head, withoutKept: !kept });
    for await (const link of storedUpTo(store, head)) {
      if (!evenDamaged) trusted(chain.read(link));
      yield { entry: exported(link, kept) };
    }
    if (!evenDamaged) trusted(chain.end());
  }
  for await (const { key, values } of everyRow(store.whole, 'numbers')) {
    const [conversation, agent] = key as [string, string];
    yield { number: { agent, conversation, last: values['last'] as number } };
  }
  const last = new Map(heads.map(({ conversation, sequence }) => [conversation, sequence]));
  for await (const { key, values } of everyRow(store.whole, 'cursors')) {
    const [conversation, agent] = key as [string, string];
    // what was acknowledged meanwhile is not in this export
    const sequence = Math.min(values['sequence'] as number, last.get(conversation) ?? 0);
    yield { cursor: { agent, conversation, sequence } };
  }
}

const page = 500;

/** The entries of a conversation up to one; what is written meanwhile is behind it. */
export async function* storedUpTo(store: Store, { conversation, sequence }: Head): AsyncGenerator<Stored> {
  for (let after = 0; after < sequence; ) {
    const limit = Math.min(page, sequence - after);
    const stored = await store.entries(conversation, { after, limit });
    yield* stored;
    if (stored.length < limit) return;
    after = stored.at(-1)?.entry.sequence ?? sequence;
  }
}

function exported({ entry, keptText }: Link, kept: boolean): ExportedEntry {
  const { conversation, sequence, at, principal, text, previous, hash } = entry;
  return { conversation, sequence, at, principal, text, previous, hash, kept: kept ? keptText : null };
}

function tooLong(said: ExportLine): LedgerError {
  const what = 'entry' in said ? `entry ${said.entry.sequence} of ${said.entry.conversation}` : 'a line';
  return new LedgerError(
    'ledger/too-long',
    `${what} is longer than the ${longestLine} bytes that a line may have`,
  );
}
