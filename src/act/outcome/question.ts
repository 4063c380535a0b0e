import { parse } from '../../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { profileSlot } from '../../compose/under.ts';
import type { Contradiction, Fact } from '../../ledger/fact.ts';
import type { Scribe } from '../../ledger/scribe.ts';
import type { Sitting } from '../../ledger/seat.ts';
import type { Settings } from '../../ledger/settings.ts';
import type { Rows, Statement } from '../../ledger/state.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import type { Case } from '../case.ts';
import type { Desk } from '../desk.ts';
import { fitting } from '../tail.ts';
import type { Work } from '../work.ts';

/** A question about exactly these contradictions: asked before, answered or not. */
export interface Asked {
  readonly line: string;
  readonly answer: 'open' | 'go' | 'no';
}

/** The newest question that the handoff has about these contradictions. */
export function askedBefore(
  { handoff, ho }: Work,
  contradictions: readonly Contradiction[],
  rows: Rows,
  settings: Settings,
): Asked | null {
  const same = handoff.questions.filter(
    (asked) => canonicalJson(asked.contradictions) === canonicalJson(contradictions),
  );
  const row = rows.messages.get(same.at(-1)?.id ?? '');
  if (row === undefined) return null;
  if (row.answer === null) return { line: row.line, answer: 'open' };
  const val = String(parse(rows.messages.get(row.answer)?.line ?? '', settings).message?.slots['val']);
  return { line: row.line, answer: vocabularyOf(ho).go.has(val) || val === 'Y' ? 'go' : 'no' };
}

/**
 * Asks which value is right, with the answers of the profile that mean go and stop, else yes or no. Go lets the
 * handoff's own value run; nothing lets the other one run but a new handoff.
 */
export function askAbout(
  work: Work,
  contradictions: readonly Contradiction[],
  to: string,
  scribe: Scribe,
): AnyMessage {
  const { ho, handoff } = work;
  const { go, stop } = vocabularyOf(ho);
  const closed = go.size > 0 && stop.size > 0 ? { need: 'ENUM', opts: [...go, ...stop] } : { need: 'YESNO' };
  const differ = contradictions.map(
    ({ slot, sent, resolved, source, alike }) =>
      `${slot}: sent ${sent}, ${source} ${resolved}${alike ? ', which looks alike' : ''}`,
  );
  const brief = `differs in ${contradictions.map(({ slot }) => slot).join(' ')}: go ahead as sent?`;
  const aq = scribe.compose({
    type: 'AQ',
    re: ho.id,
    from: ho.to,
    to,
    item: ho.item,
    slots: { ...profileSlot(ho), ...closed },
    tail: fitting(`${differ.join('; ')}: go ahead as sent?`, brief),
  });
  const fact: Fact = { fact: 'questioned', handoff: handoff.id, question: aq.id, contradictions };
  scribe.write({ message: aq, facts: [fact], verdict: null, delegate: true });
  return aq;
}

/** AQ to a person with the closed options of act.md 3; nothing when one is open. Under core: its codes are no profile's. */
export function askPerson(
  desk: Desk,
  { statement, ho, call }: Case,
  { rows, scribe }: Sitting,
): AnyMessage | null {
  const asked = statement.question === null ? undefined : rows.messages.get(statement.question);
  if (asked !== undefined && asked.answer === null) return null;
  const plan = Object.entries(call.values).map(([slot, value]) => `${slot}=${value}`);
  const brief = `${call.ask} may or may not have been done; look for key ${statement.key}`;
  const aq = scribe.compose({
    type: 'AQ',
    re: ho.id,
    from: ho.to,
    to: desk.person,
    item: ho.item,
    slots: { need: 'ENUM', opts: personOptions },
    tail: fitting(`${brief}; ${plan.join(' ')}`, brief),
  });
  scribe.write({ message: aq, facts: [escalated(statement, aq)], verdict: null, delegate: true });
  return aq;
}

/** How a person settles an unknown outcome; nothing else is an answer. */
export const personOptions: readonly string[] = ['EXECUTED', 'NOTEXEC', 'STILL-UNKNOWN'];

function escalated({ token }: Statement, { id: question }: AnyMessage): Fact {
  return { fact: 'escalated', token, question };
}

/** Whether to reverse what ran otherwise than planned. */
export function askToUndo(
  desk: Desk,
  { statement, ho, settings }: Case,
  { re, tail }: { readonly re: string; readonly tail: string },
  { scribe }: Sitting,
): void {
  const parts = { type: 'AQ', re, from: ho.to, to: desk.ask ?? ho.from, item: ho.item } as const;
  const slots = { ...profileSlot(ho), need: 'YESNO' };
  const words = fitting(`${tail}: undo it?`, 'it ran otherwise than planned: undo it?');
  const aq = scribe.compose({ ...parts, slots, tail: words }, settings.profiles);
  scribe.write({ message: aq, facts: [escalated(statement, aq)], verdict: null, delegate: true });
}
