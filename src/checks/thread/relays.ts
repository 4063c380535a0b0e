import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { at, type Handoff, type Line, type ThreadState } from './state.ts';

/** Thread: one agent has an item's work at a time, a relay aside (spec 6.5 R49). */
export const rules = {
  'thread/two-holders': {
    severity: 'error',
    section: '6.5 R49',
    message: (data: Holders): string => `${told(data)}, and neither handed it to the other`,
    hint: ({ other }: Holders): string => `cancel ${other} or this handoff before one of them acts`,
  },
  'thread/two-holders-cancelling': {
    severity: 'info',
    section: '6.5 R49',
    message: (data: Holders): string => `${told(data)} until its CX is acknowledged`,
  },
} as const;
rules satisfies Rules;

interface Holders {
  readonly handoff: string;
  readonly holder: string;
  readonly other: string;
  readonly otherHolder: string;
  readonly ask: string;
  readonly item: string;
}

function told({ handoff, holder, other, otherHolder, ask, item }: Holders): string {
  return `${handoff}: ${holder} has ask=${ask} of ${item}, which ${otherHolder} has under ${other} too`;
}

/** The open handoffs of one item and ask, by receiver. */
export interface Work {
  /** Receiver, then sender: the ways by which a relay may have come. */
  readonly sent: Map<string, Map<string, Set<Handoff>>>;
  /** Receivers with a passing readback, and those of them whose handoff has a CX without acknowledgement. */
  readonly holding: Map<string, Set<Handoff>>;
  readonly leaving: Map<string, Set<Handoff>>;
}

/** No relay is followed further up: what lies beyond counts as another's, so the cost of a line has a bound. */
const longestRelay = 64;

/** A handoff was sent. */
export function openWork(state: ThreadState, handoff: Handoff): void {
  const key = keyOf(handoff);
  const work = state.works.get(key) ?? { sent: new Map(), holding: new Map(), leaving: new Map() };
  state.works.set(key, work);
  const senders = work.sent.get(handoff.to) ?? new Map<string, Set<Handoff>>();
  work.sent.set(handoff.to, senders);
  add(senders, handoff.from, handoff);
}

/** A handoff's first passing readback: its receiver has the work from here on. */
export function holdWork(state: ThreadState, line: Line, handoff: Handoff): void {
  const work = state.works.get(keyOf(handoff));
  if (work === undefined) return;
  const above = agentsAbove(work, handoff);
  const held = otherThan(work.holding, handoff, above);
  const other = held ?? otherThan(work.leaving, handoff, above);
  add(work.holding, handoff.to, handoff);
  if (other === undefined) return;
  const { id, to, ask, item } = handoff;
  const data = { handoff: id, holder: to, other: other.id, otherHolder: other.to, ask, item };
  const code = held === undefined ? 'thread/two-holders-cancelling' : 'thread/two-holders';
  reporter(rules, state.found)(code, data, at(line, 'from'));
}

/** Its sender has taken a handoff back: until that is acknowledged its receiver is on the way out. */
export function leaveWork(state: ThreadState, handoff: Handoff): void {
  const work = state.works.get(keyOf(handoff));
  if (work !== undefined && remove(work.holding, handoff.to, handoff)) {
    add(work.leaving, handoff.to, handoff);
  }
}

/** A handoff has no passing readback any more. */
export function releaseWork(state: ThreadState, handoff: Handoff): void {
  const work = state.works.get(keyOf(handoff));
  if (work === undefined) return;
  remove(work.holding, handoff.to, handoff);
  remove(work.leaving, handoff.to, handoff);
}

/** A handoff has ended. */
export function closeWork(state: ThreadState, handoff: Handoff): void {
  const key = keyOf(handoff);
  const work = state.works.get(key);
  if (work === undefined) return;
  releaseWork(state, handoff);
  const senders = work.sent.get(handoff.to);
  if (senders !== undefined) remove(senders, handoff.from, handoff);
  if (senders?.size === 0) work.sent.delete(handoff.to);
  if (work.sent.size === 0) state.works.delete(key);
}

/** R49: a handoff is above another in a relay when its receiver sent that one, or one above it. */
function agentsAbove({ sent }: Work, { from }: Handoff): ReadonlySet<string> {
  const agents = new Set([from]);
  for (const agent of agents) {
    for (const sender of sent.get(agent)?.keys() ?? []) {
      if (agents.size >= longestRelay) return agents;
      agents.add(sender);
    }
  }
  return agents;
}

/** A handoff of another agent than the receiver, and not one above; found after at most as many steps as are above. */
function otherThan(
  holders: ReadonlyMap<string, ReadonlySet<Handoff>>,
  { to }: Handoff,
  above: ReadonlySet<string>,
): Handoff | undefined {
  for (const [agent, handoffs] of holders) {
    if (agent !== to && !above.has(agent)) for (const handoff of handoffs) return handoff;
  }
  return undefined;
}

function keyOf({ item, ask }: Handoff): string {
  return `${ask} ${item}`;
}

function add<K>(groups: Map<K, Set<Handoff>>, key: K, handoff: Handoff): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, new Set([handoff]));
  else group.add(handoff);
}

function remove<K>(groups: Map<K, Set<Handoff>>, key: K, handoff: Handoff): boolean {
  const group = groups.get(key);
  if (group === undefined || !group.delete(handoff)) return false;
  if (group.size === 0) groups.delete(key);
  return true;
}
