import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { readJson } from '../text/json.ts';
import type { MessageType, SlotValue } from '../vocabulary/vocabulary.ts';
import { write } from './encode.ts';
import { JsonInput, type Parts } from './json-input.ts';
import type { AnyMessage } from './message.ts';
import { parse } from './parse.ts';
import type { ReadOptions } from './parsed.ts';
import { sameValue } from './value.ts';

/** A message and what was found on the way to it; null when it is refused. */
export interface Read {
  readonly message: AnyMessage | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The JSON twin of a message (spec 4): the same members, with null for an absent `re`, `item` and `tail`. */
export type MessageJson = AnyMessage;

/** The parts that code composes a message of; slots hold decoded values. */
export interface MessageParts {
  readonly type: MessageType;
  readonly id: string;
  readonly re?: string | null;
  readonly from: string;
  readonly to: string;
  readonly item?: string | null;
  readonly slots: Readonly<Record<string, SlotValue>>;
  readonly tail?: string | null;
}

/** The JSON twin of a message. */
export function toJson({ v, type, id, re, from, to, item, slots, tail }: AnyMessage): MessageJson {
  return { v, type, id, re, from, to, item, slots: { ...slots }, tail };
}

/** Composes a message of its parts; it is judged by the rules that judge a line. */
export function build(parts: MessageParts, options: ReadOptions = {}): Read {
  return fromJson({ v: 'RW1', ...parts }, options);
}

/**
 * Reads a JSON text or value as a message, strictly (spec 4 R20). It is written as a line and that line is parsed, so
 * that one judge decides; what would not come back equal is refused.
 */
export function fromJson(json: unknown, options: ReadOptions = {}): Read {
  const found: Diagnostic[] = [];
  const reading = typeof json === 'string' ? readJson(json) : null;
  const input = new JsonInput(reading, json, found);
  if (reading !== null && reading.faults.length > 0) input.tellFaults(reading);
  const parts = hasErrors(found) ? null : input.parts(options);
  if (parts === null || hasErrors(found)) return { message: null, diagnostics: found };
  const { message, diagnostics } = parse(write(parts), options);
  found.push(...diagnostics);
  if (message === null) return { message, diagnostics: found };
  if (isSame(message, parts)) return { message, diagnostics: found };
  input.tellDifference();
  return { message: null, diagnostics: found };
}

function isSame(message: AnyMessage, parts: Parts): boolean {
  const keys = Object.keys(parts.slots);
  return (
    message.type === parts.type &&
    message.id === parts.id &&
    message.re === parts.re &&
    message.from === parts.from &&
    message.to === parts.to &&
    message.item === parts.item &&
    message.tail === parts.tail &&
    keys.length === Object.keys(message.slots).length &&
    keys.every((key) => sameValue(message.slots[key], parts.slots[key]))
  );
}
