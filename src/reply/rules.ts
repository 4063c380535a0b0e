import type { Rules } from '../diagnostic/rule.ts';
import { shown } from '../text/shown.ts';

interface Id {
  readonly id: string;
}

/** Why code answers nothing although the line can be read. */
export const rules = {
  'reply/own-line': {
    severity: 'error',
    section: '6.7',
    message: ({ agent }: { agent: string }): string =>
      `the line comes from ${agent}, who would have to answer it`,
    hint: (): string => 'answer lines of other agents only',
  },
  'reply/no-sender': {
    severity: 'error',
    section: '6.7',
    message: (): string => 'the id and the sender of the line cannot be read, so nobody can be answered',
    hint: (): string => 'ask for the line again over the channel that it came by',
  },
  'reply/id-reused': {
    severity: 'error',
    section: '6.5 R37',
    message: ({ id }: Id): string => `${shown(id)} is the id of another line of this thread`,
    hint: (): string => 'ask its sender which of the two lines holds: an answer would name both',
  },
  'reply/cancelled': {
    severity: 'error',
    section: '6.5',
    message: ({ id, cx }: Id & { cx: string }): string => `${id} was taken back by ${cx}`,
    hint: ({ cx }: { cx: string }): string => `acknowledge ${cx} with AN val=Y once nothing of it can run`,
  },
} as const;
rules satisfies Rules;
