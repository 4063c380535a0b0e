import { vocabularyOf } from '../../codec/index.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { shown } from '../../text/shown.ts';
import { at, type Handoff, type Line, type Seen, type Stop, type ThreadState } from './state.ts';

/** Thread: an act that somebody forbade does not run until that same agent lets it (spec 6.5 R46). */
export const rules = {
  'thread/forbidden': {
    severity: 'error',
    section: '6.5 R46',
    message: ({ id, handoff, agent, by, said, re }: Forbidden): string =>
      `${id}: the act of ${handoff} ran though ${agent} had answered ${re} with ${shown(said)} in ${by}`,
    hint: ({ agent }: Forbidden): string => `undo it, or let ${agent} decide: nobody else lifts that answer`,
  },
  'thread/doubted': {
    severity: 'info',
    section: '6.5 R46',
    message: ({ id, handoff, agent, by, said, re }: Forbidden): string =>
      `${id}: the act of ${handoff} ran, and ${agent} had answered ${re} with ${shown(said)} in ${by}: read what was asked`,
  },
} as const;
rules satisfies Rules;

interface Forbidden {
  readonly id: string;
  readonly handoff: string;
  readonly agent: string;
  readonly by: string;
  readonly said: string;
  readonly re: string;
}

/**
 * The sender's answer to a readback, when it is not Y with its token: nothing but Y clears an act, and a code that means
 * go is left to R47. It holds until a later readback is answered Y.
 */
export function refuseReadback(
  { message, seen }: Line,
  readback: Seen,
  handoff: Handoff,
  said: string,
): void {
  if ((handoff.refusal?.to ?? 0) > readback.order) return;
  handoff.refusal = stopOf(message.from, seen.id, said, readback);
}

/** The sender's Y: it lifts the no to an earlier readback, and what the same agent answered to questions. */
export function liftByReadback({ message }: Line, readback: Seen, handoff: Handoff): void {
  if (handoff.refusal !== null && handoff.refusal.to < readback.order) handoff.refusal = null;
  handoff.lineage.stops.delete(message.from);
  handoff.lineage.doubts.delete(message.from);
}

/**
 * The answer to a question about a handoff. It stops whatever sends the handoff again too: a HOLD is not shaken off by
 * a new id.
 */
export function weighAnswer({ message, seen }: Line, question: Seen, handoff: Handoff, need: string): void {
  const val = message.slots['val'] as string;
  const { stops, doubts } = handoff.lineage;
  const vocabularies = [handoff.vocabulary, vocabularyOf(message)];
  const agent = message.from;
  if (vocabularies.some(({ stop }) => stop.has(val))) keep(stops, stopOf(agent, seen.id, val, question));
  else if (val === 'N') keep(doubts, stopOf(agent, seen.id, val, question));
  else if (vocabularies.some(({ go }) => go.has(val)))
    for (const map of [stops, doubts]) lift(map, agent, question);
  else if (need === 'YESNO') lift(doubts, agent, question);
}

/** R46, when a DN says that the act ran. */
export function tellForbidden(state: ThreadState, line: Line, handoff: Handoff): void {
  const report = reporter(rules, state.found);
  const { refusal, lineage, id } = handoff;
  const data = ({ agent, by, said, re }: Stop) => ({ id: line.seen.id, handoff: id, agent, by, said, re });
  const hard = refusal === null ? lineage.stops.values() : [refusal, ...lineage.stops.values()];
  for (const stop of hard) report('thread/forbidden', data(stop), at(line, 'out'));
  for (const doubt of lineage.doubts.values()) report('thread/doubted', data(doubt), at(line, 'out'));
}

function stopOf(agent: string, by: string, said: string, { id, order }: Seen): Stop {
  return { agent, by, said, re: id, to: order };
}

function keep(stops: Map<string, Stop>, stop: Stop): void {
  if ((stops.get(stop.agent)?.to ?? 0) < stop.to) stops.set(stop.agent, stop);
}

function lift(stops: Map<string, Stop>, agent: string, question: Seen): void {
  if ((stops.get(agent)?.to ?? question.order) < question.order) stops.delete(agent);
}
