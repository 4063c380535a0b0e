import { checkThread, parse, type ThreadVerdict } from 'hearback';
import { checkSources, type SourceVerdict } from 'hearback/evidence';
import type { EntryView, Handoff } from 'hearback/ledger';
import type { Effect } from '../bank/book.ts';
import { type Outcome, outcomeOf } from '../play/outcome.ts';
import { decoded, entriesOf, type Said } from '../play/said.ts';
import { auditSources, type Contradiction } from '../play/sources.ts';
import type { Stage } from '../play/stage.ts';
import { readDocuments } from '../read/documents.ts';
import type { Folder } from '../read/folder.ts';

/** What there is to report: the folder, the ledger's entries and the bank's own file. Nothing else is looked at. */
export interface Story {
  readonly folder: Folder;
  /** Lines that the ledger took, in order. */
  readonly said: readonly Said[];
  /** Lines that it refused and kept, and those of them that can be read. */
  readonly refused: readonly EntryView[];
  readonly refusedLines: readonly Said[];
  /** What became of every approved act. */
  readonly outcomes: readonly Outcome[];
  readonly effects: readonly Effect[];
  /** The idempotency keys of the statements that ran, by the id of their done report. */
  readonly keys: ReadonlyMap<string, string>;
  /** Where the documents contradict what was stated or approved. */
  readonly contradictions: readonly Contradiction[];
  /** Where the tool's records contradicted a handoff, by its id. */
  readonly contradictionsOf: ReadonlyMap<string, Handoff['questions'][number]['contradictions']>;
  /** What of the lines stands in the documents that they name. */
  readonly evidence: SourceVerdict;
  readonly thread: ThreadVerdict;
  /** Why the ledger's hash chain or its state does not hold; null when both do. */
  readonly damage: string | null;
}

/** Gathers the story from what the play left behind. */
export async function storyOf({ folder, hands, ledger, book, clock }: Stage): Promise<Story> {
  const entries = await entriesOf(hands.scheduler);
  const refused = entries.filter((entry) => entry.refused !== null);
  const said = decoded(entries.filter((entry) => entry.refused === null));
  const keys = new Map<string, string>();
  const contradictionsOf = new Map<string, Handoff['questions'][number]['contradictions']>();
  for (const { message } of said) {
    const handoff = message.type === 'HO' ? (await hands.scheduler.show(message.id))?.handoff : null;
    const asked = handoff?.questions.flatMap(({ contradictions }) => contradictions) ?? [];
    if (asked.length > 0) contradictionsOf.set(message.id, asked);
    const token = message.type === 'RB' ? message.slots['x_tok'] : undefined;
    const statement = typeof token === 'string' ? await hands.scheduler.statement(token) : null;
    if (statement?.result) keys.set(statement.result.report, statement.key);
  }
  const verified = await ledger.verify();
  const lines = said.map(({ line }) => parse(line));
  return {
    folder,
    said,
    refused,
    refusedLines: decoded(refused),
    outcomes: folder.approvals.map((approval) => outcomeOf(approval, said)),
    effects: book.effects(),
    keys,
    contradictionsOf,
    contradictions: auditSources(
      folder,
      said.map(({ message }) => message),
    ),
    evidence: checkSources({ lines, sources: await readDocuments(folder.path) }),
    thread: checkThread({ lines, now: clock.time() }),
    damage: verified.holds ? null : verified.why,
  };
}
