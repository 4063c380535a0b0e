import { verifyHeads } from '../../ledger/proof/heads.ts';
import { shown } from '../../text/shown.ts';
import { Stopped } from '../failure.ts';
import { bytesOfFile, textOf } from '../input.ts';
import type { Call, Option } from '../verb.ts';

/** What a ledger or an export is held against. */
export const headsOptions = {
  heads: { value: 'FILE', about: 'signed heads to hold it against' },
  'public-key': { value: 'FILE', about: 'the Ed25519 key (SPKI, PEM) that verifies their signature' },
} as const;
headsOptions satisfies Readonly<Record<string, Option>>;

/** What these options amount to, as `verify` and `importLedger` take it. */
export function heldAgainst({ options }: Call): { readonly heads?: string; readonly publicKey?: string } {
  const read = (name: string): string | undefined => {
    const file = options.value(name);
    return file === undefined ? undefined : textOf(bytesOfFile(file), shown(file));
  };
  const [heads, publicKey] = [read('heads'), read('public-key')];
  if (heads !== undefined && publicKey !== undefined) assertSigned(heads, publicKey, options.value('heads'));
  return { ...(heads === undefined ? {} : { heads }), ...(publicKey === undefined ? {} : { publicKey }) };
}

/** Evidence that does not stand is no wrong call: it is refused for good (act.md 9). */
function assertSigned(heads: string, publicKey: string, file = ''): void {
  const verified = verifyHeads(heads, publicKey);
  if (verified.holds) return;
  throw new Stopped('heads', `nothing can be held against ${shown(file)}: ${verified.why}`);
}
