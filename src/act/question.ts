import { parse } from '../codec/index.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { profileSlot } from '../compose/under.ts';
import type { Contradiction, Fact } from '../ledger/fact.ts';
import type { Scribe } from '../ledger/scribe.ts';
import type { Rows } from '../ledger/state.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { countCodePoints } from '../text/characters.ts';
import type { Work } from './work.ts';

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
): Asked | null {
  const same = handoff.questions.filter(
    (asked) => canonicalJson(asked.contradictions) === canonicalJson(contradictions),
  );
  const row = rows.messages.get(same.at(-1)?.id ?? '');
  if (row === undefined) return null;
  if (row.answer === null) return { line: row.line, answer: 'open' };
  const val = String(parse(rows.messages.get(row.answer)?.line ?? '').message?.slots['val']);
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
    ({ slot, sent, resolved, source }) => `${slot}: sent ${sent}, ${source} ${resolved}`,
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

/** The text where it fits a tail of 300 code points, else the brief one. */
export function fitting(text: string, brief: string): string {
  return countCodePoints(text) <= 300 ? text : [...brief].slice(0, 300).join('').trimEnd();
}
