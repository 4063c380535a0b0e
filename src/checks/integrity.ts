import { digest } from '../codec/canonical.ts';
import { placeOf } from '../codec/encode.ts';
import type { AnyMessage } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';

interface Digests {
  readonly sent: string;
  readonly heard: string;
}

/** Whether the receiver holds the message that was sent. */
export const rules = {
  'integrity/mismatch': {
    severity: 'error',
    section: '6.2',
    message: ({ sent, heard }: Digests): string =>
      `tier2 integrity: h=${heard}, but the HO as sent has the digest ${sent}`,
    hint: (): string =>
      'compare the HO that the receiver holds with the one that was sent, then send it again',
  },
  'integrity/absent': {
    severity: 'info',
    section: '6.2',
    message: (): string =>
      'tier2 integrity: the RB carries no h=, so the copy of the receiver was not compared',
    hint: (): string => 'let code compose the readback: it adds h=',
  },
} as const;
rules satisfies Rules;

/** Tier 2: h= is the digest of the HO as it was sent; it stops accidents, not people (6.2). */
export function checkIntegrity({ ho, rb }: { ho: AnyMessage; rb: AnyMessage }, found: Diagnostic[]): void {
  const heard = rb.slots['h'] as string | undefined;
  if (heard === undefined) return reporter(rules, found)('integrity/absent', {}, placeOf(rb, 'type'));
  const sent = digest(ho);
  if (heard !== sent) reporter(rules, found)('integrity/mismatch', { sent, heard }, placeOf(rb, 'h'));
}
