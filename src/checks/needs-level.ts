import { asksFor, executionSlots, neededLevels } from '../codec/asked.ts';
import { placeOf } from '../codec/encode.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { type Rules, reporter } from '../diagnostic/rule.ts';

interface Needs {
  readonly ask: string;
  readonly profile: string;
  readonly slots: readonly string[];
}

/** Whether a handoff before an act that cannot be undone asks for the readback that guards it. */
export const rules = {
  'execution/needs-exec': {
    severity: 'error',
    section: '6.2 R29',
    message: ({ ask }: Needs): string => `the HO must ask rb=exec: ask=${ask} acts with execution slots`,
    hint: ({ ask, profile, slots }: Needs): string =>
      `write rb=exec: the profile ${profile} has ${ask} act with ${slots.join(' ')}`,
  },
  'execution/needs-all': {
    severity: 'error',
    section: '6.1 R25',
    message: ({ ask }: Needs): string => `the HO must ask rb=all: ask=${ask} cannot be undone`,
    hint: ({ ask, profile }: Needs): string =>
      `write rb=all: the profile ${profile} names no execution slots for ${ask}, so every slot is read back`,
  },
} as const;
rules satisfies Rules;

/** An HO that has to ask rb=exec or rb=all does so (6.1 R25; in check-rb and check-dn R29). */
export function checkNeededLevels(ho: AnyMessage, found: Diagnostic[]): void {
  for (const level of neededLevels(ho)) {
    if (asksFor(ho, level)) continue;
    const { name, profile } = vocabularyOf(ho);
    const data = {
      ask: ho.slots['ask'] as string,
      profile: profile === null ? name : `${name} ${profile.version}`,
      slots: executionSlots(ho),
    };
    const at = placeOf(ho, ho.slots['rb'] === undefined ? 'ask' : 'rb');
    reporter(rules, found)(level === 'exec' ? 'execution/needs-exec' : 'execution/needs-all', data, at);
  }
}
