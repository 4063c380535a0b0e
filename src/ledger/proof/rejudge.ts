import { fullDigest, parse } from '../../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import type { Parsed } from '../../codec/parsed.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { timeOf } from '../clock.ts';
import type { EntryBody } from '../entry.ts';
import type { Fact } from '../fact.ts';
import { messageOfHandoff } from '../judge/hearing.ts';
import { readBack } from '../judge/readback.ts';
import { doneVerdict } from '../judge/report.ts';
import { keptBeside } from '../kept.ts';
import type { KeptVerdict, SendOptions } from '../ledger.ts';
import type { Refusal } from '../refusal.ts';
import { aroundOf, rule } from '../send.ts';
import type { Settings } from '../settings.ts';
import type { Slice, Stored, Wanted } from '../store.ts';

/** What a line came to. */
export interface Judgement {
  readonly taken: boolean;
  /** Why it was not taken; null too where what was sent with it is no longer accepted at all. */
  readonly reason: Refusal | null;
  /** What a line that was taken says: the digest of its message. */
  readonly digest: string | null;
  readonly verdict: Omit<KeptVerdict, 'diagnostics'> | null;
  /** What it changed; null for a line that code wrote: those facts are of the step that wrote it. */
  readonly facts: readonly Fact[] | null;
}

/** What an entry says that its line came to. */
export function recorded({ refused, digest, verdict, facts, delegateFor }: EntryBody): Judgement {
  return {
    taken: refused === null,
    reason: refused,
    digest: refused === null ? digest : null,
    verdict: refused === null ? flagsOf(verdict) : null,
    facts: refused === null && delegateFor === null ? facts : null,
  };
}

/** A line as it is read now, before anybody looks at what stood before it. */
export interface Reread {
  readonly stored: Stored;
  readonly parsed: Parsed;
  /** What it is to be judged with; null when its text alone decides, or nothing can. */
  readonly wanted: Wanted | null;
}

export function reread(stored: Stored, { profiles }: Settings): Reread {
  const parsed = parse(stored.entry.body.line ?? '', { profiles });
  const { message } = parsed;
  return { stored, parsed, wanted: message === null ? null : aroundOf(message) };
}

/** Refusals of which it is not recorded what decided them: who was connected, a record that was not taken in. */
const undecidable: ReadonlySet<Refusal | null> = new Set<Refusal>([
  'revoked',
  'identity',
  'not-a-person',
  'id-reserved',
  'needs-record',
  'handoff-fails',
]);

/** What the line comes to now, by what stood before it; null where it is not recorded what it was judged with. */
export function rejudged({ stored, parsed }: Reread, slice: Slice, settings: Settings): Judgement | null {
  const { body } = stored.entry;
  const { message } = parsed;
  if (message === null) return refusal('unreadable');
  if (undecidable.has(body.refused) || !isWhole(slice, stored)) return null;
  if (body.delegateFor !== null) return writtenByCode(message, slice, stored, settings);
  if (slice.rows.messages.has(message.id)) return refusal('id-taken');
  const by = byOf(stored, message);
  const sitting = { slice, rows: slice.rows, at: stored.entry.at, now: timeOf(stored.entry.at) };
  try {
    const seat = { by, settings };
    const ruling = rule({ seat, parsed, message, options: optionsOf(stored), sitting });
    if (ruling.outcome === 'refused') return refusal(ruling.reason);
    const verdict = flagsOf(ruling.verdict);
    return { taken: true, reason: null, digest: fullDigest(message), verdict, facts: ruling.facts };
  } catch (error) {
    if (error instanceof UsageError) return refusal(null);
    throw error;
  }
}

/** Whether everything that the line was judged with is still there: nothing redacted, nothing left out. */
function isWhole({ rows, kept }: Slice, { entry, keptText }: Stored): boolean {
  const own = (entry.body.kept ?? null) === null || keptText !== null;
  return (
    own &&
    [...rows.messages.values()].every(
      ({ id, line, kept: digest = null }) => line !== '' && (digest === null || kept.has(id)),
    )
  );
}

function byOf({ entry }: Stored, { from }: AnyMessage): Parameters<typeof rule>[0]['seat']['by'] {
  const { principal, conversation, body } = entry;
  return { principal, agents: [from], conversation, person: body.person };
}

/** What was sent with a handoff, as far as it is kept. */
function optionsOf({ entry, kept }: Stored): SendOptions {
  const opened = entry.body.facts.find((fact) => fact.fact === 'opened');
  const { closeWhenExpired = false, readbackBy = null } = opened ?? {};
  return { ...kept?.kept, closeWhenExpired, ...(readbackBy === null ? {} : { readbackBy }) };
}

/** What code wrote was composed, not judged; its message and its verdict are what can come out otherwise. */
function writtenByCode(
  message: AnyMessage,
  slice: Slice,
  { entry }: Stored,
  settings: Settings,
): Judgement | null {
  const verdict = verdictNow(message, slice, entry.at, settings) ?? flagsOf(entry.body.verdict);
  return { taken: true, reason: null, digest: fullDigest(message), verdict, facts: null };
}

/** The verdict on a readback or a done report; null on anything else, and where the handoff's profile is another one now. */
function verdictNow(message: AnyMessage, slice: Slice, at: number, settings: Settings): Judgement['verdict'] {
  const { rows } = slice;
  const handoff = rows.handoffs.get(message.re ?? '');
  const ho = handoff === undefined ? null : messageOfHandoff(rows, handoff, settings);
  if (handoff === undefined || ho === null) return null;
  const kept = keptBeside(slice, handoff.id);
  const now = timeOf(at);
  if (message.type === 'RB') return flagsOf(readBack({ ho, rb: message, kept, now }).verdict);
  if (message.type !== 'DN') return null;
  return flagsOf(doneVerdict({ ho, dn: message, handoff, rows, settings, kept, now }).verdict);
}

/** A verdict without its findings, whose words may improve. */
function flagsOf(verdict: KeptVerdict | null): Judgement['verdict'] {
  if (verdict === null) return null;
  const { diagnostics: _, ...flags } = verdict;
  return flags;
}

function refusal(reason: Refusal | null): Judgement {
  return { taken: false, reason, digest: null, verdict: null, facts: null };
}

/** The profile that a line is judged by now. */
export function profileNow({ parsed }: Reread): string | null {
  return parsed.message === null ? null : vocabularyOf(parsed.message).hash;
}
