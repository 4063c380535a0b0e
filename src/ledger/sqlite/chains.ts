import { Chain } from '../proof/chain.ts';
import { type Bad, bad } from '../proof/faults.ts';
import type { Head } from '../proof/heads.ts';
import { Inspection } from '../proof/inspection.ts';
import { genesis, isSealed } from '../proof/seal.ts';
import { queries, type StoredRow } from '../sql/rows.ts';
import { worthKeeping } from './checkpoints.ts';
import { rowsOf, type Sql } from './read.ts';

/** What was read of the chains of a file, and how far they are whole where that is worth keeping. */
export interface Chains {
  readonly bad: Bad | null;
  readonly entries: number;
  readonly heads: readonly Head[];
}

/** Reads every chain on from its last checkpoint, to the first entry that does not hold. */
export function examineChains(sql: Sql, version: number): Chains {
  const heads: Head[] = [];
  let entries = 0;
  for (const { conversation, last, sequence, hash } of checkpoints(sql, version)) {
    if (last === sequence) continue;
    const from = { conversation, sequence: sequence ?? 0, hash: hash ?? genesis(conversation) };
    const read = (last ?? 0) < from.sequence ? cutOff(from, last ?? 0) : readOn(sql, from);
    entries += read.entries;
    if (read.bad !== null) return { bad: read.bad, entries, heads: [] };
    heads.push(read.head);
  }
  return { bad: null, entries, heads: entries >= worthKeeping ? heads : [] };
}

interface Checkpoint {
  readonly conversation: string;
  /** The last entry that is there; null where there is none. */
  readonly last: number | null;
  /** The last checkpoint; null where there is none. */
  readonly sequence: number | null;
  readonly hash: string | null;
}

/** Every conversation that has entries or a checkpoint. */
function checkpoints(sql: Sql, version: number): readonly Checkpoint[] {
  const last = '(SELECT max(e.sequence) FROM entries e WHERE e.conversation = n.name)';
  const known =
    version > 1
      ? `SELECT n.name AS conversation, ${last} AS last, c.sequence, c.hash
          FROM (SELECT name FROM (${queries.names}) UNION SELECT conversation FROM checkpoints) n
          LEFT JOIN checkpoints c ON c.conversation = n.name`
      : `SELECT n.name AS conversation, ${last} AS last, NULL AS sequence, NULL AS hash FROM (${queries.names}) n`;
  return rowsOf<Checkpoint>(sql, known, '', -1);
}

/** What was read of a chain. */
interface Read {
  readonly bad: Bad | null;
  readonly entries: number;
  readonly head: Head;
}

function cutOff(from: Head, last: number): Read {
  const spot = { conversation: from.conversation, sequence: last + 1 };
  const missing = bad(spot, 'missing', `entry ${from.sequence} was there at the last checkpoint`);
  return { bad: missing, entries: 0, head: from };
}

const page = 500;

/** Reads a chain to its end. Where an entry is not as plain as most, all that is known of chains says what it is. */
function readOn(sql: Sql, from: Head): Read {
  let head = from;
  for (;;) {
    const rows = rowsOf<StoredRow>(sql, plain, head.conversation, head.sequence, page);
    for (const row of rows) {
      const follows = Number(row.sequence) === head.sequence + 1 && row.previous === head.hash;
      if (!follows || !isSealed(numbered(row))) return readAsChain(sql, from);
      head = { ...head, sequence: head.sequence + 1, hash: row.hash };
    }
    if (rows.length < page) return { bad: null, entries: head.sequence - from.sequence, head };
  }
}

function readAsChain(sql: Sql, from: Head): Read {
  const inspection = new Inspection();
  const chain = new Chain(from.conversation, inspection, from.sequence === 0 ? {} : { after: from });
  const query = `${queries.stored} e.conversation = ? AND e.sequence > ? ORDER BY e.sequence LIMIT ?`;
  for (;;) {
    const rows = rowsOf<StoredRow>(sql, query, from.conversation, chain.head.sequence, page);
    for (const { kept: keptText, ...row } of rows) {
      const found = chain.read({ entry: numbered(row), keptText });
      if (found !== null) return { bad: found, entries: inspection.entries, head: chain.head };
      inspection.entries += 1;
    }
    if (rows.length < page) return { bad: chain.end(), entries: inspection.entries, head: chain.head };
  }
}

type Sealed = Omit<StoredRow, 'kept'>;

/** Integers that a driver gives as bigints. */
function numbered(row: Sealed): Sealed {
  return { ...row, sequence: Number(row.sequence), at: Number(row.at) };
}

const plain = `SELECT conversation, sequence, at, principal, text, previous, hash FROM entries
  WHERE conversation = ? AND sequence > ? ORDER BY sequence LIMIT ?`;
