import { parse } from '../codec/index.ts';
import { makeAnswer } from '../compose/index.ts';
import { seatOf } from '../ledger/seat.ts';
import type { Statement } from '../ledger/state.ts';
import { refused } from './refusal.ts';
import type { ActToolOptions, ConfirmOutcome } from './tool.ts';

/** The sender's answer to a statement: composed here, judged by the ledger like any other line (act.md 3). */
export async function confirm(
  { ledger }: Pick<ActToolOptions, 'ledger'>,
  { token, answer = 'Y' }: { readonly token: string; readonly answer?: string },
): Promise<ConfirmOutcome> {
  const { store, by, settings } = seatOf(ledger);
  const { rows } = await store.read(by.conversation, { tokens: [token] });
  const statement = rows.statements.get(token);
  const rb = parse(rows.messages.get(statement?.readback ?? '')?.line ?? '', settings).message;
  if (statement === undefined || rb === null)
    return refused('unknown-token', 'no statement of this conversation has it');
  const before = answerBefore(statement);
  if (before !== null && rows.messages.get(before)?.principal === by.principal) {
    const line = rows.messages.get(before)?.line ?? '';
    return {
      outcome: statement.confirmed === null ? 'declined' : 'confirmed',
      repeat: true,
      line,
      statement,
    };
  }
  if (!by.agents.includes(rb.to)) return refused('not-yours', `${rb.id} is ${rb.to}'s to answer`);
  const { message, diagnostics } = makeAnswer({ to: rb, val: answer, id: await ledger.nextId(rb.to) });
  if (message === null) return refused('answer-fails', diagnostics[0]?.message ?? answer);
  const sent = await ledger.send(message);
  if (sent.outcome === 'refused') return refused(sent.reason, sent.message, sent.answer);
  const current = (await ledger.statement(token)) ?? statement;
  const outcome = current.confirmed === null ? 'declined' : 'confirmed';
  return { outcome, repeat: false, line: sent.entry.line ?? '', statement: current };
}

/** The answer that confirmed or discarded a statement. */
function answerBefore({ confirmed, abandoned }: Statement): string | null {
  return confirmed?.answer ?? (abandoned?.why === 'answer' ? abandoned.by : null);
}
