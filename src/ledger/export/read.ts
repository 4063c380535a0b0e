import { createHash } from 'node:crypto';
import { byCodePoint } from '../../text/canonical-json.ts';
import { isKeptText } from '../entry-form.ts';
import { Chain, type Link } from '../proof/chain.ts';
import { type Bad, bad } from '../proof/faults.ts';
import type { Head, Heads } from '../proof/heads.ts';
import type { Inspection } from '../proof/inspection.ts';
import {
  type ExportEnd,
  type ExportedEntry,
  type ExportKind,
  type ExportLine,
  longestLine,
  readExportLine,
} from './form.ts';

/** Why an export is not taken, and at which of its lines. */
export interface BadLine {
  readonly line: number;
  readonly why: string;
  /** The entry that is bad, where it is an entry. */
  readonly bad: Bad | null;
}

/** Ends the reading at the first line that no export has there. */
export class BadExport extends Error {
  readonly at: BadLine;

  constructor(at: BadLine) {
    super(`line ${at.line}: ${at.why}`);
    this.name = 'BadExport';
    this.at = at;
  }
}

type Of<K extends ExportKind> = Extract<ExportLine, { readonly [key in K]: unknown }>;

/** What an export holds, in its order; every entry has been held against its chain. */
export type Exported = Of<'header'> | { readonly link: Link } | Of<'number'> | Of<'cursor'>;

/** What an export is held against, and what hears of it. */
export interface Held {
  readonly inspection: Inspection;
  readonly heads: Heads | null;
}

/** In which order the kinds come; the first and the last come once. */
const order: readonly ExportKind[] = ['header', 'entry', 'number', 'cursor', 'end'];

/** Reads the lines of one export, one after the other; `close` says that it ended. */
export class ExportReader {
  readonly #inspection: Inspection;
  /** Signed heads of conversations that have not come yet. */
  readonly #signed: Map<string, Head>;
  readonly #hash = createHash('sha256');
  readonly #counts = { cursors: 0, entries: 0, numbers: 0 };
  /** The last entry of every conversation. */
  readonly #last: Map<string, number> = new Map();
  #line = 0;
  #kind = -1;
  #kept = false;
  #chain: Chain | null = null;
  #key: readonly [string, string] = ['', ''];

  constructor({ inspection, heads }: Held) {
    this.#inspection = inspection;
    this.#signed = new Map(heads?.heads.map((head) => [head.conversation, head]));
  }

  /** What a line says, its end cut off; null for the end. Throws BadExport. */
  read(written: string): Exported | null {
    this.#line += 1;
    if (Buffer.byteLength(written, 'utf8') > longestLine) this.refuse('it is longer than any line may be');
    const said = readExportLine(written);
    if (typeof said === 'string') this.refuse(said);
    const [kind] = Object.keys(said) as [ExportKind];
    this.#turnTo(kind);
    if ('end' in said) return this.#end(said.end);
    this.#hash.update(`${written}\n`, 'utf8');
    if ('entry' in said) return { link: this.#entry(said.entry) };
    if ('header' in said) this.#kept = said.header.kept;
    if ('number' in said) this.#beside('numbers', said.number);
    if ('cursor' in said) this.#beside('cursors', said.cursor);
    if ('cursor' in said && said.cursor.sequence > (this.#last.get(said.cursor.conversation) ?? 0))
      this.refuse('it acknowledges an entry that is not there');
    return said;
  }

  /** Throws BadExport where the end has not come. */
  close(): void {
    if (order[this.#kind] !== 'end')
      this.refuseNext('it is not there: the export was cut off before its end');
  }

  /** A line that is not there as a whole. */
  refuseNext(why: string): never {
    this.#line += 1;
    this.refuse(why);
  }

  refuse(why: string, found: Bad | null = null): never {
    throw new BadExport({ line: this.#line, why, bad: found });
  }

  /** The kinds come in their order; what a kind ends is looked at before the next one begins. */
  #turnTo(kind: ExportKind): void {
    const next = order.indexOf(kind);
    const once = kind === 'header' || kind === 'end';
    if (next < this.#kind || (next === this.#kind && once)) this.refuse(`${kind} does not come here`);
    if (this.#kind === -1 && kind !== 'header') this.refuse('an export begins with its header');
    if (next === this.#kind) return;
    if (next > order.indexOf('entry')) this.#endEntries();
    this.#kind = next;
    this.#key = ['', ''];
  }

  #entry({ kept, ...entry }: ExportedEntry): Link {
    const { conversation } = entry;
    if (this.#chain?.conversation !== conversation) this.#begin(conversation);
    const chain = this.#chain as Chain; // just begun, if it was not there
    if (kept !== null && !this.#kept)
      this.refuse('something is kept beside it, and the header says that nothing is');
    if (kept !== null && !isKeptText(kept)) this.#trusted(bad(entry, 'kept'));
    const link = { entry, keptText: kept };
    this.#trusted(chain.read(link));
    this.#last.set(conversation, entry.sequence);
    this.#counts.entries += 1;
    this.#inspection.entries += 1;
    return link;
  }

  #begin(conversation: string): void {
    const before = this.#chain;
    this.#trusted(before?.end() ?? null);
    if (before !== null && byCodePoint(before.conversation, conversation) >= 0)
      this.refuse(
        'its conversation does not come here: each is whole, and they are in the order of code points',
      );
    const head = this.#signed.get(conversation);
    this.#signed.delete(conversation);
    this.#chain = new Chain(conversation, this.#inspection, { head, withoutKept: !this.#kept });
    this.#inspection.conversations += 1;
  }

  #endEntries(): void {
    this.#trusted(this.#chain?.end() ?? null);
    this.#chain = null;
    for (const [conversation, { sequence }] of this.#signed)
      this.#trusted(bad({ conversation, sequence: 1 }, 'truncated', `entry ${sequence} was signed`));
    this.#signed.clear();
  }

  #beside(
    kind: 'numbers' | 'cursors',
    { conversation, agent }: { readonly conversation: string; readonly agent: string },
  ): void {
    const [before, last] = this.#key;
    const after = byCodePoint(conversation, before) || byCodePoint(agent, last);
    if (after <= 0) this.refuse('it does not come here: they are in the order of conversation and agent');
    this.#key = [conversation, agent];
    this.#counts[kind] += 1;
  }

  #end({ sha256, ...counts }: ExportEnd): null {
    const said = JSON.stringify(counts);
    const there = JSON.stringify(this.#counts);
    if (said !== there) this.refuse(`it says ${said}, and there were ${there}`);
    if (sha256 !== this.#hash.digest('hex'))
      this.refuse('the lines before it are not those that were written');
    return null;
  }

  #trusted(found: Bad | null): void {
    if (found !== null) this.refuse(found.why, found);
  }
}
