import { checkReadback, type ReadbackCheck, type ReadbackVerdict } from '../../checks/readback.ts';
import { asksFor, executionSlots, namedSlots, ownSlots } from '../../codec/asked.ts';
import { placeOf } from '../../codec/encode.ts';
import type { AnyMessage } from '../../codec/message.ts';
import { type Diagnostic, hasErrors } from '../../diagnostic/diagnostic.ts';
import { reporter } from '../../diagnostic/rule.ts';
import type { Crosswalk } from './load.ts';
import { type Loss, rules } from './rules.ts';
import { translate } from './translate.ts';

/** A readback of the other profile against the handoff of one's own, and what was lost on the way. */
export interface AcrossVerdict extends ReadbackVerdict {
  readonly lost: readonly Loss[];
}

/**
 * Checks a readback across profiles (6.8): the receiver read back the handoff as it was said in its own profile, and what
 * it says means in the sender's what was handed over. Both have to pass, and everything that has to be read back has to
 * have a counterpart.
 */
export function checkReadbackAcross({
  ho,
  rb,
  crosswalk,
  ...standard
}: ReadbackCheck & { readonly crosswalk: Crosswalk }): AcrossVerdict {
  const there = translate(ho, crosswalk);
  const back = translate(rb, crosswalk);
  const found: Diagnostic[] = [];
  tellUnread(ho, there.lost, found);
  if (there.message === null || back.message === null) {
    found.push(...there.diagnostics, ...back.diagnostics);
    return {
      passes: false,
      roger: false,
      wilco: false,
      diagnostics: found,
      lost: [...there.lost, ...back.lost],
    };
  }
  const { now } = standard;
  const asHeard = checkReadback({ ho: there.message, rb, now });
  const asMeant = checkReadback({ ho, rb: back.message, ...standard });
  const meant = asMeant.diagnostics.filter(({ code }) => !code.startsWith('integrity/')); // h= is of what was heard
  const told = new Set(meant.map(({ code }) => code));
  found.push(...there.diagnostics, ...back.diagnostics, ...meant);
  found.push(...asHeard.diagnostics.filter(({ code }) => !told.has(code)));
  const passes = !hasErrors(found);
  return {
    passes,
    roger: asHeard.roger,
    wilco: passes,
    diagnostics: found,
    lost: [...there.lost, ...back.lost],
  };
}

/** What the handoff asks to be read back, and the other profile cannot say. */
function tellUnread(ho: AnyMessage, lost: readonly Loss[], found: Diagnostic[]): void {
  const asked = new Set([...executionSlots(ho), ...namedSlots(ho)]);
  if (asksFor(ho, 'all')) for (const slot of Object.keys(ho.slots)) if (!ownSlots.has(slot)) asked.add(slot);
  for (const loss of lost) {
    if (asked.has(loss.slot)) reporter(rules, found)('crosswalk/not-read-back', loss, placeOf(ho, loss.slot));
  }
}
