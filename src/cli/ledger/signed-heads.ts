import { shown } from '../../text/shown.ts';
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
  return { ...(heads === undefined ? {} : { heads }), ...(publicKey === undefined ? {} : { publicKey }) };
}
