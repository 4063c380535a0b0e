/**
 * Why a line is not taken, and whether the same line may be taken later. In order of precedence: the first that
 * holds is the one that is told.
 */
export const refusals = {
  revoked: { retryable: false, means: 'the key of the principal was revoked' },
  unreadable: { retryable: false, means: 'the line has errors' },
  identity: { retryable: false, means: 'the principal may not speak as the line’s from=' },
  'not-a-person': { retryable: false, means: 'only a person’s session speaks as human' },
  'id-taken': { retryable: false, means: 'another line has this id' },
  'id-reserved': {
    retryable: false,
    means: 'ids of this size are the ledger’s to give out: ask it for the next one',
  },
  'unknown-re': { retryable: false, means: 're= names no line of this conversation that can be answered so' },
  direction: { retryable: false, means: 'an answer goes from the one addressed to the one who wrote' },
  'profile-changed': {
    retryable: false,
    means: 'the handoff was judged under another version of its profile',
  },
  closed: { retryable: false, means: 'the handoff is closed' },
  answered: { retryable: false, means: 'the message has its answer' },
  expired: { retryable: false, means: 'the handoff’s exp= has passed' },
  'needs-record': {
    retryable: false,
    means: 'an act that cannot be undone is sent with the record that it was approved by',
  },
  'handoff-fails': { retryable: false, means: 'the handoff does not pass check-ho' },
  'unknown-token': { retryable: false, means: 'x_tok= is not the token of the statement that was read back' },
  'principal-differs': {
    retryable: false,
    means: 'only the principal that sent the handoff confirms or cancels it',
  },
  'self-confirmed': { retryable: false, means: 'the principal that executes may not confirm' },
  'readback-fails': { retryable: false, means: 'the readback does not pass, so there is nothing to confirm' },
  stopped: { retryable: true, means: 'a question about the handoff was answered with a code that stops' },
  'answer-fails': { retryable: false, means: 'the answer does not pass check-an' },
  'has-statement': { retryable: false, means: 'a statement of the handoff is live: it is abandoned first' },
  'no-statement': { retryable: false, means: 'the readback’s statement does not wait for an answer' },
  'not-trusted': {
    retryable: false,
    means: 'LEDGER NOT TRUSTED: its chain does not hold, and nothing will be executed',
  },
  quarantined: {
    retryable: false,
    means: 'QUARANTINED: the ledger was restored or copied, and the world may be ahead of it',
  },
  guarded: { retryable: false, means: 'the act tool alone reports this act' },
  'done-fails': { retryable: false, means: 'the done report does not pass check-dn' },
  running: { retryable: true, means: 'the act is running or its outcome is unknown' },
} as const;
refusals satisfies Record<string, { readonly retryable: boolean; readonly means: string }>;

/** Why a line is not taken. */
export type Refusal = keyof typeof refusals;

/** A refusal as a value. */
export interface Refused {
  readonly outcome: 'refused';
  readonly reason: Refusal;
  readonly message: string;
}

/** A refusal with what it means, and of what. */
export function refused(reason: Refusal, detail: string): Refused {
  return { outcome: 'refused', reason, message: `${refusals[reason].means}: ${detail}` };
}
