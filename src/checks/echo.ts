import { asksFor, executionSlots, namedSlots, ownSlots } from '../codec/asked.ts';
import { placeOf } from '../codec/encode.ts';
import type { AnyMessage } from '../codec/message.ts';
import { sameValue } from '../codec/value.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { contrast, told } from './values.ts';

interface Mismatch {
  readonly slot: string;
  readonly sent: SlotValue;
  readonly heard: SlotValue;
}
interface Missing {
  readonly slot: string;
  readonly sent: SlotValue | null;
}

/** Whether the receiver decoded the handoff as it was sent. */
export const rules = {
  'echo/missing': {
    severity: 'error',
    section: '6.2',
    message: ({ slot, sent }: Missing): string =>
      sent === null
        ? `tier3 echo: RB does not echo ${slot}, which rb= asks the receiver to fill in`
        : `tier3 echo: RB does not echo ${slot}, sent ${told(sent)}`,
    hint: ({ slot }: Missing): string => `read ${slot} back`,
  },
  'echo/mismatch': {
    severity: 'error',
    section: '6.2',
    message: ({ slot, sent, heard }: Mismatch): string =>
      `tier3 echo: ${slot} mismatch, ${contrast('sent', sent, 'heard', heard)}`,
    hint: ({ slot }: Mismatch): string => `read ${slot} back as it was sent`,
  },
  'echo/misread': {
    severity: 'error',
    section: '6.2 R27',
    message: ({ slot, sent, heard }: Mismatch): string =>
      `tier3 echo: ${slot} mismatch, ${contrast('sent', sent, 'heard', heard)}; nobody asked for it, and it was misread`,
    hint: ({ slot }: Mismatch): string => `read ${slot} back as it was sent, or leave it out`,
  },
} as const;
rules satisfies Rules;

/**
 * Tier 3: item, ask, due and what rb= names are on the RB as sent, with rb=all every slot; whatever else it carries of
 * the HO is unchanged (6.2 R27). Under rb=exec the execution slots are left to tier 5.
 */
export function checkEcho({ ho, rb }: { ho: AnyMessage; rb: AnyMessage }, found: Diagnostic[]): void {
  const named = namedSlots(ho);
  const leftOut = asksFor(ho, 'exec') ? executionSlots(ho) : [];
  const all = asksFor(ho, 'all');
  compare('item', ho.item, rb.item ?? undefined, true);
  for (const slot in ho.slots) {
    if (ownSlots.has(slot) || leftOut.includes(slot)) continue;
    const isAsked = all || slot === 'ask' || slot === 'due' || named.includes(slot);
    compare(slot, ho.slots[slot] as SlotValue, rb.slots[slot], isAsked);
  }
  for (const slot of named) {
    if (slot === 'item' || ho.slots[slot] !== undefined || leftOut.includes(slot)) continue;
    if (rb.slots[slot] === undefined) compare(slot, null, undefined, true);
  }

  function compare(
    slot: string,
    sent: SlotValue | null,
    heard: SlotValue | undefined,
    isAsked: boolean,
  ): void {
    if (heard === undefined) {
      if (isAsked) reporter(rules, found)('echo/missing', { slot, sent }, placeOf(rb, 'type'));
    } else if (sent !== null && !sameValue(sent, heard)) {
      const code = isAsked ? 'echo/mismatch' : 'echo/misread';
      reporter(rules, found)(code, { slot, sent, heard }, placeOf(rb, slot));
    }
  }
}
