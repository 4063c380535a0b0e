import { parse } from '../../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import type { Parsed } from '../../codec/parsed.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { timeOf } from '../clock.ts';
import { LedgerError, notTrusted } from '../error.ts';
import type { Fact } from '../fact.ts';
import type { Connection, KeptVerdict, SendOptions } from '../ledger.ts';
import type { Refusal } from '../refusal.ts';
import type { Scribe, Secret } from '../scribe.ts';
import type { Settings } from '../settings.ts';
import type { Handoff, MessageRow, Rows, Statement } from '../state.ts';
import type { Slice } from '../store.ts';

/** A line before the ledger: who brought it, and everything that it has to be judged against. */
export interface Hearing {
  readonly parsed: Parsed;
  readonly message: AnyMessage;
  readonly by: Required<Connection>;
  readonly options: SendOptions;
  readonly slice: Slice;
  readonly rows: Rows;
  readonly settings: Settings;
  /** The moment, in milliseconds and as the protocol writes it. */
  readonly at: number;
  readonly now: string;
  /** The message that re= names. */
  readonly answered: MessageRow | null;
  /** The handoff that the answered message is about. */
  readonly handoff: Handoff | null;
}

/** The line is taken, and this is what it changes. */
export interface Taken {
  readonly outcome: 'taken';
  readonly facts: readonly Fact[];
  readonly verdict: KeptVerdict;
  readonly secret?: Secret;
  /** Lines that code writes because of this one. */
  readonly andWrites?: (scribe: Scribe) => void;
}

export interface NotTaken {
  readonly outcome: 'refused';
  readonly reason: Refusal;
  readonly detail: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly answer: string | null;
  /** What is so nevertheless (a statement whose time has passed). */
  readonly facts: readonly Fact[];
}

export type Ruling = Taken | NotTaken;

export function takes(
  h: Hearing,
  facts: readonly Fact[],
  rest: Partial<Omit<Taken, 'outcome' | 'facts'>> = {},
): Taken {
  return { outcome: 'taken', facts, verdict: { passes: true, diagnostics: h.parsed.diagnostics }, ...rest };
}

export function refuses(
  reason: Refusal,
  detail: string,
  rest: Partial<Omit<NotTaken, 'outcome' | 'reason' | 'detail'>> = {},
): NotTaken {
  return { outcome: 'refused', reason, detail, diagnostics: [], answer: null, facts: [], ...rest };
}

/** A line about a handoff that is closed is answered with the line that closed it. */
export function refusesClosed({ rows }: Hearing, { id, state, closed }: Handoff): NotTaken {
  const answer = closed === null ? null : (rows.messages.get(closed.message)?.line ?? null);
  return refuses('closed', `${id} is ${state}${closed === null ? '' : ` by ${closed.message}`}`, { answer });
}

/** A message that has its answer gets no second one; null where it has none. */
export function refusesAnswered({ rows }: Hearing, { id, answer }: MessageRow): NotTaken | null {
  if (answer === null) return null;
  const line = rows.messages.get(answer)?.line ?? null;
  return refuses('answered', `${id} was answered by ${answer}`, { answer: line });
}

/** Whether a message goes from the one that another was addressed to, back to its writer (6.5 R41). */
export function goesBack(message: AnyMessage, row: MessageRow): boolean {
  return message.from === row.to && message.to === row.from;
}

export function refusesDirection(message: AnyMessage, row: MessageRow): NotTaken {
  return refuses('direction', `${message.type} re=${row.id} must come from ${row.to} to ${row.from}`);
}

/** The statements of a handoff, whatever their state. */
export function statementsOf(rows: Rows, handoff: string): readonly Statement[] {
  return [...rows.statements.values()].filter((statement) => statement.handoff === handoff);
}

/** The agents that stop a handoff: a stop holds for every handoff of the act. */
export function stopsOn(rows: Rows, { id, root }: Handoff): readonly string[] {
  const original = rows.handoffs.get(root);
  if (original === undefined) throw notTrusted(`at ${id} (its first handoff ${root} is not there)`);
  return original.stoppedBy;
}

/** The settings that the lines of a handoff are read with: its profile's text is pinned with it (act.md 9). */
export function settingsFor({ profile }: Handoff, settings: Settings): Settings {
  return { ...settings, profiles: settings.pins.profilesFor(profile, settings.profiles) };
}

/** A stored message, judged again; null when its profile is not what it was judged by. */
export function messageOf(row: MessageRow, handoff: Handoff, { profiles }: Settings): AnyMessage | null {
  const { message } = parse(row.line, { profiles });
  if (message === null) return null;
  return row.id !== handoff.id || vocabularyOf(message).hash === handoff.profile ? message : null;
}

/** The handoff's own message; null when its profile is not what it was judged by. */
export function messageOfHandoff(rows: Rows, handoff: Handoff, settings: Settings): AnyMessage | null {
  const row = rows.messages.get(handoff.id);
  if (row === undefined) throw new LedgerError('ledger/state', `handoff ${handoff.id} has no message`);
  return messageOf(row, handoff, settings);
}

export function isExpiredAt(exp: number | null, at: number): boolean {
  return exp !== null && at >= exp;
}

export function expiredDetail(what: string, exp: number, at: number): string {
  return `${what} expired at ${timeOf(exp)} and it is ${timeOf(at)} by the ledger's clock`;
}

/** What a refusal says in words when a check is its reason. */
export function firstProblem(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.find(({ severity }) => severity === 'error')?.message ?? '';
}
