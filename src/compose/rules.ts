import { written } from '../codec/value.ts';
import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';

interface Slot {
  readonly slot: string;
}
/** The slot that a key is close to, and the profiles that have it as it is. */
interface Known {
  readonly near: string | undefined;
  readonly knownTo: readonly string[];
}
interface Difference extends Slot {
  readonly sent: SlotValue | null;
  readonly given: SlotValue;
}

const told = (value: SlotValue | null): string => (value === null ? 'nothing' : shown(written(value)));

/** Why code does not compose a message. What the message itself may not be is told by the codec's rules. */
export const rules = {
  'compose/no-slot': {
    severity: 'error',
    section: '6.1',
    message: ({ slot, vocabulary, knownTo }: Slot & { vocabulary: string } & Known): string =>
      `${shown(slot)} is no slot of ${vocabulary}` +
      (knownTo.length === 0 ? '' : `; profile ${knownTo.join(', ')} knows it`),
    hint: ({ near, knownTo }: Known): string => {
      if (knownTo.length > 0) return `name the profile with p=${knownTo[0]}`;
      return near === undefined
        ? 'name the slot as it stands on a line'
        : `write ${near} if that is what is meant`;
    },
  },
  'compose/value': {
    severity: 'error',
    section: '3',
    message: ({ slot, got }: Slot & { got: string; form: string }): string =>
      `${slot} cannot be ${shown(got)}`,
    hint: ({ slot, form }: Slot & { form: string }): string => `give ${slot} as on a line: ${form}`,
  },
  'compose/open': {
    severity: 'error',
    section: '6.2',
    message: ({ slot }: Slot): string =>
      `the readback leaves ${slot} open: the HO asks for it and does not say it`,
    hint: ({ slot }: Slot): string => `give the ${slot} that you will act with`,
  },
  'compose/contradiction': {
    severity: 'error',
    section: '6.2 R27',
    message: ({ slot, sent, given }: Difference): string =>
      `${slot} was sent as ${told(sent)} and cannot be answered as ${told(given)}`,
    hint: ({ slot }: Slot): string => `ask the sender with an AQ when its ${slot} is wrong`,
  },
  'compose/by-code': {
    severity: 'error',
    section: '6.2',
    message: ({ slot }: Slot): string => `${slot} is written by code and cannot be given`,
    hint: ({ slot }: Slot): string => `leave ${slot} out`,
  },
  'compose/unguarded': {
    severity: 'error',
    section: '6.2 R29',
    message: ({ ask, level }: { ask: string; level: string }): string =>
      `the HO must ask rb=${level} for ask=${ask}, so no readback of it can pass`,
    hint: ({ level }: { level: string }): string => `have the HO sent again with rb=${level}`,
  },
  'compose/unknown-key': {
    severity: 'error',
    section: '2 R4',
    message: ({ slot }: Slot): string => `the HO carries ${shown(slot)}, which its profile does not know`,
    hint: (): string => 'have the HO sent again without it: before an act no key may be ignored',
  },
  'compose/outlives': {
    severity: 'error',
    section: '6.2',
    message: ({ sent, given }: { sent: string; given: string }): string =>
      `the readback with exp=${given} outlives the HO, which ends at ${sent}`,
    hint: ({ sent }: { sent: string }): string => `give exp=${sent} or an earlier time`,
  },
  'compose/record-differs': {
    severity: 'error',
    section: '6.1',
    message: ({ slot, sent, given }: Difference): string =>
      `${slot} is ${told(sent)} in the record and cannot be set to ${told(given)}`,
    hint: ({ slot }: Slot): string => `have ${slot} approved anew`,
  },
  'compose/record-lacks': {
    severity: 'error',
    section: '3',
    message: ({ slot }: Slot): string =>
      `an HO requires ${slot}, and neither the record nor what is set has it`,
    hint: ({ slot }: Slot): string => `put ${slot} into the record, or set it`,
  },
  'compose/record-level': {
    severity: 'error',
    section: '6.1 R25',
    message: ({ ask, level }: { ask: string; level: string }): string =>
      `the record's rb= lacks ${level}, which ask=${ask} needs`,
    hint: (): string => 'leave rb out of the record: code chooses it',
  },
  'compose/left-for-readback': {
    severity: 'info',
    section: '6.1',
    message: ({ slot }: Slot): string => `${slot} of the record goes on no HO and is left for the readback`,
    hint: (): string => 'compare the readback with the same record',
  },
  'compose/not-approved': {
    severity: 'warning',
    section: '6.1 R26',
    message: ({ slot, ask }: Slot & { ask: string }): string =>
      `${slot}, which ask=${ask} acts with, is set and not in the record`,
    hint: ({ slot }: Slot): string => `have ${slot} approved, or name it to check-ho as one to be added`,
  },
  'compose/no-outcome': {
    severity: 'error',
    section: '6.3',
    message: ({ slots }: { slots: readonly string[] }): string =>
      slots.length === 0
        ? 'the result does not say how the work came out'
        : `the result lacks ${slots.join(' ')} and does not say how the act came out`,
    hint: (): string => 'give out=OK, PARTIAL or NOOP, as it was',
  },
  'compose/result-left-out': {
    severity: 'warning',
    section: '6.3',
    message: ({ slot }: Slot & { near: string | undefined }): string =>
      `${shown(slot)} of the result is no slot and is left out of the DN`,
    hint: ({ near }: { near: string | undefined }): string =>
      near === undefined
        ? 'return what was done under the names of its slots'
        : `return it as ${near} if that is meant`,
  },
} as const;
rules satisfies Rules;
