import { asksFor, asksForValues, executionSlots, namedSlots } from '../codec/asked.ts';
import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import type { RecordValues } from './record.ts';
import { contrast, told } from './values.ts';

interface Slot {
  readonly slot: string;
}
interface Heard extends Slot {
  readonly heard: SlotValue;
}
interface Mismatch extends Heard {
  readonly sent: SlotValue;
}
interface Ask {
  readonly ask: string;
  readonly vocabulary: string;
}

/** Whether the receiver will act with the values that were approved. */
export const rules = {
  'execution/missing': {
    severity: 'error',
    section: '6.2',
    message: ({ slot, ask }: Slot & Ask): string =>
      `tier5 execution: RB does not carry ${slot}, which ask=${ask} acts with`,
    hint: ({ slot }: Slot): string => `read back ${slot} with the value that the act will use`,
  },
  'execution/mismatch': {
    severity: 'error',
    section: '6.2',
    message: ({ slot, sent, heard }: Mismatch): string =>
      `tier5 execution: ${slot} mismatch, ${contrast('sent', sent, 'heard', heard)}`,
    hint: ({ slot }: Mismatch): string => `act with ${slot} as it was sent, or ask before the act`,
  },
  'execution/resolved': {
    severity: 'info',
    section: '6.2',
    message: ({ slot, heard }: Heard): string =>
      `tier5 execution: the receiver filled in ${slot}=${told(heard)}, and no record says whether it is right`,
    hint: ({ slot }: Heard): string =>
      `compare ${slot} with your own record, and give that record to this check`,
  },
  'execution/added': {
    severity: 'info',
    section: '6.2',
    message: ({ slot, heard }: Heard): string => `tier5 execution: only the RB has ${slot}=${told(heard)}`,
    hint: ({ slot }: Heard): string => `see whether you meant ${slot} to be part of the act`,
  },
  'execution/no-slots': {
    severity: 'info',
    section: '6.2',
    message: ({ ask, vocabulary }: Ask): string =>
      `tier5 execution: ${vocabulary} names no execution slots for ask=${ask}, so none were compared`,
    hint: (): string => 'ask rb=all, which reads every slot back',
  },
} as const;
rules satisfies Rules;

interface Readback {
  readonly ho: AnyMessage;
  readonly rb: AnyMessage;
  readonly record: RecordValues | null;
}

/** Tier 5, rb=exec: every execution slot of the ask is on the RB, and is the HO's where the HO has it (6.2). */
export function checkExecution({ ho, rb }: Readback, found: Diagnostic[]): void {
  if (!asksFor(ho, 'exec')) return;
  const ask = ho.slots['ask'] as string;
  const slots = executionSlots(ho);
  const report = reporter(rules, found);
  const vocabulary = vocabularyOf(ho).name;
  if (slots.length === 0) report('execution/no-slots', { ask, vocabulary }, placeOf(ho, 'ask'));
  for (const slot of slots) {
    const sent = ho.slots[slot];
    const heard = rb.slots[slot];
    if (heard === undefined) {
      report('execution/missing', { slot, ask, vocabulary }, placeOf(rb, 'type'));
    } else if (sent !== undefined && !sameValue(sent, heard)) {
      report('execution/mismatch', { slot, sent, heard }, placeOf(rb, slot));
    }
  }
}

/** What only the RB has: values that it filled in and no record vouches for, and slots of the profile beyond (6.2). */
export function tellAdded({ ho, rb, record }: Readback, found: Diagnostic[]): void {
  const asked = namedSlots(ho);
  if (asked.length === 0 && !asksForValues(ho)) return;
  const wanted = asksFor(ho, 'exec') ? [...executionSlots(ho), ...asked] : asked;
  const { slots: rows, name } = vocabularyOf(ho);
  for (const slot in rb.slots) {
    if (ho.slots[slot] !== undefined) continue;
    const heard = rb.slots[slot] as SlotValue;
    if (wanted.includes(slot)) {
      if (record?.has(slot)) continue;
      reporter(rules, found)('execution/resolved', { slot, heard }, placeOf(rb, slot));
    } else if (asksForValues(ho) && name !== 'core' && rows.get(slot)?.origin === name) {
      reporter(rules, found)('execution/added', { slot, heard }, placeOf(rb, slot));
    }
  }
}
