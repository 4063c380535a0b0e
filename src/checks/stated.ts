import { executionSlots } from '../codec/asked.ts';
import type { AnyMessage } from '../codec/message.ts';
import { sameValue, written } from '../codec/value.ts';

/**
 * What an AN says otherwise than the readback that it answers, `slot=value`: another token, or another value of what the
 * act runs with. Undefined when it is about exactly that statement (6.4).
 */
export function otherThanStated(an: AnyMessage, rb: AnyMessage): string | undefined {
  for (const slot of ['x_tok', ...executionSlots(rb)]) {
    const said = an.slots[slot];
    if (said !== undefined && !sameValue(said, rb.slots[slot])) return `${slot}=${written(said)}`;
  }
  return undefined;
}
