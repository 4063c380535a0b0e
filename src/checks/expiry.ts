import { placeOf } from '../codec/encode.ts';
import type { AnyMessage } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';
import { isExpired } from './now.ts';

interface Expired {
  readonly exp: string;
  readonly now: string;
}

/** Whether there is still time to act on a handoff, and to confirm a readback. */
export const rules = {
  'expiry/handoff': {
    severity: 'error',
    section: '6.1 R26',
    message: ({ exp, now }: Expired): string => `the HO expired at ${exp} and it is ${now}`,
    hint: (): string => 'hand over again with a later exp=',
  },
  'expiry/readback': {
    severity: 'error',
    section: '6.2',
    message: ({ exp, now }: Expired): string => `the statement expired at ${exp} and it is ${now}`,
    hint: (): string => 'have the statement prepared again: the world it was checked against may have moved',
  },
  'expiry/outlives': {
    severity: 'error',
    section: '6.2',
    message: ({ sent, heard }: { sent: string; heard: string }): string =>
      `the statement with exp=${heard} outlives the HO, which ends at ${sent}`,
    hint: ({ sent }: { sent: string }): string => `read back with exp=${sent} or earlier`,
  },
} as const;
rules satisfies Rules;

/** An HO at or past its exp is not sent, read back or acted on (6.1, 6.2). */
export function checkHandoffExpiry(ho: AnyMessage, now: string, found: Diagnostic[]): void {
  const exp = ho.slots['exp'] as string | undefined;
  if (exp === undefined || !isExpired(now, exp)) return;
  reporter(rules, found)('expiry/handoff', { exp, now }, placeOf(ho, 'exp'));
}

/**
 * Expiry of an exchange: neither the HO nor the RB is at or past its exp, and the RB's is no later than the HO's (6.2).
 * `asOf` null is a moment within both windows, for a readback whose time of confirmation nobody knows (R34).
 */
export function checkExpiry(
  { ho, rb, asOf }: { ho: AnyMessage; rb: AnyMessage; asOf: string | null },
  found: Diagnostic[],
): void {
  if (asOf !== null) checkHandoffExpiry(ho, asOf, found);
  const heard = rb.slots['exp'] as string | undefined;
  if (heard === undefined) return;
  const report = reporter(rules, found);
  if (asOf !== null && isExpired(asOf, heard)) {
    report('expiry/readback', { exp: heard, now: asOf }, placeOf(rb, 'exp'));
  }
  const sent = ho.slots['exp'] as string | undefined;
  if (sent !== undefined && heard > sent) report('expiry/outlives', { sent, heard }, placeOf(rb, 'exp'));
}
