import type { Asked } from '../../ledger/approval/asked.ts';

/** What a person types before an act is approved, so that nobody approves by a slip (T12). */
export interface Challenge {
  readonly prompt: string;
  readonly expected: string;
  /** An amount may be typed with its thousands apart. */
  readonly isAmount: boolean;
}

const fourDigits = /\d\D*\d\D*\d\D*\d\D*$/;

/** The amount where the act has one; else the last four digits of the first value that has four; else the item. */
export function challengeOf({
  slots,
  vocabulary,
  item,
}: Pick<Asked, 'slots' | 'vocabulary' | 'item'>): Challenge {
  const valued = slots.flatMap(({ slot, about, value }) =>
    value === null ? [] : [{ slot, value, name: about ?? slot }],
  );
  const amount = valued.find(({ slot }) => vocabulary.slots.get(slot)?.base === 'money');
  if (amount !== undefined)
    return {
      prompt: `Type the ${amount.name} (${amount.slot}) as shown above`,
      expected: amount.value,
      isAmount: true,
    };
  const numbered = valued.find(({ value }) => fourDigits.test(value));
  if (numbered !== undefined) {
    const digits = numbered.value.replaceAll(/\D/g, '').slice(-4);
    return {
      prompt: `Type the last four digits of ${numbered.name} (${numbered.slot})`,
      expected: digits,
      isAmount: false,
    };
  }
  return { prompt: 'Type the item as shown above', expected: item ?? '', isAmount: false };
}

/** Whether what was typed is what was shown; an amount exactly, with or without its thousands apart. */
export function isMet({ expected, isAmount }: Challenge, typed: string): boolean {
  const given = typed.trim();
  return (
    given === expected ||
    (isAmount && /^\d{1,3}(?:,\d{3})+\.\d\d$/.test(given) && given.replaceAll(',', '') === expected)
  );
}
