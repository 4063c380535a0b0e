import { build, type Read } from '../codec/json.ts';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { idAfter } from './next-id.ts';
import { buildUnder, expectAnswered, profileSlot } from './under.ts';

interface Identity {
  readonly id?: string;
  readonly used?: Iterable<string>;
  readonly tail?: string;
}

export interface AnswerOptions extends Identity {
  /** The question, readback, cancel or status that is answered. */
  readonly to: AnyMessage;
  readonly val: string;
}

/**
 * The answer to a question, or the yes or no to a readback or cancel (spec 3, 6.4). It repeats the x_tok of a readback:
 * it is about that statement and no other.
 */
export function makeAnswer({ to: asked, id, used = [], val, tail }: AnswerOptions): Read {
  expectAnswered(asked, ['AQ', 'RB', 'CX', 'ST']);
  const token = asked.slots['x_tok'];
  const { id: re, from: to, to: from, item } = asked;
  const slots = { ...profileSlot(asked), val, ...(token === undefined ? {} : { x_tok: token }) };
  const parts = {
    type: 'AN',
    id: id ?? idAfter(from, asked, used),
    re,
    from,
    to,
    item,
    slots,
    tail: tail ?? null,
  } as const;
  return buildUnder(vocabularyOf(asked), parts);
}

export interface CancelOptions extends Identity {
  readonly ho: AnyMessage;
  readonly why: 'REVOKED' | 'SUPERSEDED' | 'EXPIRED' | 'TIMEOUT';
}

/** The cancel that takes a handoff back, from its sender to its receiver (spec 3, 6.5). */
export function makeCancel({ ho, id, used = [], why, tail }: CancelOptions): Read {
  expectAnswered(ho, ['HO']);
  const { id: re, from, to, item } = ho;
  const slots = { ...profileSlot(ho), why };
  const parts = {
    type: 'CX',
    id: id ?? idAfter(from, ho, used),
    re,
    from,
    to,
    item,
    slots,
    tail: tail ?? null,
  } as const;
  return buildUnder(vocabularyOf(ho), parts);
}

export interface UnableOptions {
  /** Id and sender of what is declined, read or only heard. */
  readonly re: string;
  readonly to: string;
  readonly from: string;
  readonly id: string;
  readonly why: string;
  readonly item?: string | null;
  readonly tail?: string;
}

/** Declines a message whose profile may be unknown or closed to the one who answers: under core (spec 3, 6.7). */
export function makeUnable({ re, to, from, id, why, item = null, tail }: UnableOptions): Read {
  return build({ type: 'UN', id, re, from, to, item, slots: { why }, tail: tail ?? null });
}
