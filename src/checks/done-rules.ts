import type { Rules } from '../diagnostic/rule.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import { contrast, told } from './values.ts';

interface Slot {
  readonly slot: string;
}
interface Heard extends Slot {
  readonly heard: SlotValue;
}
interface Planned extends Slot {
  readonly planned: SlotValue | null;
}
interface Mismatch extends Heard {
  readonly planned: SlotValue;
  readonly id: string;
}
interface Void {
  readonly id: string;
  readonly problems: readonly string[];
  readonly first: string;
}

/** Whether what was executed is what was planned. */
export const rules = {
  'done/readback-void': {
    severity: 'error',
    section: '6.3 R34',
    message: ({ id, first }: Void): string => `the readback ${id} does not pass: ${first}`,
    hint: ({ id }: Void): string => `check ${id} against the HO, and find out why the act ran on it`,
  },
  'done/missing': {
    severity: 'error',
    section: '6.3',
    message: ({ slot, planned }: Planned): string =>
      `executed: DN does not carry ${slot}${planned === null ? '' : `, planned ${told(planned)}`}`,
    hint: ({ slot }: Slot): string => `report ${slot} as the tool printed it`,
  },
  'done/mismatch': {
    severity: 'error',
    section: '6.3',
    message: ({ slot, planned, heard }: Mismatch): string =>
      `executed: ${slot} mismatch, ${contrast('planned', planned, 'reported', heard)}`,
    hint: ({ id }: Mismatch): string => `find out what ran, and reverse it with ask=UNDO ctx=${id}`,
  },
  'done/not-reported': {
    severity: 'info',
    section: '6.3',
    message: ({ slot }: Planned): string => `executed: the DN with out=PARTIAL does not carry ${slot}`,
    hint: ({ slot }: Slot): string => `ask what became of ${slot}`,
  },
  'done/none-reported': {
    severity: 'error',
    section: '6.3',
    message: ({ slots }: { slots: readonly string[] }): string =>
      `executed: the DN with out=PARTIAL carries none of ${slots.join(' ')}`,
    hint: (): string => 'report what was executed, or out=NOOP when nothing was',
  },
  'done/noop': {
    severity: 'error',
    section: '6.3 R35',
    message: ({ slot, heard }: Heard): string =>
      `executed: the DN says out=NOOP, nothing ran, and reports ${slot}=${told(heard)}`,
    hint: (): string => 'report out=OK or out=PARTIAL with what ran, or out=NOOP without values',
  },
  'done/unplanned': {
    severity: 'error',
    section: '6.3 R36',
    message: ({ slot, heard }: Heard): string =>
      `executed: ${slot}=${told(heard)} stands in neither the HO nor a passing readback nor the record`,
    hint: ({ slot }: Slot): string =>
      `give this check the readback that was confirmed, or a record that holds ${slot}`,
  },
} as const;
rules satisfies Rules;
