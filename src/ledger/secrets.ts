import type { Kept } from './ledger.ts';

/** What a sender kept, as check-rb and check-dn take it: the record with what the handoff left open, and the criteria. */
export function secretsOf({ record, withheld, criteria }: Kept): {
  readonly record?: Readonly<Record<string, unknown>>;
  readonly kept?: readonly string[];
} {
  const approved = record === undefined && withheld === undefined ? undefined : { ...record, ...withheld };
  return {
    ...(approved === undefined ? {} : { record: approved }),
    ...(criteria === undefined ? {} : { kept: criteria }),
  };
}
