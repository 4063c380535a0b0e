import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { written } from '../codec/value.ts';
import type { Named } from './derive.ts';
import type { Evidence } from './evidence.ts';
import { currenciesOf, isOtherCurrency } from './written/index.ts';

/**
 * Evidence, with a currency doubtful where the amount that it belongs to stands in the sources with another one and
 * nowhere with it: a code that a source has somewhere says nothing of an amount in `USD`. Which slots belong together,
 * the profile says.
 */
export function heldToAmounts(
  message: AnyMessage,
  named: readonly Named[],
  evidence: readonly Evidence[],
): readonly Evidence[] {
  const amounts = Object.entries(vocabularyOf(message).profile?.amounts ?? {});
  return evidence.map((one) => {
    if (one.standing !== 'found' || one.found === null) return one;
    for (const [slot, currency] of amounts) {
      const amount = message.slots[slot];
      if (currency !== one.slot || amount === undefined) continue;
      const other = otherOf(named, written(amount), one.value);
      const doubt = `${slot} stands there with ${other}`;
      if (other !== null) return { ...one, standing: 'doubtful', found: { ...one.found, doubt } };
    }
    return one;
  });
}

/** Another currency with which an amount stands in some sources; null when it has none, or the sought one as well. */
function otherOf(named: readonly Named[], amount: string, code: string): string | null {
  const beside = named.flatMap(({ here }) =>
    here.parts.flatMap((part) => currenciesOf(part.figures(), amount)),
  );
  const others = beside.filter((one) => isOtherCurrency(one, code));
  return others.length === beside.length ? (others[0] ?? null) : null;
}
