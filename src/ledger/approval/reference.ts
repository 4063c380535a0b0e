import { createHash } from 'node:crypto';
import { canonicalJson } from '../../text/canonical-json.ts';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; // without I, L, O and U, which are misread

/** The reference that a question's go has where nobody gave another: AP- and 60 bits, the same whenever it is shown. */
export function referenceOf(of: Readonly<Record<'tenant' | 'conversation' | 'question', string>>): string {
  const { tenant, conversation, question } = of;
  const hash = sha256Of(canonicalJson(['hearback approval 1', tenant, conversation, question]));
  const bits = BigInt(`0x${hash.slice(0, 15)}`);
  const name = Array.from({ length: 12 }, (_, at) => digits[Number((bits >> BigInt(5 * (11 - at))) & 31n)]);
  return `AP-${name.join('')}`;
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
