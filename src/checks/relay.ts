import { executionSlots } from '../codec/asked.ts';
import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { type Verdict, verdict } from '../diagnostic/verdict.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { expectType } from './expect-type.ts';
import { checkHandoffExpiry } from './expiry.ts';
import { checkNeededLevels } from './needs-level.ts';
import { assertNow } from './now.ts';
import { checkProfile } from './receipt.ts';
import { checkUnknownKeys } from './unknown-keys.ts';
import { contrast, told } from './values.ts';

interface Slot {
  readonly slot: string;
}
interface Mismatch extends Slot {
  readonly sent: SlotValue;
  readonly heard: SlotValue;
}
interface Tails {
  readonly sent: string | null;
  readonly heard: string | null;
}

/** Whether a relay passes a handoff on as it came. */
export const rules = {
  'relay/mismatch': {
    severity: 'error',
    section: '6.1',
    message: ({ slot, sent, heard }: Mismatch): string =>
      `relay: ${slot} mismatch, ${contrast('received', sent, 'forwarded', heard)}`,
    hint: ({ slot }: Mismatch): string => `forward ${slot} as it was received`,
  },
  'relay/missing': {
    severity: 'error',
    section: '6.1',
    message: ({ slot, sent }: Slot & { sent: SlotValue }): string =>
      `relay: ${slot}=${told(sent)} was received and is not forwarded`,
    hint: ({ slot, sent }: Slot & { sent: SlotValue }): string => `add ${slot}=${told(sent)}`,
  },
  'relay/added': {
    severity: 'error',
    section: '6.1 R26',
    message: ({ slot, heard }: Slot & { heard: SlotValue }): string =>
      `relay: ${slot}=${told(heard)} is forwarded and was not received`,
    hint: ({ slot }: Slot): string => `leave ${slot} out: a relay does not add it`,
  },
  'relay/tail': {
    severity: 'error',
    section: '6.1',
    message: ({ sent, heard }: Tails): string =>
      `relay: tail mismatch, received ${quote(sent)}, forwarded ${quote(heard)}`,
    hint: (): string => 'forward the tail word for word',
  },
  'relay/from': {
    severity: 'error',
    section: '6.1',
    message: ({ from, addressee }: { from: string; addressee: string }): string =>
      `relay: the received HO went to ${addressee}, and ${from} forwards it`,
    hint: ({ addressee }: { addressee: string }): string => `take it from ${addressee} only, who received it`,
  },
} as const;
rules satisfies Rules;

/** What the check of a relay compares. */
export interface RelayCheck {
  /** The HO that is forwarded. */
  readonly ho: AnyMessage;
  /** The HO that was received. */
  readonly received: AnyMessage;
  /** The time in UTC, YYYYMMDDTHHMMZ. */
  readonly now: string;
}

/** Signatures and tokens are of one line: a forwarded one cannot carry them over. */
const lineOwn: ReadonlySet<string> = new Set(['x_tok', 'x_sig', 'x_kid']);
/** What a relay neither changes nor adds. */
const kept: readonly string[] = ['p', 'exp', 'rb', 'due'];

/**
 * A relay: the forwarded HO says what the received one says, tail included, and comes from the agent that it went to;
 * to, id and re are the relay's own (6.1). Throws `UsageError` for another type of message or an unreadable clock.
 *
 * @example
 * const received = decode('RW1 HO a-1 from=a to=b item=x:1 ask=FIX // now');
 * const ho = decode('RW1 HO b-1 re=a-1 from=b to=c item=x:1 ask=FIX // later');
 * checkRelay({ ho, received, now: '20261002T0900Z' }).passes; // => false
 */
export function checkRelay({ ho, received, now }: RelayCheck): Verdict {
  const profile = { asked: received, answer: ho };
  vocabularyOf(ho);
  expectType(ho, 'HO');
  expectType(received, 'HO');
  assertNow(now);
  const found: Diagnostic[] = [];
  for (const message of [received, ho]) checkUnknownKeys(message, found);
  checkHandoffExpiry(ho, now, found);
  checkNeededLevels(ho, found);
  const report = reporter(rules, found);
  if (ho.from !== received.to) {
    report('relay/from', { from: ho.from, addressee: received.to }, placeOf(ho, 'from'));
  }
  checkProfile(profile, found);
  if (!sameValue(received.item, ho.item)) {
    const data = { slot: 'item', sent: received.item ?? '', heard: ho.item ?? '' };
    report('relay/mismatch', data, placeOf(ho, 'item'));
  }
  checkForwarded(ho, received, found);
  checkAdded(ho, received, found);
  if (ho.tail !== received.tail) {
    report(
      'relay/tail',
      { sent: received.tail, heard: ho.tail },
      placeOf(ho, ho.tail === null ? 'type' : 'tail'),
    );
  }
  return verdict(found);
}

/** Every slot of the received HO is forwarded as it came. */
function checkForwarded(ho: AnyMessage, received: AnyMessage, found: Diagnostic[]): void {
  for (const slot in received.slots) {
    const sent = received.slots[slot] as SlotValue;
    const heard = ho.slots[slot];
    if (lineOwn.has(slot) || sameValue(sent, heard)) continue;
    if (heard === undefined) reporter(rules, found)('relay/missing', { slot, sent }, placeOf(ho, 'type'));
    else if (slot !== 'p') reporter(rules, found)('relay/mismatch', { slot, sent, heard }, placeOf(ho, slot));
  }
}

/** The deadline, the level and the values of the act are the first sender's: a relay adds none of them. */
function checkAdded(ho: AnyMessage, received: AnyMessage, found: Diagnostic[]): void {
  for (const slot of new Set([...kept, ...executionSlots(ho)])) {
    const heard = ho.slots[slot];
    if (heard === undefined || received.slots[slot] !== undefined || slot === 'p') continue;
    reporter(rules, found)('relay/added', { slot, heard }, placeOf(ho, slot));
  }
}

function quote(tail: string | null): string {
  return tail === null ? 'none' : `"${told(tail)}"`;
}
