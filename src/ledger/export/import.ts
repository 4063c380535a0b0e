import type { Link } from '../proof/chain.ts';
import { Inspection, type Sound } from '../proof/inspection.ts';
import { headsOf, type VerifyOptions } from '../proof/verify.ts';
import type { Store } from '../store.ts';
import { contradictionIn, type Restoring } from '../whole.ts';
import { type Chunks, readExport } from './lines.ts';
import { BadExport, type BadLine, type Exported, type Held } from './read.ts';

/** What an export is held against. */
export interface ImportOptions extends Pick<VerifyOptions, 'heads' | 'publicKey'> {
  /** Takes an export without what senders kept: a handoff that needs it has to be sent again. */
  readonly withoutKept?: boolean;
}

/** What became of an export: all of it is there, or nothing. */
export type Imported =
  | ({ readonly outcome: 'imported' } & Omit<Sound, 'holds'>)
  | ({ readonly outcome: 'refused' } & BadLine);

/**
 * Writes an export into a ledger that has no entry yet: all of it or, when a line of it is bad or the reading breaks off,
 * nothing. The ledger is of a new epoch then, so that nothing runs twice. Throws LedgerError where something was written
 * before, and UsageError for heads that the key did not sign.
 */
export async function importLedger(
  store: Store,
  chunks: Chunks,
  options: ImportOptions = {},
): Promise<Imported> {
  const heads = headsOf(options);
  const inspection = new Inspection();
  try {
    await store.whole.restore((into) => restore(into, chunks, { heads, inspection }, options));
  } catch (error) {
    return { outcome: 'refused', ...refusalOf(error) };
  }
  const { holds: _, ...sound } = inspection.sound(heads, { moved: new Set() });
  return { outcome: 'imported', ...sound };
}

/** Whether an export is whole and holds: the same as before an import, and nothing is written. */
export async function verifyExport(
  chunks: Chunks,
  options: Pick<VerifyOptions, 'heads' | 'publicKey'> = {},
): Promise<Sound | ({ readonly holds: false } & BadLine)> {
  const heads = headsOf(options);
  const inspection = new Inspection();
  try {
    for await (const _ of readExport(chunks, { heads, inspection }));
  } catch (error) {
    return { holds: false, ...refusalOf(error) };
  }
  return inspection.sound(heads, { moved: new Set() });
}

/** Why an export is not taken; anything else that failed is thrown on. */
function refusalOf(error: unknown): BadLine {
  if (error instanceof BadExport) return error.at;
  throw error;
}

async function restore(
  into: Restoring,
  chunks: Chunks,
  held: Held,
  { withoutKept = false }: ImportOptions,
): Promise<void> {
  const batch = new Batch(into);
  for await (const said of readExport(chunks, held)) {
    if ('link' in said) await batch.add(said.link);
    else await batch.beside(said, withoutKept);
  }
  await batch.write();
}

const mostEntries = 100;
const mostText = 1024 * 1024;

/** Entries of one conversation, on their way into a ledger together. */
class Batch {
  readonly #into: Restoring;
  #links: Link[] = [];
  #text = 0;
  #line = 0;

  constructor(into: Restoring) {
    this.#into = into;
  }

  async add(link: Link): Promise<void> {
    const [first] = this.#links;
    const another = first !== undefined && first.entry.conversation !== link.entry.conversation;
    if (another || this.#links.length >= mostEntries || this.#text >= mostText) await this.write();
    this.#line += 1;
    this.#links.push(link);
    this.#text += link.entry.text.length + (link.keptText?.length ?? 0);
  }

  async beside(said: Exclude<Exported, { link: unknown }>, withoutKept: boolean): Promise<void> {
    await this.write();
    this.#line += 1;
    if ('header' in said && !said.header.kept && !withoutKept) this.#refuse(needsKept);
    if ('number' in said) {
      const { conversation, agent, last } = said.number;
      await this.#into.number(conversation, agent, last);
    }
    if ('cursor' in said) {
      const { conversation, agent, sequence } = said.cursor;
      await this.#into.cursor(conversation, agent, sequence);
    }
  }

  async write(): Promise<void> {
    const links = this.#links;
    const [first] = links;
    this.#links = [];
    this.#text = 0;
    if (first === undefined) return;
    try {
      await this.#into.take(first.entry.conversation, links);
    } catch (error) {
      const why = contradictionIn(error);
      if (why === null) throw error;
      this.#refuse(why);
    }
  }

  #refuse(why: string): never {
    throw new BadExport({ line: this.#line, why, bad: null });
  }
}

const needsKept =
  'it was made without what senders kept: export it with that, or say that you take it without';
