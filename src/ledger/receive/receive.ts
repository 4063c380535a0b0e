import { build, lineOf, parse } from '../../codec/index.ts';
import type { Parsed } from '../../codec/parsed.ts';
import { awaitedSlots, readBack, reply } from '../../reply/reply.ts';
import { shownMessage } from '../../reply/shown-message.ts';
import { timeOf } from '../clock.ts';
import { firstProblem, messageOfHandoff, settingsFor } from '../judge/hearing.ts';
import type { Handle } from '../ledger.ts';
import { type Refused, refused } from '../refusal.ts';
import { assertStanding, type Seat, seatOf } from '../seat.ts';
import { entryAt } from '../send.ts';
import { nextId, speaker } from '../speaker.ts';
import type { Handoff } from '../state.ts';
import { decline } from './decline.ts';
import { type Looked, lookAt, wantedFor } from './look.ts';
import { type Held, type Nothing, none, type Received } from './received.ts';

export interface ReceiveOptions {
  /** The agent that the line came to, one of the handle's. */
  readonly me: string;
  readonly ledger: Handle;
}

/**
 * Takes a line that came to an agent, by whatever way, and does what needs no understanding (6.7). Only a line that the
 * ledger holds counts, by what has become of it since. A model is left a handoff whose readback is composed, one whose open
 * slots are named, an act for `prepare`, or another message. Never throws for what a line says; throws UsageError for an
 * agent that is not the handle's, and LedgerError for broken storage and a revoked key.
 *
 * @example
 * const ledger = createLedger({ store: openMemory() });
 * const builder = ledger.as({ principal: 'dev', agents: ['builder'] });
 * const line = 'RW1 HO ops-3 from=ops to=builder item=jira:OPS-77 ask=FIX';
 * const received = await receive(line, { me: 'builder', ledger: builder });
 * received.outcome === 'none' && received.because; // => 'not-kept'
 */
export async function receive(line: string, { me, ledger }: ReceiveOptions): Promise<Received> {
  const seat = seatOf(ledger);
  const as = speaker(seat, me);
  await assertStanding(seat);
  const parsed = parse(line, seat.settings);
  const { id, from } = parsed.heard;
  if (from === as) return none('own-line', `${id ?? 'it'} says from=${as}`);
  const looked = await seat.settings.pins.reading(() => lookFor(seat, parsed, as));
  if (looked === null) return beside(seat, parsed, as);
  return 'outcome' in looked ? looked : conclude(seat, looked);
}

/** What the ledger knows of the line; null where it has none under its id. */
async function lookFor(seat: Seat, { line, heard }: Parsed, me: string): Promise<Looked | Nothing | null> {
  const { store, by, clock } = seat;
  const { id } = heard;
  if (id === null) return null;
  const { rows, now } = await store.read(by.conversation, wantedFor(id, me));
  const row = rows.messages.get(id);
  if (row === undefined) return null;
  if (row.line === '') return none('redacted', id);
  if (row.line !== line) return none('other-line', id);
  return lookAt(id, { ...seat, rows, at: clock?.() ?? now, me });
}

/** A line that the ledger does not hold is nobody's word: at most its form is answered, and not in the ledger. */
async function beside(seat: Seat, parsed: Parsed, me: string): Promise<Received> {
  if (parsed.message !== null) return none('not-kept', parsed.message.id);
  const now = timeOf(seat.clock?.() ?? (await seat.store.now()));
  const given = reply({ parsed, as: me, now });
  if (given.outcome === 'reply' && (given.because === 'VER' || given.because === 'UNK')) {
    const { message } = build({ ...given.message, id: await nextId(seat, me) });
    if (message !== null) return { outcome: 'reply', because: given.because, message, line: lineOf(message) };
  }
  return none('unreadable', firstProblem(parsed.diagnostics), parsed.diagnostics);
}

/** What the finding comes to: an answer, or what is left for a model. */
async function conclude(seat: Seat, looked: Looked): Promise<Received> {
  const { row, finding } = looked;
  if (finding.is === 'nothing') return none(finding.because, finding.detail);
  if (finding.is === 'declined') {
    const declined = await decline(seat, looked);
    return 'outcome' in declined ? declined : conclude(seat, declined);
  }
  const held = await heldLine(seat, looked);
  if ('outcome' in held) return held;
  switch (finding.is) {
    case 'answered': {
      const { because, answer } = finding;
      return { ...held, outcome: 'answered', because, answer: await entryAt(seat, answer.sequence) };
    }
    case 'message':
      return { ...held, outcome: 'message', open: awaitedSlots(row.type) };
    case 'handoff':
    case 'act':
      return handOver(seat, looked, { ...held, handoff: finding.handoff });
    default:
      return finding satisfies never;
  }
}

/** The line as a model may be told of it, read with the profile that its handoff was judged by. */
async function heldLine(seat: Seat, { row, rows }: Looked): Promise<Held | Refused> {
  const handoff = row.handoff === null ? null : (rows.handoffs.get(row.handoff) ?? null);
  const { message } = await seat.settings.pins.reading(async () =>
    parse(row.line, handoff === null ? seat.settings : settingsFor(handoff, seat.settings)),
  );
  if (message === null) return refused('profile-changed', `${row.id} cannot be read any more`);
  return { ...shownMessage(message), entry: await entryAt(seat, row.sequence), handoff };
}

/** Work to be done: an act is for the act tool to read back; of all else the readback is composed here. */
async function handOver(
  seat: Seat,
  { rows, at, me, finding }: Looked,
  held: Held & { readonly handoff: Handoff },
): Promise<Received> {
  const { handoff } = held;
  const ho = messageOfHandoff(rows, handoff, seat.settings);
  if (ho === null) return refused('profile-changed', `${handoff.id} is sent again`);
  if (finding.is === 'act') return { ...held, outcome: 'act' };
  const composed = readBack(ho, { id: await nextId(seat, me), now: timeOf(at) });
  switch (composed.outcome) {
    case 'reply':
      return { ...held, outcome: 'handoff', readback: composed.line };
    case 'model':
      return { ...held, outcome: 'brief', open: composed.open };
    case 'none':
      return none('not-composed', firstProblem(composed.diagnostics), composed.diagnostics);
    default:
      return composed satisfies never;
  }
}
