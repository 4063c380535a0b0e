import { parse } from '../codec/index.ts';
import type { AnyMessage } from '../codec/message.ts';
import { settingsFor } from '../ledger/judge/hearing.ts';
import type { Sitting } from '../ledger/seat.ts';
import type { Settings } from '../ledger/settings.ts';
import type { Handoff, Statement } from '../ledger/state.ts';
import type { Desk } from './desk.ts';
import type { Call } from './executor.ts';

/** A statement with the lines that it belongs to, at one moment. */
export interface Case {
  readonly statement: Statement;
  readonly handoff: Handoff;
  readonly ho: AnyMessage;
  readonly call: Call;
  /** Those that its lines are read with: under the profile that its handoff was judged by. */
  readonly settings: Settings;
}

/** The case of a token; null when the ledger does not hold it. */
export function caseOf(desk: Desk, token: string, { rows }: Pick<Sitting, 'rows'>): Case | null {
  const statement = rows.statements.get(token);
  const handoff = statement === undefined ? undefined : rows.handoffs.get(statement.handoff);
  const row = handoff === undefined ? undefined : rows.messages.get(handoff.id);
  if (statement === undefined || handoff === undefined || row === undefined) return null;
  const settings = settingsFor(handoff, desk.seat.settings);
  const { message: ho } = parse(row.line, settings);
  return ho === null ? null : { statement, handoff, ho, call: JSON.parse(statement.call) as Call, settings };
}
