import { createHash, randomBytes } from 'node:crypto';
import { type AnyMessage, vocabularyOf } from '../codec/message.ts';
import { written } from '../codec/value.ts';
import type { Handoff } from '../ledger/state.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { SlotValue } from '../vocabulary/vocabulary.ts';
import type { Call } from './executor.ts';

/** 128 random bits: a public name of one statement, and no authority (T16). None looks like an option of a command line. */
export function newToken(): string {
  for (;;) {
    const token = randomBytes(16).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** A call as the exact bytes that run, and their digest. */
export function frozen(call: Call): { readonly call: string; readonly sha256: string } {
  const text = canonicalJson(call);
  return { call: text, sha256: sha256Of(text) };
}

/** The frozen call again; bytes that are not what was frozen do not run. */
export function thawed({ call, sha256 }: { readonly call: string; readonly sha256: string }): Call | null {
  return sha256Of(call) === sha256 ? (JSON.parse(call) as Call) : null;
}

/**
 * The idempotency key: the same on every attempt, for every statement and for a corrected re-issue of one handoff, so
 * that an executor that knows it cannot act twice (act.md rule 4).
 */
export function keyOf({
  tenant,
  conversation,
  root,
  ask,
}: Record<'tenant' | 'conversation' | 'root' | 'ask', string>): string {
  return sha256Of(canonicalJson(['hearback key 1', tenant, conversation, root, ask]));
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; // without I, L, O and U, which are misread

/**
 * A name of the act that fits on a bank's statement: RW- and 75 bits of the key. The same on every attempt, so that it
 * can be looked for wherever the executor shows it.
 */
export function referenceOf(key: string): string {
  const bits = BigInt(`0x${key.slice(0, 20)}`) >> 5n;
  const name = Array.from({ length: 15 }, (_, at) => digits[Number((bits >> BigInt(5 * (14 - at))) & 31n)]);
  return `RW-${name.join('')}`;
}

/**
 * What no second open or executed statement of the tenant may share: the ask and the item, and each value that the
 * profile allows once (act.md 9). An UNDO reverses one act and shares that one's item and values with it: its own is
 * the act that it reverses.
 */
export function actKeysOf(input: {
  readonly tenant: string;
  readonly conversation: string;
  readonly ho: AnyMessage;
  readonly handoff: Handoff;
  readonly values: ReadonlyMap<string, SlotValue>;
}): readonly string[] {
  const { tenant, conversation, ho, handoff, values } = input;
  const { ask, item } = handoff;
  const [report = ''] = (ho.slots['ctx'] as readonly string[] | undefined) ?? []; // of an UNDO it is one (R17)
  if (ask === 'UNDO') return [undoKeyOf({ tenant, conversation, report })];
  const singles = (vocabularyOf(ho).profile?.single_use ?? []).flatMap((slot) => {
    const value = values.get(slot);
    return value === undefined ? [] : [hashed('single', tenant, slot, written(value))];
  });
  return [actKeyOf({ tenant, ask, item }), ...singles];
}

/** What an act claims by itself. */
export function actKeyOf({ tenant, ask, item }: Record<'tenant' | 'ask' | 'item', string>): string {
  return hashed('act', tenant, ask, item);
}

/** What the reversal of a reported act claims. */
export function undoKeyOf({
  tenant,
  conversation,
  report,
}: Record<'tenant' | 'conversation' | 'report', string>): string {
  return hashed('undo', tenant, conversation, report);
}

export function sha256Of(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

function hashed(...parts: readonly string[]): string {
  return sha256Of(canonicalJson(parts));
}
