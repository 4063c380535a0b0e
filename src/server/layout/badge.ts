import { type Html, html } from './html.ts';

/** What a badge says about its subject; the sign stands for those who do not see its colour. */
const signs = {
  good: '✓',
  wait: '…',
  warn: '!',
  bad: '✕',
  unknown: '?',
  quiet: '·',
} as const;

export type Tone = keyof typeof signs;

/** A short word on how something stands: never by its colour alone. */
export function badge(tone: Tone, word: string): Html {
  return html`<span class="badge badge-${tone}"><span class="sign" aria-hidden="true">${signs[tone]}</span>${word}</span>`;
}

const handoffTones: Readonly<Record<string, readonly [Tone, string]>> = {
  OPEN: ['wait', 'open, not read back'],
  HELD: ['bad', 'held, its readback failed'],
  OWNED: ['wait', 'read back'],
  CLEARED: ['good', 'confirmed'],
  CANCELLING: ['warn', 'being cancelled'],
  SUPERSEDED: ['quiet', 'sent again'],
  CLOSED_DN: ['good', 'done'],
  CLOSED_FL: ['bad', 'failed'],
  CLOSED_UN: ['quiet', 'declined'],
  CLOSED_CX: ['quiet', 'cancelled'],
};

/** How a handoff stands (act.md 4). */
export function handoffBadge(state: string): Html {
  const [tone, word] = handoffTones[state] ?? ['quiet', state];
  return badge(tone, word);
}

const statementTones: Readonly<Record<string, readonly [Tone, string]>> = {
  PREPARED: ['wait', 'prepared, not confirmed'],
  CONFIRMED: ['wait', 'confirmed, will run'],
  CLAIMED: ['wait', 'running'],
  UNKNOWN: ['unknown', 'outcome unknown'],
  EXECUTED: ['good', 'executed'],
  NOTEXEC: ['bad', 'not executed'],
  ABANDONED: ['quiet', 'abandoned'],
  EXPIRED: ['warn', 'expired'],
};

/** How a statement stands (act.md 3). */
export function statementBadge(state: string): Html {
  const [tone, word] = statementTones[state] ?? ['quiet', state];
  return badge(tone, word);
}
