import { readKept } from '../../checks/criteria/kept.ts';
import { checkHandoff } from '../../checks/index.ts';
import { readRecord } from '../../checks/record.ts';
import { neededLevels } from '../../codec/asked.ts';
import { type AnyMessage, vocabularyOf } from '../../codec/message.ts';
import { type Diagnostic, hasErrors } from '../../diagnostic/diagnostic.ts';
import { UsageError } from '../../diagnostic/usage-error.ts';
import { shown } from '../../text/shown.ts';
import { isTime } from '../../vocabulary/slot-types.ts';
import { momentOf } from '../clock.ts';
import type { Kept } from '../ledger.ts';
import { type Handoff, isClosed, type Rows } from '../state.ts';
import { isGuarded } from './act-slots.ts';
import { decline } from './decline.ts';
import {
  expiredDetail,
  firstProblem,
  type Hearing,
  isExpiredAt,
  type Ruling,
  refuses,
  takes,
} from './hearing.ts';

/** An HO: in time, and checked against the record that it was approved by (act.md 4, spec 6.1). */
export function judgeHandoff(h: Hearing): Ruling {
  const { message: ho, at, parsed, by, options } = h;
  readKept(options.criteria, vocabularyOf(ho)); // criteria that are none are told to their sender, now
  const exp = expOf(ho);
  if (isExpiredAt(exp, at)) return refuses('expired', expiredDetail('the HO', exp as number, at));
  if (options.record === undefined && neededLevels(ho).length > 0) {
    return refuses('needs-record', `ask=${ho.slots['ask']} was sent without one`);
  }
  const found = checked(h);
  if (hasErrors(found)) return refuses('handoff-fails', firstProblem(found), { diagnostics: found });
  const kept = keptOf(options);
  const secret = {
    principal: by.principal,
    kept: kept ?? {},
    diagnostics: [...parsed.diagnostics, ...found],
  };
  const full = isFull(h);
  return takes(h, [opened(h, exp)], {
    ...(kept === null ? {} : { secret }),
    ...(full === null ? {} : { andWrites: (scribe) => decline(scribe, ho, 'BUSY', full) }),
  });
}

/** T20: which cap the sender has reached, in words. */
function isFull({ slice, settings: { caps }, by }: Hearing): string | null {
  if (slice.open < caps.openHandoffs) return null;
  return `${shown(by.principal)} has ${slice.open} handoffs open: the cap openHandoffs is ${caps.openHandoffs}`;
}

/** When the readback is expected, in milliseconds. Throws UsageError for a time that is none, or past. */
function readbackBy({ options, at }: Hearing): number | null {
  const { readbackBy: given } = options;
  if (given === undefined) return null;
  const time = typeof given === 'number' ? given : isTime(given) ? momentOf(given) : Number.NaN;
  if (Number.isInteger(time) && time > at) return time;
  const form = 'a time to come, as YYYYMMDDTHHMMZ or in milliseconds';
  throw new UsageError('usage/readback-by', `readbackBy is ${form}`);
}

function expOf(message: AnyMessage): number | null {
  const exp = message.slots['exp'] as string | undefined;
  return exp === undefined ? null : momentOf(exp);
}

/** What check-ho finds, and whether what is withheld could be compared with a readback. */
function checked({ message: ho, options, now }: Hearing): readonly Diagnostic[] {
  const { record, add, withheld } = options;
  const found: Diagnostic[] = [];
  if (record !== undefined) {
    found.push(...checkHandoff({ ho, record, ...(add === undefined ? {} : { add }), now }).diagnostics);
  }
  if (withheld !== undefined) readRecord(withheld, vocabularyOf(ho), found);
  return found;
}

/** What of it was given; null when nothing was. */
function keptOf({ record, add, withheld, criteria, onlyRecorded, call }: Kept): Kept | null {
  const given = Object.entries({ record, add, withheld, criteria, onlyRecorded, call }).filter(
    ([, value]) => value !== undefined,
  );
  return given.length === 0 ? null : Object.fromEntries(given);
}

function opened(h: Hearing, exp: number | null): Extract<Ruling, { outcome: 'taken' }>['facts'][number] {
  const { message: ho, rows, settings, options, handoff } = h;
  const ask = ho.slots['ask'] as string;
  const sameAct = handoff !== null && handoff.item === ho.item && handoff.ask === ask ? handoff : null;
  return {
    fact: 'opened',
    root: sameAct === null || isDone(rows, sameAct.root) ? ho.id : sameAct.root,
    retryOf: sameAct !== null && isRetry(h, sameAct) ? sameAct.id : null,
    ask,
    guarded: isGuarded(ho, rows) && !settings.elsewhere.has(ask),
    exp,
    closeWhenExpired: options.closeWhenExpired ?? false,
    readbackBy: readbackBy(h),
    profile: vocabularyOf(ho).hash,
  };
}

/** Whether the act of a root was done: what is handed over after it is another one, under another key (I1). */
function isDone({ statements }: Rows, root: string): boolean {
  return [...statements.values()].some(
    (statement) => statement.root === root && statement.state === 'EXECUTED',
  );
}

/** Only the principal that sent a handoff puts another one in its place: that discards what was prepared for it. */
function isRetry({ message: ho, by }: Hearing, original: Handoff): boolean {
  const same = original.from === ho.from && original.to === ho.to && original.principal === by.principal;
  return same && !isClosed(original);
}
