import { readJson } from '../../../text/json.ts';
import { shown } from '../../../text/shown.ts';
import { isMembers, type Members } from '../mapping/arguments.ts';
import { likeName } from './names.ts';

export type Id = string | number;

/** A JSON-RPC message, and the exact text that it is handed on as. */
export interface Message {
  readonly value: Members;
  readonly text: string;
}

/** A request, which has an id and a method. */
export interface Request extends Message {
  readonly id: Id;
  readonly method: string;
  readonly params: Members;
}

/** What is wrong with a text that is no message: an error of JSON-RPC, to be answered. */
export interface NoMessage {
  readonly code: number;
  readonly fault: string;
}

/** The codes of JSON-RPC that a guard answers with. */
export const errors = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  internal: -32_603,
  server: -32_000,
} as const;

/** Deeper is nobody's message. */
const mostLevels = 100;
/** Characters of the longest message: files travel in them. */
export const longestMessage: number = 64 * 1024 * 1024;

/**
 * The messages of a text from a client: one, or those of a batch. A name that stands twice in one object is refused, and one
 * that is written like another of the protocol, since two readers could take it for two things: one guards, the other runs.
 */
export function readMessages(text: string): readonly Message[] | NoMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { code: errors.parse, fault: 'the message is not JSON' };
  }
  if (JSON.stringify(value) !== text) {
    const [fault] = readJson(text, { maxDepth: mostLevels, longest: longestMessage, anyNumber: true }).faults;
    if (fault !== undefined) return { code: errors.request, fault: fault.message };
  }
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (all.length === 0 || !all.every(isMembers))
    return { code: errors.request, fault: 'the message is no object' };
  const like = all.map(likeName).find((name) => name !== null);
  if (like !== undefined)
    return { code: errors.request, fault: `write the names as the protocol does, not ${shown(like)}` };
  if (isMembers(value)) return [{ value, text: onOneLine(text) }];
  return all.map((one) => ({ value: one, text: JSON.stringify(one) }));
}

/** Line ends stand between the parts of a JSON text, never in one; between messages they mean another. */
function onOneLine(text: string): string {
  return text.trim().replaceAll(/[\r\n]+/g, ' ');
}

/** The message as a request; null when it is none. */
export function asRequest({ value, text }: Message): Request | null {
  const { id, method, params } = value;
  if (!isId(id) || typeof method !== 'string') return null;
  return { value, text, id, method, params: isMembers(params) ? params : {} };
}

/** The message as an answer to a request. */
export function asReply({ value }: Message): { readonly id: Id; readonly value: Members } | null {
  const { id } = value;
  const isReply = isId(id) && !('method' in value) && ('result' in value || 'error' in value);
  return isReply ? { id, value } : null;
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number';
}

export function resultText(id: Id, result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result });
}

export function errorText(id: Id | null, code: number, message: string, data?: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
}

/** What an id is kept by: 1 and "1" are two. */
export function keyOfId(id: Id): string {
  return JSON.stringify(id);
}
