import { crc32 } from 'node:zlib';
import { LedgerError } from '../error.ts';

/**
 * A row as its table holds it: JSON whose last member is a sum (CRC-32) of the rest. The entries have their hashes; this
 * shows a bit that flipped in what follows from them, before anything is decided by it (act.md 8). It stops no forger.
 */
export function rowText(row: object): string {
  const json = JSON.stringify(row);
  return `${json.slice(0, -1)}${sumOf(json)}`;
}

/** The row of a text. Throws LedgerError `ledger/damaged` for one that is not what was written. */
export function readRow<T>(text: string): T {
  const end = text.length - sumLength;
  try {
    if (!text.startsWith(member, end)) return JSON.parse(text) as T; // version 1 of the schema wrote no sums
    const json = `${text.slice(0, end)}}`;
    if (sumOf(json) !== text.slice(end)) throw new SyntaxError('its sum differs');
    return JSON.parse(json) as T;
  } catch (cause) {
    throw new LedgerError('ledger/damaged', 'a row is not what was written; nothing was written', { cause });
  }
}

const member = ',"sum":"';
const sumLength = member.length + '01234567"}'.length;

function sumOf(json: string): string {
  return `${member}${crc32(json).toString(16).padStart(8, '0')}"}`;
}
