import { readGiven } from '../codec/given.ts';
import { lineOf, parse } from '../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { written } from '../codec/value.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { shown } from '../text/shown.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import type { Desk } from './desk.ts';
import { approvedOf } from './records/only-approved.ts';
import { SourceError } from './records/source-error.ts';
import { sha256Of } from './statement.ts';

/** What a statement is made from, besides the handoff: the tool's own records and the artifacts that the act uses. */
export interface Sources {
  readonly resolved: ReadonlyMap<string, SlotValue>;
  /** What people approved, by slot as written, where that is a source: nothing else runs. */
  readonly approved: Readonly<Record<string, string>> | null;
  /** SHA-256 by reference. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** References of art= that nobody reads: not frozen. */
  readonly unfrozen: readonly string[];
  /** Digest of it all: a commit compares it with what is there now. */
  readonly digest: string;
}

/** `unreadable`: nobody knows what a record or an artifact says now; the others say what cannot be used. */
export interface SourceFault {
  readonly fault: 'record' | 'artifact' | 'unreadable';
  readonly detail: string;
}

/** Reads the sources of a handoff's statement. Never throws for what they are, or do. */
export async function sourcesOf(desk: Desk, ho: AnyMessage): Promise<Sources | SourceFault> {
  try {
    return await readSources(desk, ho);
  } catch (error) {
    const detail = shown(error instanceof Error ? error.message : error);
    const says = error instanceof SourceError && error.code !== 'source/unreadable';
    return { fault: says ? 'record' : 'unreadable', detail };
  }
}

async function readSources(desk: Desk, ho: AnyMessage): Promise<Sources | SourceFault> {
  // a message of its own: whatever is done to it, the handoff that is acted on stays what was sent
  const given: unknown = await desk.resolve(parse(lineOf(ho), desk.seat.settings).message ?? ho);
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { fault: 'record', detail: "the tool's records are no values by slot" };
  }
  const { values, faults } = readGiven(given as Readonly<Record<string, unknown>>, vocabularyOf(ho));
  const [fault] = faults;
  if (fault !== undefined) {
    return {
      fault: 'record',
      detail: `the tool's records give ${fault.key}=${fault.got}, which is no value of it`,
    };
  }
  const hashes = new Map<string, string>();
  const unfrozen: string[] = [];
  for (const reference of (ho.slots['art'] as readonly string[] | undefined) ?? []) {
    if (desk.artifact === null) unfrozen.push(reference);
    else {
      const bytes = await desk.artifact(reference);
      if (bytes === null) return { fault: 'artifact', detail: reference };
      hashes.set(reference, sha256Of(bytes));
    }
  }
  const approved = approvedOf(given);
  const artifacts = Object.fromEntries(hashes); // whatever it is named, __proto__ too
  const resolved = Object.fromEntries([...values].map(([slot, value]) => [slot, written(value)]));
  const digest = sha256Of(canonicalJson({ resolved, artifacts }));
  return { resolved: values, approved, artifacts, unfrozen, digest };
}
