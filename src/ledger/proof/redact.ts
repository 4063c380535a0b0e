import { UsageError } from '../../diagnostic/usage-error.ts';
import { countCodePoints, saysSomething } from '../../text/characters.ts';
import { escaped } from '../../text/shown.ts';
import type { EntryBody } from '../entry.ts';
import { itself } from '../itself.ts';
import { namedIn } from '../named.ts';
import { decide, type Seat } from '../seat.ts';
import { isClosed, isLive, type Rows } from '../state.ts';
import { remainsOf } from './remains.ts';
import { hashOf } from './seal.ts';

/** Whose content is dropped, why, and who says so. */
export interface RedactInput {
  /** `main` unless given. */
  readonly conversation?: string;
  readonly sequence: number;
  /** One sentence of up to 300 characters: it stays. */
  readonly reason: string;
  /** Who redacts: kept as the writer of the entry that says so. */
  readonly by: string;
  readonly person?: boolean;
}

/** Why an entry is not redacted. */
export type NotRedacted = 'unknown' | 'open' | 'redaction' | 'empty' | 'older';

/** What became of a redaction; `entry` is the sequence of the entry that says so. */
export type Redacted =
  | { readonly outcome: 'redacted' | 'exists'; readonly entry: number }
  | { readonly outcome: 'refused'; readonly reason: NotRedacted; readonly message: string };

/**
 * Drops the content of an entry and what is kept beside it: its hash stays, names, ids, times and what it changed stay,
 * and a further entry says what is left of it. Nothing that is open is redacted. Throws UsageError for no reason or name.
 */
export async function redact(seat: Omit<Seat, 'by' | 'standing'>, input: RedactInput): Promise<Redacted> {
  const { conversation = 'main', sequence, by: principal, person = false, reason } = input;
  assertWords(input);
  const [stored] = await seat.store.entries(conversation, { after: sequence - 1, limit: 1 });
  if (stored === undefined || stored.entry.sequence !== sequence)
    return refused('unknown', `${conversation} has no entry ${sequence}`);
  const { body, text } = stored.entry;
  if (body.redacted !== undefined) return { outcome: 'exists', entry: body.redacted };
  if (body.facts.some(({ fact }) => fact === 'redacted'))
    return refused('redaction', `entry ${sequence} says itself what was redacted`);
  if (hashOf(stored.entry) !== stored.entry.hash)
    return refused(
      'older',
      `version 1 hashed entry ${sequence} so that without its text the chain would not hold`,
    );
  const message = idOf(body);
  const there = { ...seat, standing: null, by: { principal, agents: [], conversation, person } };
  return decide<Redacted>(there, namedIn([body]), ({ rows, scribe }) => {
    const waits = waitingIn(rows, message);
    if (waits !== null) return () => refused('open', `${waits} is open: its lines are still needed`);
    const entry = rows.head.sequence + 1;
    const left = remainsOf(stored.entry, entry);
    if (saysNothingMore(body, left))
      return () => refused('empty', `entry ${sequence} says nothing that is dropped`);
    scribe.redact({ sequence, text, remains: JSON.stringify(left), message }, reason);
    return () => ({ outcome: 'redacted', entry });
  });
}

/** The first message, handoff or statement that still waits for something. */
function waitingIn(rows: Rows, own: string | null): string | null {
  const handoff = [...rows.handoffs.values()].find((one) => !isClosed(one));
  const statement = [...rows.statements.values()].find(isLive);
  const question = own === null ? undefined : rows.messages.get(own);
  const asks = question?.type === 'AQ' && question.answer === null ? question.id : null;
  return handoff?.id ?? statement?.handoff ?? asks;
}

function saysNothingMore(body: EntryBody, left: EntryBody): boolean {
  const { salt: _, ...said } = body;
  return JSON.stringify({ ...left, ...said }) === JSON.stringify(left);
}

function idOf({ message }: EntryBody): string | null {
  const id = message?.['id'];
  return typeof id === 'string' ? id : null;
}

function refused(reason: NotRedacted, message: string): Redacted {
  return { outcome: 'refused', reason, message };
}

const longestReason = 300;

function assertWords({ reason, by }: RedactInput): void {
  if (by.trim() === '' || by === itself)
    throw new UsageError('usage/principal', 'say by whom: the entry names who redacted');
  const fits = countCodePoints(reason) <= longestReason && escaped(reason) === reason;
  if (!fits || !saysSomething(reason))
    throw new UsageError('usage/reason', `say why, in a sentence of up to ${longestReason} characters`);
}
