import { lineOf, parse } from '../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import type { Parsed } from '../codec/parsed.ts';
import { notTrusted } from './error.ts';
import type { Fact } from './fact.ts';
import { firstProblem, type NotTaken, type Ruling, refuses, type Taken } from './judge/hearing.ts';
import { judge, leavesIdsFree, speaksForItself } from './judge/judge.ts';
import { unpacked } from './kept-diagnostics.ts';
import type { Connection, EntryView, SendOptions, Sent } from './ledger.ts';
import type { PolicyName } from './policy/policy.ts';
import { refusals } from './refusal.ts';
import { type Conclusion, decideAnyway, type Seat, type Sitting } from './seat.ts';
import type { MessageRow } from './state.ts';
import type { Wanted } from './store.ts';
import { viewOf } from './view.ts';

/** A line that its principal does not bring as its own word: a policy gave it, or code wrote it for another principal. */
interface Behind {
  readonly policy?: PolicyName;
  /** Whose line it is, where the seat's principal had code write it in the name of that one's agent. */
  readonly owner?: Required<Connection>;
}

/** Appends a line: `exists` for the same line under its id, a refusal for another one. */
export async function send(
  seat: Seat,
  line: string | AnyMessage,
  options: SendOptions,
  behind: Behind = {},
): Promise<Sent> {
  const { profiles } = seat.settings;
  const parsed = parse(typeof line === 'string' ? line : lineOf(line), { profiles });
  await pin(seat, parsed);
  const by = behind.owner ?? seat.by;
  const sent = await decideAnyway<Sent | MessageRow>(seat, wantedBy(parsed, { ...seat, by }), (sitting) =>
    hear({ ...seat, by }, parsed, { ...options, behind }, sitting),
  );
  return 'outcome' in sent ? sent : existing(seat, sent);
}

/** A handoff's profile is kept before it is: whatever becomes of the profile, what comes of the act can be written down. */
async function pin(seat: Seat, { message }: Parsed): Promise<void> {
  if (message?.type === 'HO') await seat.settings.pins.keep(seat, vocabularyOf(message));
}

function wantedBy({ message }: Parsed, { by, settings }: Pick<Seat, 'by' | 'settings'>): Wanted {
  if (message === null) return {};
  const wanted = aroundOf(message);
  if (message.type !== 'HO') return wanted;
  return { ...wanted, openBy: by.principal, openBelow: settings.caps.openHandoffs };
}

/** What of a conversation a line is judged with. */
export function aroundOf({ id, re, from, to, slots }: AnyMessage): Wanted {
  const context = slots['ctx'] as readonly string[] | undefined;
  return { ids: [id, ...(re === null ? [] : [re]), ...(context ?? [])], agents: [from, to] };
}

function hear(
  seat: Seat,
  parsed: Parsed,
  { behind, ...options }: SendOptions & { readonly behind: Behind },
  sitting: Sitting,
): Conclusion<Sent | MessageRow> {
  const { message } = parsed;
  const { scribe, rows } = sitting;
  if (sitting.revoked) return turnAway(scribe, parsed, refuses('revoked', seat.by.principal));
  if (message === null) {
    const { diagnostics } = parsed;
    return turnAway(scribe, parsed, refuses('unreadable', firstProblem(diagnostics), { diagnostics }));
  }
  const stranger = speaksForItself({ message, by: seat.by });
  if (stranger !== null) return turnAway(scribe, parsed, stranger);
  const same = rows.messages.get(message.id);
  if (same !== undefined) {
    if (same.line === parsed.line) return () => same;
    return turnAway(scribe, parsed, refuses('id-taken', message.id, { answer: same.line }));
  }
  const ruling = leavesIdsFree(message, rows) ?? rule({ seat, parsed, message, options, sitting });
  return ruling.outcome === 'taken'
    ? takeIn(seat, message, ruling, behind, sitting)
    : turnAway(scribe, parsed, ruling);
}

/** A line that speaks for itself, under an id that is new, at one moment of a conversation. */
interface Heard {
  readonly seat: Pick<Seat, 'by' | 'settings'>;
  readonly parsed: Parsed;
  readonly message: AnyMessage;
  readonly options: SendOptions;
  readonly sitting: Pick<Sitting, 'slice' | 'rows' | 'at' | 'now'>;
}

/** Whether the line is taken, and what it changes. Throws UsageError for options that are none. */
export function rule({ seat, parsed, message, options, sitting }: Heard): Ruling {
  const { rows } = sitting;
  const answered = message.re === null ? null : (rows.messages.get(message.re) ?? null);
  const handoff = answered?.handoff == null ? null : (rows.handoffs.get(answered.handoff) ?? null);
  return judge({ ...seat, ...sitting, parsed, message, options, answered, handoff });
}

function takeIn(
  { by }: Seat,
  message: AnyMessage,
  ruling: Taken,
  { policy, owner }: Behind,
  { scribe }: Sitting,
): Conclusion<Sent> {
  const { verdict, secret, andWrites } = ruling;
  const ruled = owner === undefined ? ruling.facts : ruling.facts.map((fact) => ownedBy(owner, fact));
  const facts = policy === undefined ? ruled : [byPolicy(message, policy), ...ruled];
  const delegate = owner !== undefined;
  scribe.write({ message, facts, verdict, delegate, ...(secret === undefined ? {} : { secret }) });
  andWrites?.(scribe);
  return (written, after, kept) => {
    const [own, ...others] = written;
    if (own === undefined) throw new TypeError('a line that is taken has an entry');
    const entry = viewOf({ entry: own, kept: kept.get(message.id) ?? null }, by.principal);
    const about = after.messages.get(message.id)?.handoff ?? null;
    const handoff = about === null ? null : (after.handoffs.get(about) ?? null);
    return {
      outcome: about === message.id && handoff?.closed != null ? 'declined' : 'accepted',
      id: message.id,
      entry,
      verdict: entry.verdict,
      handoff,
      written: others.flatMap(({ body }) => body.line ?? []),
    };
  };
}

/** A handoff that code wrote for a principal is that principal's to answer for. */
function ownedBy({ principal }: Required<Connection>, fact: Fact): Fact {
  return fact.fact === 'opened' ? { ...fact, principal } : fact;
}

/** The answer is a policy's, whoever's handle it came by. */
function byPolicy({ id: message }: AnyMessage, { name: policy, sha256 }: PolicyName): Fact {
  return { fact: 'by-policy', message, policy, sha256 };
}

function turnAway(scribe: Sitting['scribe'], { line }: Parsed, ruling: NotTaken): Conclusion<Sent> {
  const { reason, detail, diagnostics, answer, facts } = ruling;
  scribe.event(...facts);
  scribe.refuse(line, reason, diagnostics);
  return () => ({
    outcome: 'refused',
    reason,
    message: `${refusals[reason].means}: ${detail}`,
    diagnostics: unpacked(diagnostics, line),
    answer,
  });
}

async function existing({ store, by }: Seat, { id, sequence, handoff }: MessageRow): Promise<Sent> {
  const entry = await entryAt({ store, by }, sequence);
  const slice = await store.read(by.conversation, { ids: [id] });
  const about = handoff === null ? null : (slice.rows.handoffs.get(handoff) ?? null);
  return { outcome: 'exists', id, entry, verdict: entry.verdict, handoff: about, written: [] };
}

/** The entry at a sequence that is known to be there. */
export async function entryAt(
  { store, by }: Pick<Seat, 'store' | 'by'>,
  sequence: number,
): Promise<EntryView> {
  const [stored] = await store.entries(by.conversation, { after: sequence - 1, limit: 1 });
  if (stored === undefined) throw notTrusted(`at entry ${sequence} of ${by.conversation} (it is not there)`);
  return viewOf(stored, by.principal);
}
