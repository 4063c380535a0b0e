import { asksFor, asksForValues, neededLevels } from '../../codec/asked.ts';
import { type Rules, reporter } from '../../diagnostic/rule.ts';
import { checkDone } from '../done.ts';
import { at, type Handoff, type Line, type Seen, type ThreadState } from './state.ts';
import { tellForbidden } from './stops.ts';
import { tellRanUponVoid } from './voids.ts';

/** Thread: what ran had been read back, confirmed and reported as planned (spec 6.5 R44, R45, R47). */
export const rules = {
  'thread/done-refused': {
    severity: 'error',
    section: '6.5 R44',
    message: ({ id, handoff, fault }: Refused): string => `${id}: no done report of ${handoff}: ${fault}`,
    hint: ({ id }: Refused): string => `find out what happened; reverse a wrong act by HO ask=UNDO ctx=${id}`,
  },
  'thread/no-readback': {
    severity: 'error',
    section: '6.5 R45',
    message: ({ id, handoff, level }: Ran & { level: string }): string =>
      `${id}: ${handoff} ran without a passing readback, and rb=${level} was to come first`,
    hint: (): string => 'act on a handoff only after a readback that passes',
  },
  'thread/no-echo': {
    severity: 'info',
    section: '6.5 R45',
    message: ({ id, handoff }: Ran): string => `${id}: ${handoff} ran without a readback`,
  },
  'thread/unconfirmed': {
    severity: 'error',
    section: '6.5 R47',
    message: ({ id, handoff, readback, token, to }: Statement): string =>
      `${id}: ${handoff} ran without an AN val=Y x_tok=${token} from ${to} to the statement ${readback}`,
    hint: (): string => 'run a statement only once its own token is confirmed',
  },
  'thread/unanswered-readback': {
    severity: 'info',
    section: '6.5 R47',
    message: ({ id, handoff, readback, to }: Omit<Statement, 'token'>): string =>
      `${id}: ${handoff} ran, and ${to} never answered the readback ${readback}`,
  },
} as const;
rules satisfies Rules;

interface Ran {
  readonly id: string;
  readonly handoff: string;
}
interface Refused extends Ran {
  /** Of check-dn. */
  readonly because: string;
  readonly fault: string;
}
interface Statement extends Ran {
  readonly readback: string;
  readonly token: string;
  readonly to: string;
}

/** A DN against its handoff: nothing is left to compare once the handoff has ended. */
export function tellRun(state: ThreadState, line: Line, handoff: Handoff, ran: boolean): void {
  const ho = handoff.message;
  if (ho === null) return;
  const readback = readbackOf(handoff);
  tellRefused(state, line, handoff, readback);
  if (!ran) return;
  tellRanUponVoid(state, line, handoff);
  if (readback === undefined && handoff.voided === null) tellNoReadback(state, line, handoff);
  tellForbidden(state, line, handoff);
  if (readback !== undefined) tellUnconfirmed(state, line, handoff, readback);
}

/** The last passing readback that the sender answered Y, else the last passing one (spec 6.5). */
function readbackOf({ readbacks }: Handoff): Seen | undefined {
  let last: Seen | undefined;
  for (const readback of readbacks ?? []) {
    if (readback.confirmation !== null || last?.confirmation == null) last = readback;
  }
  return last;
}

/** R44. The readback is judged within its own window: lines bear no times, and a year later nothing has changed (R34). */
function tellRefused(state: ThreadState, line: Line, handoff: Handoff, readback: Seen | undefined): void {
  const { message: dn, seen } = line;
  const { message: ho, id } = handoff;
  if (ho === null) return;
  const rb = readback?.message ?? undefined;
  const { diagnostics } = checkDone({ ho, dn, now: state.now, ...(rb === undefined ? {} : { rb }) });
  for (const { code, severity, message, at: place } of diagnostics) {
    if (severity !== 'error') continue;
    const data = { id: seen.id, handoff: id, because: code, fault: message };
    reporter(rules, state.found)('thread/done-refused', data, place && { ...place, number: seen.number });
  }
}

function tellNoReadback(state: ThreadState, line: Line, { id, message: ho }: Handoff): void {
  if (ho === null) return;
  const asked = (['exec', 'all', 'plan', 'acc'] as const).find((level) => asksFor(ho, level));
  const level = asked ?? neededLevels(ho)[0];
  const data = { id: line.seen.id, handoff: id };
  const report = reporter(rules, state.found);
  if (level === undefined) report('thread/no-echo', data, at(line, 're'));
  else report('thread/no-readback', { ...data, level }, at(line, 're'));
}

/** R47. */
function tellUnconfirmed(state: ThreadState, line: Line, handoff: Handoff, readback: Seen): void {
  const { message: ho, from, id } = handoff;
  const token = readback.message?.slots['x_tok'] as string | undefined;
  const data = { id: line.seen.id, handoff: id, readback: readback.id, to: from };
  const report = reporter(rules, state.found);
  if (token !== undefined) {
    if (readback.confirmation !== 'token') report('thread/unconfirmed', { ...data, token }, at(line, 're'));
  } else if (ho !== null && asksForValues(ho) && readback.answeredBy === null) {
    report('thread/unanswered-readback', data, at(line, 're'));
  }
}
