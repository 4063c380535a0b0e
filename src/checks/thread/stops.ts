import { vocabularyOf } from '../../codec/index.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { shown } from '../../text/shown.ts';
import {
  at,
  type Handoff,
  type Line,
  type Objections,
  type Seen,
  type Stop,
  type ThreadState,
} from './state.ts';

/** Thread: an act that somebody forbade does not run until that same agent lets it (spec 6.5 R46). */
export const rules = {
  'thread/forbidden': {
    severity: 'error',
    section: '6.5 R46',
    message: ({ id, handoff, agent, by, said, re, others }: Forbidden): string =>
      `${id}: ${handoff} ran though ${agent} had answered ${re} with ${shown(said)} in ${by}${andOthers(others)}`,
    hint: ({ agent }: Forbidden): string => `undo it, or let ${agent} decide: nobody else lifts that answer`,
  },
  'thread/doubted': {
    severity: 'info',
    section: '6.5 R46',
    message: ({ id, handoff, agent, by, re, others }: Forbidden): string =>
      `${id}: ${handoff} ran, and ${agent} had answered ${re} with N in ${by}${andOthers(others)}: see what was asked`,
  },
} as const;
rules satisfies Rules;

interface Forbidden extends Omit<Stop, 'to'> {
  readonly id: string;
  readonly handoff: string;
  /** How many other agents said so too. */
  readonly others: number;
}

function andOthers(count: number): string {
  return count === 0 ? '' : `, and ${count} more said so`;
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
  handoff.lineage.objections?.stops.delete(message.from);
  handoff.lineage.objections?.doubts.delete(message.from);
}

/**
 * The answer to a question about a handoff. It stops whatever sends the handoff again too: a HOLD is not shaken off by
 * a new id.
 */
export function weighAnswer({ message, seen }: Line, question: Seen, handoff: Handoff, need: string): void {
  const val = message.slots['val'] as string;
  handoff.lineage.objections ??= { stops: new Map(), doubts: new Map() };
  const { stops, doubts } = handoff.lineage.objections;
  const vocabularies = [handoff.vocabulary, vocabularyOf(message)];
  const agent = message.from;
  if (vocabularies.some(({ stop }) => stop.has(val))) keep(stops, stopOf(agent, seen.id, val, question));
  else if (val === 'N') keep(doubts, stopOf(agent, seen.id, val, question));
  else if (vocabularies.some(({ go }) => go.has(val)))
    for (const map of [stops, doubts]) lift(map, agent, question);
  else if (need === 'YESNO') lift(doubts, agent, question);
}

/** R46, when a DN says that the act ran. One finding stands for all who forbade it: a line costs what one line costs. */
export function tellForbidden(
  state: ThreadState,
  line: Line,
  { id: handoff, refusal, lineage }: Handoff,
): void {
  const report = reporter(rules, state.found);
  const { stops, doubts } = lineage.objections ?? nobody;
  const data = ({ agent, by, said, re }: Stop, others: number): Forbidden => ({
    id: line.seen.id,
    handoff,
    agent,
    by,
    said,
    re,
    others,
  });
  const [stop] = stops.values();
  if (refusal !== null) report('thread/forbidden', data(refusal, stops.size), at(line, 'out'));
  else if (stop !== undefined) report('thread/forbidden', data(stop, stops.size - 1), at(line, 'out'));
  const [doubt] = doubts.values();
  if (doubt !== undefined) report('thread/doubted', data(doubt, doubts.size - 1), at(line, 'out'));
}

const nobody: Objections = { stops: new Map(), doubts: new Map() };

function stopOf(agent: string, by: string, said: string, { id, order }: Seen): Stop {
  return { agent, by, said, re: id, to: order };
}

function keep(stops: Map<string, Stop>, stop: Stop): void {
  if ((stops.get(stop.agent)?.to ?? 0) < stop.to) stops.set(stop.agent, stop);
}

function lift(stops: Map<string, Stop>, agent: string, question: Seen): void {
  if ((stops.get(agent)?.to ?? question.order) < question.order) stops.delete(agent);
}
